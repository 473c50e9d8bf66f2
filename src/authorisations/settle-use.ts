// Settles decisions about the use of a card outside the sandbox. The card's own checks run again,
// because the card can change while the server decides.

import { type Source, sourceFacts } from '../issuing/movement.ts'
import { sourceOf } from '../issuing/card-rows.ts'
import type { Draft } from '../kernel/draft.ts'
import { rowKey } from '../kernel/rows.ts'
import type { Decline } from '../ledger/decline.ts'
import { toAmount } from '../ledger/money.ts'
import { declineOf, type ProgrammeVerdict } from '../real-time/real-time-decision.ts'
import type { DecisionEnd, Ending, Settlement } from '../real-time/settle-decision.ts'
import { allows, type Authorisation, LEGS_MAX } from './authorisation.ts'
import { applyVerdict, presentedSide, verdictAgain } from './authorise.ts'
import { applyMore, verdictOnMore } from './change-hold.ts'
import { converted, unlessTooLarge } from './currency-conversion.ts'
import {
  type AuthorisationResult,
  keysOfAuthorisation,
  keysOfLegs,
  keysOfUse,
  resultWith,
} from './legs.ts'
import { ratesOf } from './settings.ts'
import { type AuthoriseInput, familiesOf, type Verdict } from './verdict.ts'

export const authorisationEnd: DecisionEnd<'authorisation'> = {
  keys: ({ authorisationId, subject: { authorise } }, rows) => [
    ...keysOfUse(authorise, rows),
    ...(authorisationId === null ? [] : [rowKey('authorisation', 'id', authorisationId)]),
  ],

  part(draft, { subject: { authorise }, held }, amount) {
    if (!authorise.partialApproval)
      return { kind: 'error', error: 'the terminal does not accept a partial approval' }
    const part = partOf(draft, authorise, amount)
    if (part === undefined) return { kind: 'error', error: 'the amount cannot be converted' }
    return part.cardholder > held
      ? { kind: 'error', error: '`amount` is above `cardholderAmount`, which the card can pay' }
      : { kind: 'partial', amount }
  },

  settle(draft, { subject: { authorise, verdict } }, programme) {
    const side = presentedSide(draft, authorise)
    const again = unlessTooLarge(() => verdictAgain(draft, authorise, side))
    const changed = again === undefined ? TOO_LARGE : again.decline
    explain(draft, programme, sourceOf(side, authorise.expiry, draft), authorise)
    const decline = changed ?? declineOf(programme)
    const decided: Verdict = {
      ...verdict,
      decisionId: programme.decisionId,
      ...approvedPart(draft, authorise, programme),
      ...(decline && { decline }),
    }
    return settlementOf(applyVerdict(draft, authorise, side, decided), changed !== undefined)
  },

  endingOf,
}

/** The amount is too large since other increments or new rates, so the issuer declines. */
const TOO_LARGE: Decline = { code: 'amount-too-large', side: 'source' }

const partOf = (draft: Draft, { currency }: AuthoriseInput, amount: number) =>
  unlessTooLarge(() => converted(toAmount(amount), currency, ratesOf(draft.dataset.settings)))

function approvedPart(
  draft: Draft,
  authorise: AuthoriseInput,
  programme: ProgrammeVerdict,
): Pick<Verdict, 'merchantAmount' | 'conversion'> | undefined {
  if (programme.kind !== 'partial') return undefined
  const conversion = partOf(draft, authorise, programme.amount)
  return conversion && { merchantAmount: toAmount(programme.amount), conversion }
}

const explain = (
  draft: Draft,
  { decisionId, decidedBy }: ProgrammeVerdict,
  source: Source,
  { kind, entryMode }: Pick<AuthoriseInput, 'kind' | 'entryMode'>,
): void => {
  draft.decision = {
    ...sourceFacts(source, familiesOf(kind, entryMode)),
    realTime: [decisionId, decidedBy],
  }
}

export const incrementEnd: DecisionEnd<'increment'> = {
  keys: ({ subject }, rows) => keysOfAuthorisation(subject, rows),

  part: () => ({ kind: 'error', error: 'an increment cannot be partially approved' }),

  settle(draft, { subject }, programme) {
    const { authorisationId, leg, merchantAmount } = subject
    const authorisation = draft.getOrThrow('authorisation', 'id', authorisationId)
    if (!allowsStill(authorisation, subject))
      return { authorisationId, isApproved: false, isByRules: true, ending: CHANGED }
    const more = { leg, merchantAmount: toAmount(merchantAmount) }
    const again = unlessTooLarge(() => verdictOnMore(draft, authorisation, more)) ?? {
      conversion: undefined,
      decline: TOO_LARGE,
    }
    const { decisionId, decidedBy } = programme
    draft.decision = { realTime: [decisionId, decidedBy] }
    const decline = again.decline ?? declineOf(programme)
    const result = applyMore(draft, authorisation, more, { ...again, decline, decisionId })
    return settlementOf(result, again.decline !== undefined)
  },

  endingOf,
}

/** An advice applies to one hold; an increment applies to any hold. */
const allowsStill = (
  authorisation: Authorisation,
  { leg, legs }: { readonly leg: 'increment' | 'advice'; readonly legs: number },
): boolean =>
  allows(authorisation, leg === 'advice' ? 'advise' : 'increment') &&
  authorisation.legs.length < LEGS_MAX &&
  (leg === 'increment' || authorisation.legs.length === legs)

const CHANGED: Ending = {
  refused: {
    code: 'authorisation-state',
    detail: 'The authorisation changed while the server decided. Nothing more is held.',
  },
}

const settlementOf = (result: AuthorisationResult, isByRules: boolean): Settlement => ({
  authorisationId: result.authorisation.id,
  isApproved: result.leg.decline === undefined,
  isByRules,
  ending: { result },
})

/** The leg that the decision created when it was settled before. */
function endingOf(
  draft: Draft,
  { id, authorisationId }: { readonly id: number; readonly authorisationId: number | null },
): Ending {
  const authorisation = draft.getOrThrow('authorisation', 'id', authorisationId ?? 0)
  draft.need(keysOfLegs(authorisation))
  const leg = authorisation.legs.find(({ decisionId }) => decisionId === id)
  if (leg === undefined) return CHANGED
  return { result: resultWith(draft, authorisation, leg) }
}
