/** Response headers of all pages: only our own code and content runs or loads. */
import { isPath } from './html.ts'

interface SecurityHeadersOptions {
  /**
   * URLs that the page's forms may lead to, in addition to our own origin. Browsers check redirects
   * after a form against this list, so a page that redirects to the merchant must list the
   * merchant. Paths need no entry. `http:` and `https:` allow any host, for unknown redirects.
   */
  readonly formAction?: readonly string[]
  /** True lets other sites embed the page in a frame, as merchants do with 3-D Secure pages. */
  readonly framed?: boolean
  /**
   * True isolates the page from the window that opened it. Not for payment pages, which merchants
   * open in a separate window and wait for.
   */
  readonly isolated?: boolean
  /** True lets scripts of the page call this service. */
  readonly connects?: boolean
}

/**
 * Headers of every response: no content sniffing, and no browser features that pages do not use.
 */
export const ANSWER_HEADERS = {
  'x-content-type-options': 'nosniff',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

const ISOLATION_HEADERS = { 'cross-origin-opener-policy': 'same-origin' } as const

/** Headers of a page. Throws a TypeError if `formAction` contains an invalid URL. */
export function securityHeaders(options: SecurityHeadersOptions = {}): Record<string, string> {
  const formAction = ["'self'", ...new Set((options.formAction ?? []).flatMap(cspSources))]
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    ...(options.connects === true ? ["connect-src 'self'"] : []),
    `form-action ${formAction.join(' ')}`,
    ...(options.framed === true ? [] : ["frame-ancestors 'none'"]),
    "base-uri 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...ANSWER_HEADERS,
    ...(options.isolated === true && ISOLATION_HEADERS),
  }
}

const WEB_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:'])
/**
 * Hosts that the policy can express. URLs allow `;` and `,` in a host, which would start another
 * directive.
 */
const NAMABLE_HOST = /^[a-z\d._-]+$/

/**
 * A URL as a source of the policy: its origin. IPv6 hosts and app schemes cannot be expressed and
 * are represented by their scheme.
 */
function cspSources(address: string): string[] {
  if (WEB_SCHEMES.has(address)) return [address]
  if (isPath(address)) return []
  const url = new URL(address)
  const isNamable = WEB_SCHEMES.has(url.protocol) && NAMABLE_HOST.test(url.hostname)
  return [isNamable ? url.origin : url.protocol]
}
