// Datasets that another process held when a transaction of many locked them. Their commands go back
// to the queue. The next transaction takes them first and waits for their locks.

import type { BatchResult } from './batch.ts'
import type { DatasetJobs, Queue } from './queue.ts'

/** With fewer, the free part of a transaction is too small for a commit of its own. */
const DATASETS_MIN = 3

export class PassedOver {
  readonly #datasetIds = new Set<number>()

  /** Those of the waiting datasets that the next transaction may take. */
  first(waiting: readonly number[]): readonly number[] {
    if (this.#datasetIds.size === 0) return waiting
    const passedOver = waiting.filter((datasetId) => this.#datasetIds.has(datasetId))
    return passedOver.length > 0 ? passedOver : waiting
  }

  /** True if a transaction of these datasets waits for locks: none is passed over twice. */
  take(groups: readonly DatasetJobs[]): boolean {
    let waits = groups.length < DATASETS_MIN
    for (const [datasetId] of groups) if (this.#datasetIds.delete(datasetId)) waits = true
    return waits
  }

  /** Returns to the queue the commands that a transaction did not decide. */
  putBack(groups: readonly DatasetJobs[], results: readonly BatchResult[], queue: Queue): void {
    for (const [index, [datasetId, jobs]] of groups.entries()) {
      if (results[index]?.isPassedOver !== true) continue
      this.#datasetIds.add(datasetId)
      queue.putFirst(datasetId, jobs)
    }
  }
}

/** The commands of a transaction, without those that it passed over. */
export const countDecided = (
  groups: readonly DatasetJobs[],
  results: readonly BatchResult[],
): number =>
  groups.reduce(
    (sum, [, { length }], index) => sum + (results[index]?.isPassedOver === true ? 0 : length),
    0,
  )
