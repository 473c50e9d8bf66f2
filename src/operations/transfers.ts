// Top-ups and transfers: interface A's creditCard and p2pTransfer, B's /topups and /transfers.

import { CARD_CURRENCY } from '../domain/card.ts'
import type { Decline } from '../domain/decline.ts'
import { Fault } from '../domain/fault.ts'
import { useLimits } from '../domain/limits.ts'
import { type Amount, isMovable, toAmount } from '../domain/money.ts'
import type { Operation, OperationDetails } from '../domain/operation.ts'
import {
  creditDecline,
  type Side,
  type Source,
  TRANSFER_FAMILIES,
  transferDecline,
} from '../domain/transfer.ts'
import { postBetween, systemAccountIn, wantsSystemAccount, writeOperation } from './books.ts'
import { sideOf, sourceOf, wantsByNumber } from './card-rows.ts'
import type { Draft } from './draft.ts'
import { operation } from './operation.ts'

/** What both movements ask alike. Card numbers come as keyed hashes, so that no ask holds a number in the clear. */
interface MovementAsk {
  /** Minor units, as sent; the decision judges it. */
  readonly amount: number
  /** ISO 4217 numeric code, as sent. */
  readonly currency: number
}

export interface TopupAsk extends MovementAsk {
  readonly destination: string
  /** YYYYMM, where the caller sent one. */
  readonly expiry?: number
}

export interface TransferAsk extends MovementAsk {
  readonly source: string
  readonly destination: string
  readonly expiry?: number
  readonly details?: Pick<OperationDetails, 'senderName' | 'senderAddress' | 'posDataCode'>
}

/** The operation as it was stored, approved or declined. */
export interface MovementAnswer {
  readonly operation: Operation
  readonly decline: Decline | null
}

/** Credits a card from the sandbox's funding account. */
export const topup = operation<TopupAsk, MovementAnswer>({
  wants: (ask, rows) => [
    wantsSystemAccount('funding', CARD_CURRENCY),
    ...wantsByNumber(ask.destination, rows),
  ],
  decide(ask, draft) {
    const destination = existing(sideOf(ask.destination, draft), 'destination')
    const amount = movable(ask)
    const decline = creditDecline(destination, ask.expiry, draft.now)
    if (decline !== undefined) return declined(draft, 'topup', ask, decline, { destination })
    return { operation: credit(draft, destination, amount), decline: null }
  },
})

/** Moves money from one card to another. */
export const transfer = operation<TransferAsk, MovementAnswer>({
  wants: (ask, rows) => [
    ...wantsByNumber(ask.source, rows),
    ...wantsByNumber(ask.destination, rows),
  ],
  decide(ask, draft) {
    const sourceSide = existing(sideOf(ask.source, draft), 'source')
    const destination = existing(sideOf(ask.destination, draft), 'destination')
    const amount = movable(ask)
    const source = sourceOf(sourceSide, ask.expiry, draft)
    const details = withExpiry(ask)
    const decline = transferDecline(source, destination, amount, draft.now)
    if (decline !== undefined)
      return declined(draft, 'transfer', ask, decline, { source, destination, details })
    // From here on the transfer must succeed.
    return { operation: move(draft, source, destination, amount, details), decline: null }
  },
})

/** Posts an amount from the funding account to a card and records it. */
export function credit(draft: Draft, destination: Side, amount: Amount): Operation {
  const funding = systemAccountIn(draft, 'funding', CARD_CURRENCY)
  const account = draft.must('account', 'id', destination.card.accountId)
  postBetween(draft, funding, account, amount)
  return writeOperation(draft, {
    kind: 'topup',
    amount,
    currency: CARD_CURRENCY,
    debit: funding,
    credit: account,
    destination,
  })
}

function move(
  draft: Draft,
  source: Source,
  destination: Side,
  amount: Amount,
  details: OperationDetails,
): Operation {
  const account = draft.must('account', 'id', destination.card.accountId)
  // Two cards of one account: the money stays where it is, but the movement is a movement and counts against the limits.
  const sameAccount = account.id === source.account.id
  if (!sameAccount) postBetween(draft, source.account, account, amount)
  draft.put('cardUsage', {
    cardId: source.card.id,
    usage: useLimits(source.usage, TRANSFER_FAMILIES, amount),
  })
  return writeOperation(draft, {
    kind: 'transfer',
    amount,
    currency: CARD_CURRENCY,
    ...(sameAccount ? {} : { debit: source.account, credit: account }),
    source,
    destination,
    details,
  })
}

/** A valid operation that moves nothing is stored all the same, with its reason. */
function declined(
  draft: Draft,
  kind: 'topup' | 'transfer',
  ask: MovementAsk,
  decline: Decline,
  sides: { source?: Side; destination: Side; details?: OperationDetails },
): MovementAnswer {
  const { details, ...cards } = sides
  const row = writeOperation(draft, {
    kind,
    approved: false,
    amount: ask.amount,
    currency: ask.currency,
    ...cards,
    details: { ...details, decline },
  })
  return { operation: row, decline }
}

function existing(side: Side | null, role: 'source' | 'destination'): Side {
  if (side !== null) return side
  throw new Fault('card-unknown', `No ${role} card has this number.`, `/${role}Card/cardNumber`)
}

function movable(ask: MovementAsk): Amount {
  if (ask.currency !== CARD_CURRENCY)
    throw new Fault('currency-unsupported', 'Only EUR (978) is supported.', '/currency')
  if (!isMovable(ask.amount))
    throw new Fault(
      'amount-invalid',
      'The amount must be an integer from 1 to 999999999999 in minor units.',
      '/amount',
    )
  return toAmount(ask.amount)
}

const withExpiry = (ask: TransferAsk): OperationDetails => ({
  ...ask.details,
  ...(ask.expiry === undefined ? {} : { sourceExpiry: ask.expiry }),
})
