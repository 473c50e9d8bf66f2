// Determines whether a batch whose connection was lost during COMMIT was committed.

import { randomBytes } from 'node:crypto'
import { withBatch } from '../store/dataset-row.ts'
import { CommitUnknown, type Store, type Transaction, transact } from '../store/store.ts'

const TRIES_MAX = 3

interface SentBatch {
  readonly datasetId: number
  readonly process: string
  readonly batch: string
}

/** The random id of a batch. */
export const newBatchId = (): string => randomBytes(9).toString('base64url')

/**
 * True if the batch was committed. If not, it never will be. Throws `CommitUnknown` if the database
 * does not respond.
 */
export async function wasCommitted(store: Store, sent: SentBatch): Promise<boolean> {
  for (let attempt = 1; ; attempt++)
    try {
      return await transact(store, (transaction) => findOrPrevent(transaction, sent))
    } catch (error) {
      if (attempt >= TRIES_MAX)
        throw new CommitUnknown('the database cannot be asked whether the batch happened', {
          cause: error,
        })
    }
}

/**
 * Looks for the id of the batch under the lock. If the id is absent, writes a new one, so that the
 * database rejects the batch if it still arrives late.
 */
async function findOrPrevent(
  transaction: Transaction,
  { datasetId, process, batch }: SentBatch,
): Promise<boolean> {
  const locked = await transaction.lock(datasetId)
  if (locked === null) return false
  const { dataset, recentBatches } = locked
  if (recentBatches.some(([, known]) => known === batch)) return true
  transaction.save({ dataset, recentBatches: withBatch(recentBatches, process, newBatchId()) }, {})
  return false
}
