/** What the pages of the access-control server say: the sentences that every language must have. */
import type {
  AuthenticationWay,
  ChallengeNotice,
  ChallengeOutcome,
  Issuer,
  IssuerNotice,
  NothingReason,
} from './model.ts'

/** A page that asks for nothing. */
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
  /** Puts the code into its field. */
  readonly fillCode: string
  /** After the version of 3-D Secure. The ways are called so in every language. */
  readonly ways: Readonly<Record<AuthenticationWay, string>>
  readonly testerExplanation: string
  readonly outcomes: Readonly<Record<ChallengeOutcome, string>>
  /** The page of a confirmation that cannot be given. */
  readonly nothing: {
    readonly title: string
    readonly reasons: Readonly<Record<NothingReason, string>>
  }
  readonly back: string
  /** Title of the page that carries the answer on. */
  readonly returning: string
}
