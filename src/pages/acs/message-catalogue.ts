/** What the pages of the access-control server say: the sentences that every language must have. */
import type { ChallengeNotice, ChallengeOutcome, Issuer, IssuerNotice } from './model.ts'

/** A page that asks for nothing. */
interface Note {
  readonly title: string
  readonly text: string
}

export interface Messages extends Readonly<Record<IssuerNotice | 'gone', Note>> {
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
  readonly testerExplanation: string
  readonly outcomes: Readonly<Record<ChallengeOutcome, string>>
  readonly back: string
  /** Title of the page that carries the answer on. */
  readonly returning: string
}
