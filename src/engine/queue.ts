// Asks waiting for their space's next batch. Bounded, and fair: every space that waits gets its turn before one gets a second.

import type { CommandRequest, ExecutionResult } from './execution.ts'

export interface Job {
  readonly envelope: CommandRequest
  readonly resolve: (outcome: ExecutionResult) => void
}

/** Asks that may wait in all; above it callers are told to come back. */
export const QUEUE_BOUND = 10_000

export class Queue {
  readonly #bySpace = new Map<number, Job[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False when the queue is full. */
  add(waiting: Job): boolean {
    if (this.#size >= QUEUE_BOUND) return false
    this.#append(waiting)
    return true
  }

  /** Puts an ask back in line that was taken and is not done: it was accepted, and so is not turned away by a full queue. */
  putBack(waiting: Job): void {
    this.#append(waiting)
  }

  /** Spaces with waiting asks, the longest waiting first. */
  datasets(): number[] {
    return [...this.#bySpace.keys()]
  }

  /** Takes up to `most` asks of one space; what is left goes to the end of the line. */
  take(datasetId: number, most: number): Job[] {
    const commands = this.#bySpace.get(datasetId)
    if (commands === undefined) return []
    this.#bySpace.delete(datasetId)
    const taken = commands.splice(0, most)
    if (commands.length > 0) this.#bySpace.set(datasetId, commands)
    this.#size -= taken.length
    return taken
  }

  #append(waiting: Job): void {
    const { datasetId } = waiting.envelope
    const commands = this.#bySpace.get(datasetId)
    if (commands === undefined) this.#bySpace.set(datasetId, [waiting])
    else commands.push(waiting)
    this.#size += 1
  }
}
