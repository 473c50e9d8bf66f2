// The amounts of a paid order (`paymentAmountInfo`), and the faults of operations that change them.

import { Fault, type FaultCode } from '../../kernel/fault.ts'
import { type Amount, ZERO } from '../../ledger/money.ts'
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

/** Refuses an operation that the order's status does not allow. */
export function assertAllows({ status }: Order, move: OrderMove, code: FaultCode): void {
  if (nextOrderStatus(status, move) === undefined)
    throw new Fault(code, `An order in status ${status} does not allow this operation.`)
}

export const amountFault = (code: FaultCode): Fault =>
  new Fault(code, 'The amount is not valid for this order.')
