// Commands that wait for the next batch of their dataset. The queue is bounded and fair: each
// waiting dataset gets a turn before any gets a second.

import { maskCardNumbers } from '../registry/card-numbers.ts'
import type { CommandRequest, ExecutionResult } from './execution.ts'

export interface Job {
  readonly request: CommandRequest
  readonly resolve: (result: ExecutionResult) => void
}

export type DatasetJobs = readonly [datasetId: number, waiting: readonly Job[]]

/** Maximum number of waiting commands; beyond it, callers get `busy`. */
export const QUEUE_MAX_COMMANDS = 10_000

export class Queue {
  readonly #byDataset = new Map<number, Job[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False if the queue is full. */
  add(job: Job): boolean {
    if (this.#size >= QUEUE_MAX_COMMANDS) return false
    this.#append({ ...job, request: withoutCardNumbers(job.request) })
    return true
  }

  /**
   * Returns an unfinished command to the queue. The command was already accepted, so it is queued
   * even if the queue is full.
   */
  putBack(job: Job): void {
    this.#append(job)
  }

  /** Returns taken commands to the queue, in front of the dataset's other commands. */
  putFirst(datasetId: number, jobs: readonly Job[]): void {
    this.#byDataset.set(datasetId, [...jobs, ...(this.#byDataset.get(datasetId) ?? [])])
    this.#size += jobs.length
  }

  /** Datasets with waiting commands, longest waiting first. */
  datasets(): number[] {
    return [...this.#byDataset.keys()]
  }

  /** True if a waiting command of the dataset matches. */
  some(datasetId: number, matches: (job: Job) => boolean): boolean {
    return this.#byDataset.get(datasetId)?.some(matches) === true
  }

  /** Takes up to `count` commands of a dataset; the remaining ones go to the end of the queue. */
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

/**
 * Every command passes through here, so card numbers in free text are masked before anything is
 * stored.
 */
function withoutCardNumbers(request: CommandRequest): CommandRequest {
  const input = maskCardNumbers(request.input)
  return input === request.input ? request : { ...request, input }
}
