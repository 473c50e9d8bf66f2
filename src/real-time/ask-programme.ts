// The first of two commands. The card's checks have passed, and a server decides: the amount is
// held, the request is stored, and the server is called after the commit.

import { CARD_CURRENCY } from '../issuing/card.ts'
import type { Side } from '../issuing/movement.ts'
import type { Draft } from '../kernel/draft.ts'
import { available, placeHold } from '../ledger/account.ts'
import { numericCode } from '../ledger/currency.ts'
import type { Amount } from '../ledger/money.ts'
import { AwaitedDecision } from './awaited-decision.ts'
import type { DecisionSubject, ForcedAnswer } from './real-time-decision.ts'

/** How long after the time limit the process that called the server may still record the answer. */
const DEADLINE_GRACE_MS = 1000

export const TIMEOUT_DEFAULT_MS = 2000

/** The payment as the server sees it. */
export interface AskedPayment {
  readonly kind: string
  /** Amount in the merchant's currency, in minor units. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** True if the server may approve a part. */
  readonly partialApproval: boolean
  readonly merchant: {
    readonly name: string
    readonly id: string
    readonly mcc: number
    readonly country: string
    readonly city: string
  }
  readonly entryMode: string
  readonly cvc: string
  readonly pinEntered: boolean
  /** The order at interface C. */
  readonly order?: { readonly id: string; readonly number: string }
  /** The authorisation that is incremented. */
  readonly authorisationId?: number
  /** How 3-D Secure authenticated the payer. */
  readonly authentication?: string
}

interface Asking {
  readonly side: Side
  readonly payment: AskedPayment
  /** Amount in the card's currency, in minor units; 0 if the payment moves nothing. */
  readonly held: Amount
  /** Stored for the second command. */
  readonly subject: DecisionSubject
  readonly forced?: ForcedAnswer | undefined
}

/** Whether a server decides, or a caller forces its answer. */
export const isAskedFor = ({ dataset }: Draft, forced?: ForcedAnswer): boolean =>
  dataset.settings.decisionEndpoint !== null || forced !== undefined

/** Holds the amount and stores the decision request. */
export function askProgramme(draft: Draft, asking: Asking): AwaitedDecision {
  const { side, payment, held, subject, forced } = asking
  const { decisionEndpoint: endpoint } = draft.dataset.settings
  const account = draft.getOrThrow('account', 'id', side.card.accountId)
  const {
    timeoutMs = TIMEOUT_DEFAULT_MS,
    onTimeout = 'decline',
    onError = 'decline',
  } = endpoint ?? {}
  const id = draft.take('nextId')
  const question = JSON.stringify({
    type: 'authorisation.request',
    timestamp: new Date(draft.now).toISOString(),
    data: dataOf(payment, side, { cardholderAmount: held, available: available(account) }),
    id: String(id),
  })
  if (held > 0) draft.put('account', placeHold(account, held))
  draft.put('realTimeDecision', {
    id,
    cardId: side.card.id,
    state: 'pending',
    decidedBy: null,
    subject,
    held,
    question,
    fallback: { onTimeout, onError },
    deadline: draft.realNow + timeoutMs + DEADLINE_GRACE_MS,
    createdAt: draft.now,
    authorisationId: null,
    exchange: null,
    late: null,
  })
  return new AwaitedDecision({ id, question, amount: payment.amount, endpoint, forced })
}

function dataOf(
  { kind, amount, currency, partialApproval, merchant, entryMode, ...payment }: AskedPayment,
  { card, number }: Side,
  funds: { readonly cardholderAmount: number; readonly available: number },
) {
  const { order, authorisationId, authentication } = payment
  return {
    kind,
    amount,
    currency: numericCode(currency),
    partialApproval,
    cardholderAmount: funds.cardholderAmount,
    cardholderCurrency: numericCode(CARD_CURRENCY),
    card: {
      id: String(card.id),
      cardholderId: String(card.cardholderId),
      numberMask: number.mask,
      status: card.status,
    },
    account: { available: funds.available },
    merchant,
    entryMode,
    cvc: payment.cvc,
    pinEntered: payment.pinEntered,
    authentication: authentication ?? null,
    order: order ?? null,
    authorisationId: authorisationId === undefined ? null : String(authorisationId),
  }
}
