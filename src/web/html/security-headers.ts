/** Response headers of every page we send: nothing runs or loads that we did not write. */
import { isPath } from './html.ts'

export interface SecurityHeadersOptions {
  /**
   * Addresses a form of the page may lead to besides our own origin. Browsers hold redirects after
   * a form to this list too, so a page whose answer redirects to the merchant must name the merchant here.
   * A path needs no naming. `http:` and `https:` allow any host, for hops whose end nobody knows.
   */
  readonly formAction?: readonly string[]
  /** True lets other sites show the page in a frame, as merchants do with pages of 3-D Secure. */
  readonly framed?: boolean
  /**
   * True cuts the page off from the window that opened it. Not for pages of a payment: merchants open them in a window of theirs and wait
   * for it.
   */
  readonly isolated?: boolean
  /** True lets scripts of the page ask this service. */
  readonly connects?: boolean
}

/** Headers of every answer, whatever it is: nothing is taken for another type than it says, and no page uses what it does not need. */
export const ANSWER_HEADERS = {
  'x-content-type-options': 'nosniff',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

export const ISOLATION_HEADERS = { 'cross-origin-opener-policy': 'same-origin' } as const

/** Headers for a page. Throws a TypeError when `formAction` holds something that is not a URL. */
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
/** Hosts that the grammar of the policy can name; `;` and `,`, which URLs allow in a host, would begin something else. */
const NAMABLE_HOST = /^[a-z\d._-]+$/

/**
 * A URL as a source of the policy: its origin. The grammar of the policy has no IPv6 hosts, and an
 * app's own scheme has no origin; both are named by their scheme.
 */
function cspSources(address: string): string[] {
  if (WEB_SCHEMES.has(address)) return [address]
  if (isPath(address)) return []
  const url = new URL(address)
  const isNamable = WEB_SCHEMES.has(url.protocol) && NAMABLE_HOST.test(url.hostname)
  return [isNamable ? url.origin : url.protocol]
}
