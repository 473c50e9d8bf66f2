// The amounts of a paid order (`paymentAmountInfo`), and how an act that moves them is refused.

import { Fault, type FaultCode } from '../../kernel/fault.ts'
import { type Amount, toAmount, ZERO } from '../../ledger/money.ts'
import type { Order } from './order.ts'
import { nextOrderStatus, type OrderMove } from './order-status.ts'

/** Minor units: what is authorised, what the merchant has of it, what it gave back. */
export interface OrderAmounts {
  readonly approvedAmount: Amount
  readonly depositedAmount: Amount
  readonly refundedAmount: Amount
}

/** The amounts of an unpaid order, and of one whose payment was reversed. */
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

/** Why an amount cannot be captured, given back or returned. */
export type AmountFault = 'amount-invalid' | 'exceeds-approved' | 'exceeds-deposited'

/** A move of money: how much, and the amounts after it; or why there is none. */
export type AmountMove =
  | { readonly fault: AmountFault }
  | { readonly fault?: never; readonly moved: Amount; readonly amounts: OrderAmounts }

/** True for an amount, or for 0, which stands for everything. */
export const isAmountOrAll = (amount: number): boolean =>
  Number.isSafeInteger(amount) && amount >= 0

/** What an act says to an order in the wrong state, and to an amount that does not fit it. */
export type ActFaults = Readonly<Record<'state' | AmountFault, FaultCode>>

/** Refuses an act that the order's status does not allow. */
export function assertAllows({ status }: Order, move: OrderMove, faults: ActFaults): void {
  if (nextOrderStatus(status, move) === undefined)
    throw new Fault(faults.state, `An order in status ${status} does not allow this.`)
}

/** The move, where its amount fits the order; otherwise the fault that the act has for it. */
export function fittingMove(
  move: AmountMove,
  faults: ActFaults,
): Exclude<AmountMove, { readonly fault: AmountFault }> {
  if (move.fault !== undefined)
    throw new Fault(faults[move.fault], 'The amount does not fit the order.')
  return move
}
