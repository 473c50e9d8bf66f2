// Datasets that another process had locked when a transaction over many datasets tried to lock
// them. Their commands return to the queue. The next transaction starts with them and waits for
// their locks.

import type { BatchResult } from './batch.ts'
import type { DatasetJobs, Queue } from './queue.ts'

/** With fewer datasets, the unlocked rest is too small to be worth its own commit. */
const DATASETS_MIN = 3

export class PassedOver {
  readonly #datasetIds = new Set<number>()

  /** The waiting datasets that the next transaction may take. */
  first(waiting: readonly number[]): readonly number[] {
    if (this.#datasetIds.size === 0) return waiting
    const passedOver = waiting.filter((datasetId) => this.#datasetIds.has(datasetId))
    return passedOver.length > 0 ? passedOver : waiting
  }

  /** True if the transaction has to wait for locks, because no dataset is skipped twice. */
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

/** The commands of a transaction, without those that it skipped. */
export const countDecided = (
  groups: readonly DatasetJobs[],
  results: readonly BatchResult[],
): number =>
  groups.reduce(
    (sum, [, { length }], index) => sum + (results[index]?.isPassedOver === true ? 0 : length),
    0,
  )
