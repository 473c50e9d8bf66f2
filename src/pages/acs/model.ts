/** What the challenge page of the access-control server shows. */
import type { PageLanguage } from '../../web/http/page-language.ts'
import type { MoneyView } from '../../web/html/money.ts'

/**
 * Outcomes a tester can choose, by their 3-D Secure status: Y authenticated, A attempted, N not
 * authenticated, U could not be performed, R rejected by the issuer (version 2 only).
 */
export type ChallengeOutcome = 'Y' | 'A' | 'N' | 'U' | 'R'

/**
 * Both forms post to `actionUrl`, form-encoded, with the hidden `fields`. The payer's form adds `code`
 * and `action` (`confirm`, `resend` or `cancel`); the tester's form adds `outcome`.
 */
export interface ChallengePageModel {
  readonly language: PageLanguage
  readonly issuer: Issuer
  /** Version of the messages of 3-D Secure: `2.2.0`. */
  readonly version: string
  readonly merchantName: string
  readonly amount: MoneyView
  /** Masked or not: it is masked here in any case. */
  readonly maskedPan: string
  readonly actionUrl: string
  readonly fields: Readonly<Record<string, string>>
  readonly triesLeft: number
  /** The code that is accepted, shown to the tester. */
  readonly code: string
  /** What the last answer led to. */
  readonly notice?: ChallengeNotice
  /** Outcomes offered to the tester; all of them when absent. Version 1 has no R. */
  readonly outcomes?: readonly ChallengeOutcome[]
}

export type ChallengeNotice = 'codeMissing' | 'codeWrong' | 'resent'

/** How a payer is authenticated: by a question, or without one. */
export type AuthenticationWay = 'challenge' | 'frictionless'

/**
 * Why there is nothing to confirm. `unknown`: no such payment, or none that waits for its payer here; `unreadable`: what the merchant
 * sent; `address`: no form led here.
 */
export type NothingReason =
  'answered' | 'expired' | 'replaced' | 'withdrawn' | 'unknown' | 'unreadable' | 'address'

/** A confirmation that cannot be given. */
export interface NothingModel {
  readonly language: PageLanguage
  readonly reason: NothingReason
  readonly issuer?: Issuer
  /** The way back to the shop; left out unless it is http(s) or a path. */
  readonly backUrl?: string
}

/** Whose page it is: the sandbox's own bank, or nobody's in particular. */
export type Issuer = 'own' | 'test'

/** Short pages of the issuer that ask for nothing: the service could not answer, the browser was noted. */
export type IssuerNotice = 'failed' | 'method'
