// Deletes unreachable rows: expired idempotency responses and sessions, and the rows of retired
// datasets. It works in small transactions between the engine's batches.

import { IDEMPOTENCY_LIFE_MS } from '../projects/idempotency.ts'
import {
  awaitLogWriters,
  deleteEmptyDatasets,
  deleteExpiredAnswers,
  expiryStatements,
  findExpiredAnswers,
  findRetired,
  sweepMarks,
  SWEEP_ROWS,
  sweepRequestLog,
  sweepStatements,
} from '../store/housekeeping-statements.ts'
import { retireAbandoned } from '../store/snapshot-statements.ts'
import { type SqlRecord, type Statement, type Store, transact } from '../store/store.ts'
import type { SqlValue } from '../store/table.ts'
import { nextTurn, realNow } from '../time.ts'

/**
 * Number of datasets with rows that one round sweeps. The next round, a minute later, continues.
 */
const RETIRED_MAX_PER_ROUND = 1000

/** Deletes unreachable rows. Returns when none are left, the round is full or `isStopping()`. */
export async function sweep(
  store: Store,
  isStopping: () => boolean,
  retiredMax = RETIRED_MAX_PER_ROUND,
): Promise<void> {
  const run = async (statement: Statement, parameters: readonly SqlValue[]) => {
    const records = await transact(store, (transaction) => transaction.run(statement, parameters))
    // SQLite completes in microtasks, so without a turn of the event loop, requests would wait for
    // the end of the sweep.
    await nextTurn()
    return records
  }
  /** Deletes the empty datasets in a page of retired datasets after `last`. */
  const deleteEmpty = async (last: number, page: readonly number[]) => {
    const end = page.at(-1) ?? last
    const deleted = await transact(store, async (transaction) => {
      if (store.dialect === 'postgres')
        await transaction.run(awaitLogWriters, [JSON.stringify(page)])
      return transaction.run(deleteEmptyDatasets, [last, end])
    })
    await nextTurn()
    return deleted
  }
  const runInChunks = async (statement: Statement, parameters: readonly SqlValue[]) => {
    let swept = SWEEP_ROWS
    while (swept === SWEEP_ROWS && !isStopping()) swept = (await run(statement, parameters)).length
  }
  const ids = (records: readonly SqlRecord[]) => records.map((each) => Number(each['project_id']))
  const expired = realNow() - IDEMPOTENCY_LIFE_MS
  for (let page = SWEEP_ROWS; page === SWEEP_ROWS && !isStopping();) {
    const datasetIds = ids(await store.query(findExpiredAnswers, [expired]))
    for (const datasetId of datasetIds)
      await runInChunks(deleteExpiredAnswers, [datasetId, expired])
    page = datasetIds.length
  }
  for (const statement of expiryStatements) await runInChunks(statement, [realNow()])
  await run(retireAbandoned, [realNow()])

  let last = -1
  for (let left = retiredMax; left > 0 && !isStopping();) {
    const page = ids(await store.query(findRetired, [last]))
    const end = page.at(-1)
    if (end === undefined) return
    const empty = new Set(ids(await deleteEmpty(last, page)))
    for (const datasetId of page.filter((id) => !empty.has(id)).slice(0, left)) {
      for (const statement of [...sweepStatements, ...sweepRequestLog, sweepMarks])
        await runInChunks(statement, [datasetId])
      if (isStopping()) return
      await deleteEmpty(datasetId - 1, [datasetId])
      left -= 1
    }
    last = end
  }
}
