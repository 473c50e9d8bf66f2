// Copies the rows of a dataset to another. SQLite has one writer, so a large copy is split into
// parts with separate transactions, between which other projects can write. On PostgreSQL, one
// transaction holds the lock of one project.

import type { RowCounts } from '../projects/snapshot.ts'
import type { TableName } from '../kernel/rows.ts'
import {
  beginningOf,
  COPY_ROWS,
  COPY_STATEMENTS,
  countWaitingCallbacks,
} from '../store/snapshot-statements.ts'
import type { Statement, Store, Transaction } from '../store/store.ts'
import { nextTurn } from '../time.ts'
import type { SqlValue } from '../store/table.ts'

/** Runs the parts of a long write. */
export interface Parts {
  /** True if other writers may run between two parts. */
  readonly isSplit: boolean
  run<T>(part: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** The signature of `Availability.transact`, which reports outages. */
type Transact = <T>(store: Store, work: (transaction: Transaction) => Promise<T>) => Promise<T>

/**
 * Runs a write that copies about `rows` rows: in one transaction if it is small or does not block
 * other projects, otherwise in several.
 */
export function inParts<T>(
  { store, transact }: { readonly store: Store; readonly transact: Transact },
  rows: number,
  write: (parts: Parts) => Promise<T>,
): Promise<T> {
  const isSplit = store.commitsTogether && rows > COPY_ROWS
  return isSplit
    ? write({ isSplit, run: (part) => transact(store, part) })
    : transact(store, (transaction) => write({ isSplit, run: (part) => part(transaction) }))
}

/** Copies all rows. Nothing may write to `from` in the meantime. */
export async function copyRows(
  parts: Parts,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (const { table, end, part, rest } of COPY_STATEMENTS) {
    let after: SqlValue = beginningOf(table)
    for (;;) {
      const last = await parts.run((transaction) => transaction.run(end, [from, after]))
      const until: SqlValue | undefined = last[0]?.[table.key]
      const values = [from, to, after]
      await parts.run((transaction) =>
        until === undefined
          ? transaction.run(rest, values)
          : transaction.run(part, [...values, until]),
      )
      if (until === undefined) break
      after = until
      // SQLite works in this process, so other requests get a turn in between.
      await nextTurn()
    }
  }
}

/** The rows of a dataset by kind. */
interface Contents {
  readonly counts: RowCounts
  readonly rows: number
  readonly bytes: number
  readonly waitingCallbacks: number
}

export async function contentsOf(transaction: Transaction, datasetId: number): Promise<Contents> {
  const count = async (statement: Statement) => {
    const [record] = await transaction.run(statement, [datasetId])
    return { count: Number(record?.['count'] ?? 0), bytes: Number(record?.['bytes'] ?? 0) }
  }
  const counts: Partial<Record<TableName, number>> = {}
  let [rows, bytes] = [0, 0]
  for (const { kind, count: statement } of COPY_STATEMENTS) {
    const found = await count(statement)
    if (found.count > 0) counts[kind] = found.count
    rows += found.count
    bytes += found.bytes
  }
  const waiting = await count(countWaitingCallbacks)
  return { counts, rows, bytes, waitingCallbacks: waiting.count }
}
