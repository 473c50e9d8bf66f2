// The columns of the file with an orders list.

import { decimalAmount } from '../../../ledger/currency.ts'
import { ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import { type ListedOrder, statusLabel } from '../labels/order-labels.ts'
import { knownCurrency } from '../parts/amounts.ts'
import type { FileColumn } from '../shell/list-file.ts'

const money = (minor: number, { currency }: ListedOrder) =>
  decimalAmount(minor, knownCurrency(currency))

type Column = readonly [header: string, value: (order: ListedOrder) => string | number | null]

const columnsOf = (columns: readonly Column[]): readonly FileColumn<ListedOrder>[] =>
  columns.map(([header, value]) => ({ header, value }))

// prettier-ignore
export const ORDER_COLUMNS = columnsOf([
  ['order_id',         ({ id }) => id],
  ['order_number',     ({ number }) => number],
  ['registered_at',    ({ createdAt }) => createdAt],
  ['status',           (order) => statusLabel(order)[1]],
  ['order_status',     ({ status }) => ORDER_STATUS[status]],
  ['action_code',      ({ actionCode }) => actionCode],
  ['currency',         ({ currency }) => knownCurrency(currency).alpha],
  ['amount',           (order) => money(order.amount, order)],
  ['approved_amount',  (order) => money(order.approvedAmount, order)],
  ['deposited_amount', (order) => money(order.depositedAmount, order)],
  ['refunded_amount',  (order) => money(order.refundedAmount, order)],
  ['card',             ({ numberMask }) => numberMask],
  ['rrn',              ({ rrn }) => rrn],
  ['client_id',        ({ clientId }) => clientId],
  ['declined_attempts', ({ failedAttempts }) => failedAttempts],
  ['labels',           ({ labels }) => labels.join(', ')],
])
