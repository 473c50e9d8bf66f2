// The cookies of signed-in users. Browsers send cookies with the prefix `__Host-` only to this host
// and over TLS (or to the local machine), and no other host can set them (RFC 6265bis, 4.1.3.2).
// Scripts cannot read them, and forms of other sites do not send them.

import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const SESSION_COOKIE = '__Host-sandcard'
/** The encrypted state of a single sign-on in progress. */
const SINGLE_SIGN_ON_COOKIE = '__Host-sandcard-single-sign-on'

const COOKIE_ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const

const cookieOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]

export const sessionOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, SESSION_COOKIE)

/** Whether a browser sent a session cookie, without parsing it. */
export const hasSession = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.cookie?.includes(`${SESSION_COOKIE}=`) === true

export const startedSignOnOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  cookieOf(request, SINGLE_SIGN_ON_COOKIE)

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
export const keepStartedSignOn = (reply: FastifyReply, sealed: string, lifeMs: number): void => {
  set(reply, SINGLE_SIGN_ON_COOKIE, sealed, lifeMs)
}
export const endStartedSignOn = (reply: FastifyReply): void => {
  set(reply, SINGLE_SIGN_ON_COOKIE, '', 0)
}
