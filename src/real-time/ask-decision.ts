// The first of two commands: the rules of the card decide. If they approve and a server decides,
// the amount is held and the question is stored. The server is asked after the commit.

import {
  applyVerdict,
  type AuthoriseInput,
  presentedSide,
  verdictFor,
} from '../authorisations/authorise.ts'
import { type AuthorisationResult, keysOfUse } from '../authorisations/legs.ts'
import type { Side } from '../issuing/movement.ts'
import { CARD_CURRENCY } from '../issuing/card.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { rowKey } from '../kernel/rows.ts'
import { available, placeHold } from '../ledger/account.ts'
import { numericCode } from '../ledger/currency.ts'
import type { Verdict } from '../authorisations/verdict.ts'
import type { DecisionEndpoint, ForcedAnswer, RealTimeDecision } from './real-time-decision.ts'

export interface AskInput {
  readonly authorise: AuthoriseInput
  /** Asks without an endpoint, too. */
  readonly forced?: ForcedAnswer
}

export type Asked =
  | { readonly kind: 'decided'; readonly result: AuthorisationResult }
  | {
      readonly kind: 'pending'
      readonly decision: RealTimeDecision
      /** Null if the answer is forced and the project has no server. */
      readonly endpoint: DecisionEndpoint | null
    }

/** How long after the time limit the process that asked may still record the answer. */
const DEADLINE_GRACE_MS = 1000

export const TIMEOUT_DEFAULT_MS = 2000

/** A credit is not asked about: it only adds money. */
const isAsked = ({ kind }: AuthoriseInput, { decline }: Verdict): boolean =>
  decline === undefined && kind !== 'credit'

export const askDecision = defineCommand<AskInput, Asked>({
  prefetch: ({ authorise: { cardId, numberId } }, rows) => [
    ...keysOfUse(cardId, rows),
    rowKey('cardNumber', 'id', numberId),
  ],
  decide({ authorise, forced }, draft) {
    const side = presentedSide(draft, authorise)
    const verdict = verdictFor(draft, authorise, side)
    const { decisionEndpoint: endpoint } = draft.dataset.settings
    if ((endpoint === null && forced === undefined) || !isAsked(authorise, verdict))
      return { kind: 'decided', result: applyVerdict(draft, authorise, side, verdict) }
    const { cardholder: held } = verdict.conversion
    const account = draft.getOrThrow('account', 'id', side.card.accountId)
    const question = questionOf(draft, authorise, side, verdict)
    if (held > 0) draft.put('account', placeHold(account, held))
    const timeoutMs = endpoint?.timeoutMs ?? TIMEOUT_DEFAULT_MS
    const { onTimeout = 'decline', onError = 'decline' } = endpoint ?? {}
    const id = draft.take('nextId')
    const decision = draft.put('realTimeDecision', {
      ...{ id, cardId: side.card.id, state: 'pending', decidedBy: null },
      // A PIN is not stored, only that one was entered.
      input: { ...authorise, pin: authorise.pin === null ? null : { hash: null } },
      ...{ verdict, held, question: JSON.stringify({ ...question, id: String(id) }) },
      ...{ deadline: draft.realNow + timeoutMs + DEADLINE_GRACE_MS },
      ...{ fallback: { onTimeout, onError }, createdAt: draft.now },
      ...{ authorisationId: null, exchange: null, late: null },
    })
    return { kind: 'pending', decision, endpoint }
  },
})

function questionOf(
  draft: Draft,
  { kind, amount, currency, merchant, entryMode, cvc, pin, partialApproval }: AuthoriseInput,
  { card, number }: Side,
  { conversion }: Verdict,
) {
  const account = draft.getOrThrow('account', 'id', card.accountId)
  return {
    type: 'authorisation.request',
    timestamp: new Date(draft.now).toISOString(),
    data: {
      ...{ kind, amount, currency: numericCode(currency), partialApproval },
      cardholderAmount: conversion.cardholder,
      cardholderCurrency: numericCode(CARD_CURRENCY),
      card: {
        ...{ id: String(card.id), cardholderId: String(card.cardholderId) },
        ...{ numberMask: number.mask, status: card.status },
      },
      account: { available: available(account) },
      merchant: {
        ...{ name: merchant.merchantName, id: merchant.merchantId, mcc: merchant.mcc },
        ...{ country: merchant.merchantCountry, city: merchant.merchantCity },
      },
      ...{ entryMode, cvc, pinEntered: pin !== null },
    },
  }
}
