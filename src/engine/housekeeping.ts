// Cleaning up behind the write path: rows of retired datasets and results stored for repeated requests, in small transactions between
// the batches.

import { IDEMPOTENCY_LIFE_MS } from '../projects/idempotency.ts'
import {
  dropDataset,
  endedStatements,
  findRetired,
  forgetAnswers,
  SWEEP_ROWS,
  sweepStatements,
} from '../store/housekeeping-statements.ts'
import { type SqlRecord, type Statement, type Store, transact } from '../store/store.ts'
import type { SqlValue } from '../store/table.ts'
import { realNow } from '../time.ts'

/** Removes what nobody can reach any more. Returns when nothing is left or `isStopping` says so. */
export async function sweep(store: Store, isStopping: () => boolean): Promise<void> {
  await inChunks(store, forgetAnswers, [realNow() - IDEMPOTENCY_LIFE_MS], isStopping)
  for (const statement of endedStatements) await inChunks(store, statement, [realNow()], isStopping)
  while (!isStopping()) {
    const [retired] = await store.query(findRetired, [])
    if (retired === undefined) return
    const datasetId = Number(retired['project_id'])
    for (const statement of sweepStatements)
      await inChunks(store, statement, [datasetId], isStopping)
    if (!isStopping()) await once(store, dropDataset, [datasetId])
  }
}

async function inChunks(
  store: Store,
  statement: Statement,
  parameters: readonly SqlValue[],
  isStopping: () => boolean,
): Promise<void> {
  let swept = SWEEP_ROWS
  while (swept === SWEEP_ROWS && !isStopping())
    swept = (await once(store, statement, parameters)).length
}

const once = (
  store: Store,
  statement: Statement,
  parameters: readonly SqlValue[],
): Promise<readonly SqlRecord[]> =>
  transact(store, (transaction) => transaction.run(statement, parameters))
