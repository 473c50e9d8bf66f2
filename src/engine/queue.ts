// Asks waiting for their space's next batch. Bounded, and fair: every space that waits gets its turn before one gets a second.

import type { Envelope, Outcome } from './envelope.ts'

export interface Waiting {
  readonly envelope: Envelope
  readonly resolve: (outcome: Outcome) => void
}

/** Asks that may wait in all; above it callers are told to come back. */
export const QUEUE_BOUND = 10_000

export class Queue {
  readonly #bySpace = new Map<number, Waiting[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** False when the queue is full. */
  add(waiting: Waiting): boolean {
    if (this.#size >= QUEUE_BOUND) return false
    this.#append(waiting)
    return true
  }

  /** Puts an ask back in line that was taken and is not done: it was accepted, and so is not turned away by a full queue. */
  putBack(waiting: Waiting): void {
    this.#append(waiting)
  }

  /** Spaces with waiting asks, the longest waiting first. */
  spaces(): number[] {
    return [...this.#bySpace.keys()]
  }

  /** Takes up to `most` asks of one space; what is left goes to the end of the line. */
  take(spaceId: number, most: number): Waiting[] {
    const asks = this.#bySpace.get(spaceId)
    if (asks === undefined) return []
    this.#bySpace.delete(spaceId)
    const taken = asks.splice(0, most)
    if (asks.length > 0) this.#bySpace.set(spaceId, asks)
    this.#size -= taken.length
    return taken
  }

  #append(waiting: Waiting): void {
    const { spaceId } = waiting.envelope
    const asks = this.#bySpace.get(spaceId)
    if (asks === undefined) this.#bySpace.set(spaceId, [waiting])
    else asks.push(waiting)
    this.#size += 1
  }
}
