// The cookies with a visitor's choice of theme, time zone and density. A portal script stores the
// browser's time zone. They contain no secret, and any value may be sent.

import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHOICES, type Choices, type Display, isTimeZone } from '../../html/display.ts'

type Choice = keyof Choices

const COOKIES: Readonly<Record<Choice, string>> = {
  theme: 'sandcard-theme',
  timeZone: 'sandcard-time-zone',
  density: 'sandcard-density',
}
export const CHOICE_NAMES = Object.keys(COOKIES) as readonly Choice[]
/** Set to `hidden` while the first steps on Start are hidden. */
const FIRST_STEPS_COOKIE = 'sandcard-first-steps'
export const HIDDEN = 'hidden'
/** Set by `time-zone.js`. */
const BROWSER_ZONE_COOKIE = 'sandcard-browser-zone'

/** A longer page URL is repeated without its query. */
export const ADDRESS_LENGTH = 1000

const YEAR_SECONDS = 31_536_000

/** The value of a choice if it is one of its values. */
export const chosen = <C extends Choice>(
  name: C,
  text: string | null | undefined,
): Choices[C] | undefined => CHOICES[name].find((value) => value === text)

/** The display of a request; unknown values are ignored. */
export function displayOf({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): Display {
  const cookies = headers.cookie === undefined ? {} : parseCookie(headers.cookie)
  const browserZone = cookies[BROWSER_ZONE_COOKIE] ?? ''
  const choice = <C extends Choice>(name: C): Choices[C] =>
    chosen(name, cookies[COOKIES[name]]) ?? CHOICES[name][0]
  return {
    theme: choice('theme'),
    timeZone: choice('timeZone'),
    density: choice('density'),
    browserZone: isTimeZone(browserZone) ? browserZone : undefined,
    hidesFirstSteps: cookies[FIRST_STEPS_COOKIE] === HIDDEN,
    address: url.length <= ADDRESS_LENGTH ? url : (url.split('?', 1)[0] ?? '/'),
  }
}

const keep = (reply: FastifyReply, name: string, value: string): void => {
  const attributes = { path: '/', maxAge: YEAR_SECONDS, httpOnly: true, sameSite: 'lax' } as const
  reply.header('set-cookie', stringifySetCookie({ ...attributes, name, value }))
}

export const keepChoice = (reply: FastifyReply, name: Choice, value: string): void => {
  keep(reply, COOKIES[name], value)
}
export const keepFirstSteps = (reply: FastifyReply, isHidden: boolean): void => {
  keep(reply, FIRST_STEPS_COOKIE, isHidden ? HIDDEN : 'shown')
}
