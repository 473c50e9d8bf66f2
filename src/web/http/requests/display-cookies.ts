// The cookies with a visitor's choice of theme and time zone. A script of the portal stores the
// time zone of the browser. They hold no secret, and any value may be sent.

import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Display,
  isTimeZone,
  type Theme,
  THEMES,
  TIME_ZONES,
  type TimeZone,
} from '../../html/display.ts'

const THEME_COOKIE = 'sandcard-theme'
const TIME_ZONE_COOKIE = 'sandcard-time-zone'
/** Set to `hidden` while the first steps on Start are hidden. */
const FIRST_STEPS_COOKIE = 'sandcard-first-steps'
export const HIDDEN = 'hidden'
/** Set by `time-zone.js`. */
const BROWSER_ZONE_COOKIE = 'sandcard-browser-zone'

/** A longer URL of a page is repeated without its query. */
export const ADDRESS_LENGTH = 1000

const YEAR_SECONDS = 31_536_000

export const themeOf = (text: string | null | undefined): Theme | undefined =>
  THEMES.find((theme) => theme === text)
export const timeZoneOf = (text: string | null | undefined): TimeZone | undefined =>
  TIME_ZONES.find((zone) => zone === text)

/** The display of a request; unknown values are ignored. */
export function displayOf({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): Display {
  const cookies = headers.cookie === undefined ? {} : parseCookie(headers.cookie)
  const browserZone = cookies[BROWSER_ZONE_COOKIE] ?? ''
  return {
    theme: themeOf(cookies[THEME_COOKIE]) ?? 'system',
    timeZone: timeZoneOf(cookies[TIME_ZONE_COOKIE]) ?? 'utc',
    browserZone: isTimeZone(browserZone) ? browserZone : undefined,
    hidesFirstSteps: cookies[FIRST_STEPS_COOKIE] === HIDDEN,
    address: url.length <= ADDRESS_LENGTH ? url : (url.split('?', 1)[0] ?? '/'),
  }
}

const keep = (reply: FastifyReply, name: string, value: string): void => {
  const attributes = { path: '/', maxAge: YEAR_SECONDS, httpOnly: true, sameSite: 'lax' } as const
  reply.header('set-cookie', stringifySetCookie({ ...attributes, name, value }))
}

export const keepTheme = (reply: FastifyReply, theme: Theme): void => {
  keep(reply, THEME_COOKIE, theme)
}
export const keepTimeZone = (reply: FastifyReply, timeZone: TimeZone): void => {
  keep(reply, TIME_ZONE_COOKIE, timeZone)
}
export const keepFirstSteps = (reply: FastifyReply, isHidden: boolean): void => {
  keep(reply, FIRST_STEPS_COOKIE, isHidden ? HIDDEN : 'shown')
}
