// Commands waiting for their dataset's next batch. Bounded, and fair: every dataset that waits gets its turn before one gets a second.

import type { CommandRequest, ExecutionResult } from './execution.ts'

export interface Job {
  readonly request: CommandRequest
  readonly resolve: (result: ExecutionResult) => void
}

/** Commands that may wait in all; above it callers are told to come back. */
export const QUEUE_MAX_COMMANDS = 10_000

export class Queue {
  readonly #byDataset = new Map<number, Job[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False when the queue is full. */
  add(job: Job): boolean {
    if (this.#size >= QUEUE_MAX_COMMANDS) return false
    this.#append(job)
    return true
  }

  /** Puts a command back in line that was taken and is not done: it was accepted, and so is not turned away by a full queue. */
  putBack(job: Job): void {
    this.#append(job)
  }

  /** Datasets with waiting commands, the longest waiting first. */
  datasets(): number[] {
    return [...this.#byDataset.keys()]
  }

  /** Takes up to `count` commands of one dataset; what is left goes to the end of the line. */
  take(datasetId: number, count: number): Job[] {
    const jobs = this.#byDataset.get(datasetId)
    if (jobs === undefined) return []
    this.#byDataset.delete(datasetId)
    const taken = jobs.splice(0, count)
    if (jobs.length > 0) this.#byDataset.set(datasetId, jobs)
    this.#size -= taken.length
    return taken
  }

  #append(job: Job): void {
    const { datasetId } = job.request
    const commands = this.#byDataset.get(datasetId)
    if (commands === undefined) this.#byDataset.set(datasetId, [job])
    else commands.push(job)
    this.#size += 1
  }
}
