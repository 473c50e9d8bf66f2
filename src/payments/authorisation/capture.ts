// Captures a hold once: by the merchant, or automatically at the order's `autocompletionDate`. The
// rest of the hold is released.

import { putOrder } from '../orders/order-callbacks.ts'
import type { Draft } from '../../kernel/draft.ts'
import { releaseHold } from '../../ledger/account.ts'
import { toAmount } from '../../ledger/money.ts'
import { postBetween } from '../../ledger/postings.ts'
import {
  type MoveFaults,
  type AmountMove,
  amountsOf,
  assertAllows,
  fittingMove,
  isAmountOrAll,
  type OrderAmounts,
} from '../orders/order-amounts.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import type { OrderRef } from '../orders/order-rows.ts'
import { statusAfter } from '../orders/order-status.ts'
import type { Order } from '../orders/order.ts'
import { merchantAccount, payerAccount, returnLimits, writeFollowUp } from './payment-entries.ts'

const FAULTS = {
  state: 'deposit-state',
  'amount-invalid': 'deposit-amount-invalid',
  'exceeds-approved': 'deposit-above-approved',
  'exceeds-deposited': 'deposit-amount-invalid',
} as const satisfies MoveFaults

/** Captures a hold once. 0 captures all of it; the rest of a smaller amount is released. */
export function captureAmount(amounts: OrderAmounts, amount: number): AmountMove {
  const { approvedAmount } = amounts
  if (!isAmountOrAll(amount)) return { fault: 'amount-invalid' }
  if (amount > approvedAmount) return { fault: 'exceeds-approved' }
  const moved = amount === 0 ? approvedAmount : toAmount(amount)
  return moved === 0
    ? { fault: 'amount-invalid' }
    : { moved, amounts: { ...amounts, depositedAmount: moved } }
}

export interface CaptureOrderInput {
  readonly order: OrderRef
  /** Minor units; 0 captures everything. */
  readonly amount: number
}

/** Captures a hold for the merchant. */
export const captureOrder = defineOrderCommand<CaptureOrderInput, Order>({
  decide({ amount }, order, draft) {
    assertAllows(order, 'deposit', FAULTS)
    const { moved } = fittingMove(captureAmount(amountsOf(order), amount), FAULTS)
    return capture(draft, order, moved)
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
