// Reads a project's due work: what a move of its clock would run.

import type { Callback } from '../../callbacks/callback.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import { DUE_COUNTED_MAX } from '../../projects/settings.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

// Partial indexes on due times require a range. JSON keys inside the merchant's texts are escaped,
// so the pattern finds the field itself.
const ordersStatement: Statement = {
  name: 'read_due_orders',
  text: `select due_at, status,
      case when status = ${ORDER_STATUS.held} and request like '%"autocompletionAt":%' then 1 else 0 end
        as captures
    from gateway_order where project_id = $1 and due_at >= 0 and due_at <= $2
    order by due_at, id limit ${DUE_COUNTED_MAX + 1}`,
}

const callbackTimesStatement: Statement = {
  name: 'read_due_callback_times',
  text: `select id, due_at from callback where project_id = $1 and due_at >= 0 and due_at <= $2
    order by due_at, id limit ${DUE_COUNTED_MAX + 1}`,
}

const callbacksStatement: Statement = {
  name: 'read_due_callbacks',
  text: `select ${TABLES.callback.columns.join(', ')} from callback
    where project_id = $1 and due_at >= 0 order by due_at, id limit $2`,
}

/** An order with due work: when it changes, its status, and whether its hold is captured. */
export interface DueOrderTime {
  readonly dueAt: number
  readonly status: number
  readonly captures: boolean
}

/** Orders due by a time; at most one more than are counted. */
export async function dueOrderTimes(
  reads: Queryable,
  datasetId: number,
  until: number,
): Promise<readonly DueOrderTime[]> {
  const records = await reads.query(ordersStatement, [datasetId, until])
  return records.map((record) => ({
    dueAt: Number(record['due_at']),
    status: Number(record['status']),
    captures: Number(record['captures']) === 1,
  }))
}

export interface DueCallbackTime {
  readonly id: number
  readonly dueAt: number
}

/** Callbacks due by a time; at most one more than are counted. */
export async function dueCallbackTimes(
  reads: Queryable,
  datasetId: number,
  until: number,
): Promise<readonly DueCallbackTime[]> {
  const records = await reads.query(callbackTimesStatement, [datasetId, until])
  return records.map((record) => ({ id: Number(record['id']), dueAt: Number(record['due_at']) }))
}

/** The callbacks that are due next, at any time. */
export async function nextCallbacks(
  reads: Queryable,
  datasetId: number,
  limit: number,
): Promise<readonly Callback[]> {
  const records = await reads.query(callbacksStatement, [datasetId, limit])
  return records.map((record) => decode(TABLES.callback, record) as Callback)
}
