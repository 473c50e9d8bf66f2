// Reads the overview of a project: outcomes of the newest attempts, holds that end next. Each read
// is limited to a number of rows along an index.

import type { EntryKind } from '../../ledger/journal-entry.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** The newest entries, whose outcomes are counted. */
export const OUTCOMES_MAX = 2000

const outcomesStatement: Statement = {
  name: 'read_outcomes',
  text: `select kind, at, approved from journal_entry where project_id = $1 and id >= 0
    order by id desc limit ${OUTCOMES_MAX}`,
}

const orderColumns = prefixedColumns(TABLES.order, 'o', 'o_')
const holdsStatement: Statement = {
  name: 'read_oldest_holds',
  text: `select ${orderColumns} from gateway_order o
    where o.project_id = $1 and o.status = ${ORDER_STATUS.held} and o.created_at >= 0
    order by o.created_at, o.id limit $2`,
}

/** The outcome and time of an entry. */
export interface Outcome {
  readonly kind: EntryKind
  /** Epoch milliseconds on the project's clock. */
  readonly at: number
  readonly approved: boolean
}

/** Newest first. */
export async function newestOutcomes(
  reads: Queryable,
  datasetId: number,
): Promise<readonly Outcome[]> {
  const records = await reads.query(outcomesStatement, [datasetId])
  return records.map(({ kind, at, approved }) => ({
    kind: kind as EntryKind,
    at: Number(at),
    approved: Number(approved) === 1,
  }))
}

/** Held orders, oldest first: the next ones to end. */
export async function oldestHolds(
  reads: Queryable,
  datasetId: number,
  limit: number,
): Promise<readonly Order[]> {
  const records = await reads.query(holdsStatement, [datasetId, limit])
  return records.map((record) => decode(TABLES.order, record, 'o_') as Order)
}
