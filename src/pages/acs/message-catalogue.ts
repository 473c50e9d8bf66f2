// The texts of the issuer's pages, which every language must have.
import type {
  AuthenticationWay,
  ChallengeNotice,
  ChallengeOutcome,
  Issuer,
  IssuerNotice,
  NothingReason,
} from './model.ts'

/** A page without a form. */
interface Note {
  readonly title: string
  readonly text: string
}

export interface Messages extends Readonly<Record<IssuerNotice, Note>> {
  readonly issuers: Readonly<Record<Issuer, string>>
  readonly title: string
  readonly explanation: string
  readonly merchant: string
  readonly amount: string
  readonly card: string
  readonly codeLabel: string
  readonly confirm: string
  readonly resend: string
  readonly cancel: string
  readonly triesLeft: (count: number) => string
  readonly notices: Readonly<Record<ChallengeNotice, string>>
  readonly testerTitle: string
  readonly testerCode: string
  /** Label of the button that fills in the code. */
  readonly fillCode: string
  /** Shown after the version of 3-D Secure. The terms are the same in every language. */
  readonly ways: Readonly<Record<AuthenticationWay, string>>
  readonly testerExplanation: string
  readonly outcomes: Readonly<Record<ChallengeOutcome, string>>
  /** The page about a challenge that cannot be completed. */
  readonly nothing: {
    readonly title: string
    readonly reasons: Readonly<Record<NothingReason, string>>
  }
  readonly back: string
  /** Title of the page that posts the response. */
  readonly returning: string
}
