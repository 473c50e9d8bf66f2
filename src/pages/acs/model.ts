// The data of the issuer's pages.
import type { PageLanguage } from '../../web/http/requests/page-language.ts'
import type { MoneyView } from '../../web/html/money.ts'

/**
 * Outcomes that a tester can choose, by their 3-D Secure status: Y authenticated, A attempted, N
 * not authenticated, U could not be performed, R rejected by the issuer (version 2 only).
 */
export type ChallengeOutcome = 'Y' | 'A' | 'N' | 'U' | 'R'

/**
 * Both forms are posted to `actionUrl`, form-encoded, with the hidden `fields`. The payer's form
 * adds `code` and `action` (`confirm`, `resend` or `cancel`); the tester's form adds `outcome`.
 */
export interface ChallengePageModel {
  readonly language: PageLanguage
  readonly issuer: Issuer
  /** Version of the 3-D Secure messages, such as `2.2.0`. */
  readonly version: string
  readonly merchantName: string
  readonly amount: MoneyView
  /** The card number, which the page always masks. */
  readonly maskedPan: string
  readonly actionUrl: string
  readonly fields: Readonly<Record<string, string>>
  readonly triesLeft: number
  /** The valid code, shown to the tester. */
  readonly code: string
  /** The result of the last submission. */
  readonly notice?: ChallengeNotice
  /** Outcomes offered to the tester; all of them by default. Version 1 has no R. */
  readonly outcomes?: readonly ChallengeOutcome[]
}

export type ChallengeNotice = 'codeMissing' | 'codeWrong' | 'resent'

/** Whether the payer enters a code. */
export type AuthenticationWay = 'challenge' | 'frictionless'

/**
 * Why there is nothing to confirm. `unknown`: no such payment, or it has no challenge here;
 * `unreadable`: the merchant's message is invalid; `direct`: opened without a form.
 */
export type NothingReason =
  'answered' | 'expired' | 'replaced' | 'withdrawn' | 'unknown' | 'unreadable' | 'direct'

/** A challenge that cannot be completed. */
export interface NothingModel {
  readonly language: PageLanguage
  readonly reason: NothingReason
  readonly issuer?: Issuer
  /** Link back to the shop. Omitted unless it is an http(s) URL or a path. */
  readonly backUrl?: string
}

/** The displayed issuer: the sandbox's own bank, or an unnamed test issuer. */
export type Issuer = 'own' | 'test'

/** Pages of the issuer without a form: the service failed, or the method call was received. */
export type IssuerNotice = 'failed' | 'method'
