// Card uses outside the sandbox that the project's server decides: authorisations and increments.
// The first command sends the request; the second decides again with the answer.

import type { Side } from '../issuing/movement.ts'
import type { Draft } from '../kernel/draft.ts'
import type { Amount } from '../ledger/money.ts'
import { type AskedPayment, askProgramme } from '../real-time/ask-programme.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import type { ForcedAnswer } from '../real-time/real-time-decision.ts'
import type { Authorisation, LegKind, Merchant } from './authorisation.ts'
import type { AuthoriseInput, Verdict } from './verdict.ts'

declare module '../real-time/real-time-decision.ts' {
  interface DecisionSubjects {
    authorisation: { readonly authorise: AuthoriseInput; readonly verdict: Verdict }
    increment: IncrementSubject
  }
}

/** The legs that can add to a hold. */
export type IncreasingLeg = Extract<LegKind, 'increment' | 'advice'>

/** An amount that a merchant adds to the hold of an authorisation. */
interface IncrementSubject {
  readonly authorisationId: number
  readonly leg: IncreasingLeg
  /** Amount in the merchant's currency, in minor units. */
  readonly merchantAmount: number
  /**
   * The legs of the authorisation so far, because an advice replaces the hold for which it was
   * sent.
   */
  readonly legs: number
}

/** A credit needs no decision, because it only adds money. */
export const isAskable = ({ kind }: AuthoriseInput, { decline }: Verdict): boolean =>
  decline === undefined && kind !== 'credit'

const merchantOf = ({ merchantName: name, merchantId: id, ...merchant }: Merchant) => {
  const { mcc, merchantCountry: country, merchantCity: city } = merchant
  return { name, id, mcc, country, city } satisfies AskedPayment['merchant']
}

export function askAboutUse(
  draft: Draft,
  { forced, ...authorise }: AuthoriseInput,
  side: Side,
  verdict: Verdict,
): AwaitedDecision {
  const { kind, amount, currency, merchant, entryMode, cvc, pin, partialApproval } = authorise
  return askProgramme(draft, {
    side,
    payment: {
      kind,
      amount,
      currency,
      partialApproval,
      entryMode,
      cvc,
      pinEntered: pin !== null,
      merchant: merchantOf(merchant),
    },
    held: verdict.conversion.cardholder,
    subject: {
      kind: 'authorisation',
      // The PIN itself is not stored, only whether one was entered.
      authorise: { ...authorise, pin: pin === null ? null : { hash: null } },
      verdict,
    },
    forced,
  })
}

export function askAboutIncrement(
  draft: Draft,
  { id, currency, legs, details: { merchant, entryMode } }: Authorisation,
  side: Side,
  {
    leg,
    merchantAmount,
    held,
    forced,
  }: Pick<IncrementSubject, 'leg'> & {
    readonly merchantAmount: Amount
    readonly held: Amount
    readonly forced: ForcedAnswer | undefined
  },
): AwaitedDecision {
  return askProgramme(draft, {
    side,
    payment: {
      kind: 'increment',
      amount: merchantAmount,
      currency,
      partialApproval: false,
      merchant: merchantOf(merchant),
      entryMode,
      cvc: 'none',
      pinEntered: false,
      authorisationId: id,
    },
    held,
    forced,
    subject: { kind: 'increment', authorisationId: id, leg, merchantAmount, legs: legs.length },
  })
}
