// Refuses requests that are not meant for this service, before anything else. Any website can point
// a name at 127.0.0.1 (DNS rebinding) or post a form there. So a local service only responds to its
// own names, and refuses changes sent by other sites wherever no credential is required.

import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { type ProblemCase, sendProblem } from '../responses/problem.ts'
import { hasSession } from './session.ts'

const AUTHORITY_FORM = /^(?<name>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i
const PORT_MAX = 65_535

/**
 * The name in a Host header (RFC 9110 section 7.2) in lower case, without brackets or a final dot;
 * undefined if it is malformed.
 */
export function hostName(header: string | undefined): string | undefined {
  const { name, port = '0' } = AUTHORITY_FORM.exec(header ?? '')?.groups ?? {}
  if (name === undefined || Number(port) > PORT_MAX) return undefined
  return name.replace(/[[\]]|\.$/g, '').toLowerCase()
}

/** The absolute form, as sent to a proxy: `http://host/path`. */
const ABSOLUTE_FORM = /^https?:\/\/(?<authority>[^/?#]*)(?<path>.*)/i

/**
 * The path and query of a request. Sets the Host header as RFC 9112 section 3.2 requires: an
 * absolute URL overrides it. HTTP/1.0, which browsers do not use, may omit it; the local address is
 * used instead.
 */
export function originForm(request: IncomingMessage): string {
  const { url = '/', headers, httpVersion, socket } = request
  if (url.startsWith('/')) {
    if (headers.host === undefined && httpVersion === '1.0') headers.host = calledAddress(socket)
    return url
  }
  const { authority, path = '' } = ABSOLUTE_FORM.exec(url)?.groups ?? {}
  if (authority === undefined) return url
  headers.host = authority
  return path.startsWith('/') ? path : `/${path}`
}

function calledAddress({ localAddress = '', localPort = 0 }: Socket): string {
  return `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
}

/** True for several Host headers, because a proxy may have checked another one. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

type Own = Pick<Config, 'host' | 'publicUrl' | 'mode'>

/**
 * True for the names of a local service: `localhost`, an IP address, HOST or the host of
 * PUBLIC_URL.
 */
function isOwnName(name: string, { host, publicUrl }: Own): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0) return true
  return name === host.toLowerCase() || name === hostName(hostOf(publicUrl))
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin === undefined ? undefined : new URL(origin).host

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/**
 * Interfaces that require a header no other site can send, and pages that other sites post to by
 * design.
 */
const OPEN_TO_OTHER_SITES = /^\/(payment|v1|v2)\//

/** True for a change that another website makes its visitor's browser send. */
export function isCrossSite(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  own: Own,
): boolean {
  if (SAFE_METHODS.has(method) || OPEN_TO_OTHER_SITES.test(url)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  // Browsers send the origin of a form. A request without an origin but with a session is not from
  // our pages.
  if (origin === undefined) return hasSession({ headers })
  if (origin === own.publicUrl) return false
  // Hosted mode has one origin. The Host header does not contain the scheme.
  return own.mode === 'hosted' || originHost(origin) !== headers.host
}

const originHost = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

const PROBLEMS = {
  host: {
    status: 400,
    code: 'malformed-host',
    title: 'Malformed Host header',
    detail:
      'Send exactly one Host header: a host name or IP address, with an optional port up to 65535.',
  },
  misdirected: {
    status: 421,
    code: 'misdirected',
    title: 'Unknown host name',
    detail: 'Use localhost or the IP address, or set HOST or PUBLIC_URL to this name.',
  },
  crossSite: {
    status: 403,
    code: 'cross-site',
    title: 'Cross-site request refused',
    detail: 'The Origin or Sec-Fetch-Site header names another website.',
  },
} as const satisfies Record<string, ProblemCase>

function hostProblem(header: string | undefined, own: Own): ProblemCase | undefined {
  const name = hostName(header)
  if (name === undefined) return PROBLEMS.host
  return own.mode === 'local' && !isOwnName(name, own) ? PROBLEMS.misdirected : undefined
}

/** Refuses requests that are not meant for this service, before any other hook. */
export function refuseForeignRequests(app: FastifyInstance, own: Own): void {
  // Nearly every request has the same Host as the previous one.
  let ownHost: string | undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers
    const isOwn = host !== undefined && host === ownHost
    const named = isOwn ? undefined : hostProblem(host, own)
    const problem = namesTwoHosts(request.raw.rawHeaders) ? PROBLEMS.host : named
    if (problem === undefined) ownHost = host
    const refusal = problem ?? (isCrossSite(request, own) ? PROBLEMS.crossSite : undefined)
    if (refusal === undefined) done()
    else sendProblem(reply, refusal)
  })
}
