// Reverses a hold in full: by the merchant, when it expires, or at the order's `autoReverseDate`.
// If the project allows it, a captured payment can be reversed on the day of its capture.

import type { Draft } from '../../kernel/draft.ts'
import type { Settings } from '../../kernel/settings.ts'
import { isoDate } from '../../kernel/calendar.ts'
import { releaseHold } from '../../ledger/account.ts'
import { type Amount, toAmount } from '../../ledger/money.ts'
import { postBetween } from '../../ledger/postings.ts'
import { amountFault, assertAllows, NO_AMOUNTS } from '../orders/order-amounts.ts'
import { putOrder } from '../orders/order-callbacks.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import type { OrderRef } from '../orders/order-rows.ts'
import { statusAfter } from '../orders/order-status.ts'
import type { Order } from '../orders/order.ts'
import { merchantAccount, payerAccount, returnLimits, writeFollowUp } from './payment-entries.ts'

/** The amount of a reversal: the captured amount or the whole hold. A request may name it, or 0. */
export function reverseAmount(
  { approvedAmount, depositedAmount }: Pick<Order, 'approvedAmount' | 'depositedAmount'>,
  amount = 0,
): Amount {
  const whole = depositedAmount === 0 ? approvedAmount : depositedAmount
  if (amount !== 0 && amount !== whole) throw amountFault('reverse-amount-invalid')
  return toAmount(whole)
}

export interface ReverseOrderInput {
  readonly order: OrderRef
  /** Minor units: 0 or the whole hold. */
  readonly amount?: number
}

/**
 * On the day of the capture, this reverses the payment if the project allows it; otherwise the
 * hold.
 */
export const reversalMove = (
  depositedAt: number | undefined,
  { reverseCaptured }: Pick<Settings, 'reverseCaptured'>,
  now: number,
): 'reverse' | 'reverse-captured' =>
  reverseCaptured === 'same-day' &&
  depositedAt !== undefined &&
  isoDate(depositedAt) === isoDate(now)
    ? 'reverse-captured'
    : 'reverse'

/** Reverses a hold, or a payment captured today, for the merchant. */
export const reverseOrder = defineOrderCommand<ReverseOrderInput, Order>({
  decide({ amount }, order, draft) {
    const { depositedAt } = order.progress
    const move = reversalMove(depositedAt, draft.dataset.settings, draft.now)
    assertAllows(order, move, 'reverse-state')
    const whole = reverseAmount(order, amount)
    return move === 'reverse' ? reverse(draft, order, move) : reverseCaptured(draft, order, whole)
  },
})

/** Releases the funds of a hold; `release` is the automatic transition. */
export function reverse(draft: Draft, order: Order, move: 'release' | 'reverse'): Order {
  const held = toAmount(order.approvedAmount)
  const status = statusAfter(order, move)
  // Nothing declines after this point.
  draft.put('account', releaseHold(payerAccount(draft, order), held))
  returnLimits(draft, order, held)
  writeFollowUp(draft, order, { kind: 'reversal', amount: held })
  return reversed(draft, order, status)
}

/** Reverses a captured payment. */
function reverseCaptured(draft: Draft, order: Order, captured: Amount): Order {
  const status = statusAfter(order, 'reverse-captured')
  // Nothing declines after this point.
  const payer = payerAccount(draft, order)
  const merchant = merchantAccount(draft, order)
  postBetween(draft, merchant, payer, captured)
  returnLimits(draft, order, captured)
  const posting = { debit: merchant, credit: payer }
  writeFollowUp(draft, order, { kind: 'reversal', amount: captured, ...posting })
  return reversed(draft, order, status)
}

function reversed(draft: Draft, order: Order, status: Order['status']): Order {
  const progress = { ...order.progress, reversedAt: draft.now }
  return putOrder(draft, { ...order, ...NO_AMOUNTS, status, dueAt: null, progress }, ['reversed'])
}
