// Returns captured money to the payer, in full or in parts.

import { Fault } from '../../kernel/fault.ts'
import type { Draft } from '../../kernel/draft.ts'
import { authorizationIdOf, type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'
import { type Amount, isMovable } from '../../ledger/money.ts'
import { postBetween } from '../../ledger/postings.ts'
import { amountFault, assertAllows } from '../orders/order-amounts.ts'
import { putOrder } from '../orders/order-callbacks.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import type { OrderRef } from '../orders/order-rows.ts'
import { statusAfter } from '../orders/order-status.ts'
import type { Order, Refund } from '../orders/order.ts'
import { merchantAccount, payerAccount, returnLimits, writeFollowUp } from './payment-entries.ts'

/** The amount that a request returns; 0 is all that was captured and not refunded yet. */
export function refundAmount(
  { depositedAmount }: Pick<Order, 'depositedAmount'>,
  amount: number,
): Amount {
  if (amount > depositedAmount || depositedAmount === 0) throw amountFault('refund-above-deposited')
  const refunded = amount === 0 ? depositedAmount : amount
  if (!isMovable(refunded)) throw amountFault('refund-amount-invalid')
  return refunded
}

export interface RefundOrderInput {
  readonly order: OrderRef
  /** Minor units; 0 returns the rest. */
  readonly amount: number
  /** The merchant's id of the refund. Repeating it refunds nothing more. */
  readonly externalId?: string
  /** The captured amount that the merchant expects. If it differs, the refund is refused. */
  readonly expectedDepositedAmount?: number
}

/** Maximum number of refunds per payment. */
const REFUNDS_MAX = 100

/** Returns captured money in full or in parts. */
export const refundOrder = defineOrderCommand<RefundOrderInput, Order>({
  decide(input, order, draft) {
    assertAllows(order, 'refund', 'refund-state')
    const { refunds } = order.progress
    const { externalId } = input
    if (externalId !== undefined && refunds.some((each) => each.externalId === externalId))
      return order
    if (refunds.length >= REFUNDS_MAX)
      throw new Fault('refund-state', `An order is refunded at most ${REFUNDS_MAX} times.`)
    const expected = input.expectedDepositedAmount
    if (expected !== undefined && expected !== order.depositedAmount)
      throw new Fault(
        'expected-amount-differs',
        'The captured amount differs from the expected one.',
      )
    const amount = refundAmount(order, input.amount)
    // Nothing declines after this point.
    const entry = returnMoney(draft, order, amount)
    const refund: Refund = {
      at: draft.now,
      amount,
      rrn: rrnOf(entry),
      approvalCode: authorizationIdOf(entry),
      ...(externalId !== undefined && { externalId }),
    }
    const refunded: Order = {
      ...order,
      depositedAmount: order.depositedAmount - amount,
      refundedAmount: order.refundedAmount + amount,
      status: statusAfter(order, 'refund'),
      progress: { ...order.progress, refunds: [...refunds, refund] },
    }
    return putOrder(draft, refunded, ['refunded'], { refund })
  },
})

/** Returns captured money to the payer. */
function returnMoney(draft: Draft, order: Order, amount: Amount): JournalEntry {
  const payer = payerAccount(draft, order)
  const merchant = merchantAccount(draft, order)
  postBetween(draft, merchant, payer, amount)
  returnLimits(draft, order, amount)
  return writeFollowUp(draft, order, { kind: 'refund', amount, debit: merchant, credit: payer })
}
