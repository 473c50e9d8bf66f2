// Captures a hold once: by the merchant, or automatically at the order's `autocompletionDate`. The
// rest of the hold is released.

import { putOrder } from '../orders/order-callbacks.ts'
import type { Draft } from '../../kernel/draft.ts'
import { releaseHold } from '../../ledger/account.ts'
import { type Amount, isMovable, toAmount } from '../../ledger/money.ts'
import { postBetween } from '../../ledger/postings.ts'
import { amountFault, assertAllows } from '../orders/order-amounts.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import type { OrderRef } from '../orders/order-rows.ts'
import { statusAfter } from '../orders/order-status.ts'
import type { Order } from '../orders/order.ts'
import { merchantAccount, payerAccount, returnLimits, writeFollowUp } from './payment-entries.ts'

/** The amount that a request captures; 0 is the whole hold. */
export function captureAmount(
  { approvedAmount }: Pick<Order, 'approvedAmount'>,
  amount: number,
): Amount {
  if (amount > approvedAmount) throw amountFault('deposit-above-approved')
  const captured = amount === 0 ? approvedAmount : amount
  if (!isMovable(captured)) throw amountFault('deposit-amount-invalid')
  return captured
}

export interface CaptureOrderInput {
  readonly order: OrderRef
  /** Minor units; 0 captures everything. */
  readonly amount: number
}

/** Captures a hold for the merchant. */
export const captureOrder = defineOrderCommand<CaptureOrderInput, Order>({
  decide({ amount }, order, draft) {
    assertAllows(order, 'deposit', 'deposit-state')
    return capture(draft, order, captureAmount(order, amount))
  },
})

/** Captures all or part of a hold. The rest of the hold and its use of limits are released. */
export function capture(draft: Draft, order: Order, amount: number): Order {
  const held = toAmount(order.approvedAmount)
  const captured = toAmount(amount)
  const status = statusAfter(order, 'deposit')
  // Nothing declines after this point.
  const payer = releaseHold(payerAccount(draft, order), held)
  const merchant = merchantAccount(draft, order)
  postBetween(draft, payer, merchant, captured)
  returnLimits(draft, order, toAmount(held - captured))
  const posting = { debit: payer, credit: merchant }
  writeFollowUp(draft, order, { kind: 'completion', amount: captured, ...posting })
  const progress = { ...order.progress, depositedAt: draft.now }
  return putOrder(draft, { ...order, status, depositedAmount: captured, dueAt: null, progress }, [
    'captured',
  ])
}
