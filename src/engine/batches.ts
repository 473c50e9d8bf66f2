// The batches of several datasets in one transaction.

import type { Transaction } from '../store/store.ts'
import { realNow } from '../time.ts'
import { type BatchContext, type BatchResult, runBatch } from './batch.ts'
import type { CommandRequest } from './execution.ts'

/** A dataset with due work. */
export interface DueDataset {
  readonly datasetId: number
  readonly projectNumber: number
}

interface Batch extends Pick<BatchContext, 'cached'> {
  readonly datasetId: number
  readonly commands: readonly CommandRequest[]
}

type SharedContext = Omit<BatchContext, 'cached' | 'realNow'>

/** One after the other, because they share the limit of due work. */
export async function runInTurn(
  transaction: Transaction,
  batches: readonly Batch[],
  context: SharedContext,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = []
  let { stepLimit } = context
  for (const batch of batches) {
    const result = await run(transaction, batch, { ...context, stepLimit })
    stepLimit = { ...stepLimit, items: stepLimit.items - result.dueItems }
    results.push(result)
  }
  return results
}

/** Concurrently, so that they share the round trips of their statements. */
export async function runSideBySide(
  transaction: Transaction,
  batches: readonly Batch[],
  context: SharedContext,
): Promise<readonly BatchResult[]> {
  const { stepLimit } = context
  const items = Math.ceil(stepLimit.items / batches.length)
  const shared = { ...context, stepLimit: { ...stepLimit, items } }
  // All of them end before the transaction does.
  const results = await Promise.allSettled(batches.map((batch) => run(transaction, batch, shared)))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

const run = (
  transaction: Transaction,
  { datasetId, commands, cached }: Batch,
  context: SharedContext,
): Promise<BatchResult> =>
  runBatch(transaction, datasetId, commands, { ...context, realNow: realNow(), cached })

/** Datasets with more work to do immediately. */
export function dueDatasetsOf(results: readonly BatchResult[]): DueDataset[] {
  const now = realNow()
  const datasets = results.flatMap(({ cached }) =>
    cached === undefined ? [] : [cached.rows.dataset],
  )
  return datasets
    .filter(({ workAt }) => workAt !== null && workAt <= now)
    .map(({ id, projectNumber }) => ({ datasetId: id, projectNumber }))
}
