// The amounts of a paid order (`paymentAmountInfo`), and the faults of operations that change them.

import { Fault, type FaultCode } from '../../kernel/fault.ts'
import { type Amount, toAmount, ZERO } from '../../ledger/money.ts'
import type { Order } from './order.ts'
import { nextOrderStatus, type OrderMove } from './order-status.ts'

/** Approved, captured and refunded, in minor units. */
export interface OrderAmounts {
  readonly approvedAmount: Amount
  readonly depositedAmount: Amount
  readonly refundedAmount: Amount
}

/** The amounts of an unpaid order, and of an order whose payment was reversed. */
export const NO_AMOUNTS: OrderAmounts = {
  approvedAmount: ZERO,
  depositedAmount: ZERO,
  refundedAmount: ZERO,
}

export const amountsOf = (order: Order): OrderAmounts => ({
  approvedAmount: toAmount(order.approvedAmount),
  depositedAmount: toAmount(order.depositedAmount),
  refundedAmount: toAmount(order.refundedAmount),
})

/** Why an amount cannot be captured, reversed or refunded. */
export type AmountFault = 'amount-invalid' | 'exceeds-approved' | 'exceeds-deposited'

/** The moved amount and the amounts after it, or a fault. */
export type AmountMove =
  | { readonly fault: AmountFault }
  | { readonly fault?: never; readonly moved: Amount; readonly amounts: OrderAmounts }

/** True for an amount, or for 0, which means the full amount. */
export const isAmountOrAll = (amount: number): boolean =>
  Number.isSafeInteger(amount) && amount >= 0

/** An operation's faults for a wrong order status and for invalid amounts. */
export type MoveFaults = Readonly<Record<'state' | AmountFault, FaultCode>>

/** Refuses an operation that the order's status does not allow. */
export function assertAllows({ status }: Order, move: OrderMove, faults: MoveFaults): void {
  if (nextOrderStatus(status, move) === undefined)
    throw new Fault(faults.state, `An order in status ${status} does not allow this operation.`)
}

/** The movement; throws the operation's fault if the amount is not valid for the order. */
export function fittingMove(
  move: AmountMove,
  faults: MoveFaults,
): Exclude<AmountMove, { readonly fault: AmountFault }> {
  if (move.fault !== undefined)
    throw new Fault(faults[move.fault], 'The amount is not valid for this order.')
  return move
}
