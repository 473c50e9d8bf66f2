// The cookies of people who log in. The prefix `__Host-` makes browsers send them to this very host alone, over TLS or to this very machine, and
// lets no other host set them (RFC 6265bis, 4.1.3.2); no script sees them, and no other site's form brings them along.

import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const SESSION_COOKIE = '__Host-sandcard'
/** What is remembered while somebody logs in at a provider. */
const DEPARTURE_COOKIE = '__Host-sandcard-departure'

const COOKIE_ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

const cookieOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]

export const sessionOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, SESSION_COOKIE)

/** Whether a browser sent something that could be a session, without reading which. */
export const hasSession = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.cookie?.includes(`${SESSION_COOKIE}=`) === true

export const departureOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, DEPARTURE_COOKIE)

const set = (reply: FastifyReply, name: string, value: string, lifeMs: number): void => {
  const maxAge = Math.floor(lifeMs / 1000)
  reply.header('set-cookie', stringifySetCookie({ ...COOKIE_ATTRIBUTES, name, value, maxAge }))
}

export const keepSession = (reply: FastifyReply, token: string, lifeMs: number): void => {
  set(reply, SESSION_COOKIE, token, lifeMs)
}
export const endSession = (reply: FastifyReply): void => {
  set(reply, SESSION_COOKIE, '', 0)
}
export const keepDeparture = (reply: FastifyReply, sealed: string, lifeMs: number): void => {
  set(reply, DEPARTURE_COOKIE, sealed, lifeMs)
}
export const endDeparture = (reply: FastifyReply): void => {
  set(reply, DEPARTURE_COOKIE, '', 0)
}
