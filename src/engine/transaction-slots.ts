// How many transactions of a process run simultaneously.

import { timers } from '../time.ts'

/**
 * With more transactions, fewer projects share one: with eight, two thirds of them had the commands
 * of a single project.
 */
const TRANSACTIONS_USUAL = 2
const TRANSACTIONS_MAX = 8
/** A slow transaction may be waiting for another process. Other projects must not wait with it. */
const SLOW_AFTER_MS = 100

export class TransactionSlots {
  readonly #commitsTogether: () => boolean
  #running = 0
  #slow = 0

  /** `commitsTogether`: there is a single writer. */
  constructor(commitsTogether: () => boolean) {
    this.#commitsTogether = commitsTogether
  }

  get areAllFree(): boolean {
    return this.#running === 0
  }

  get hasFree(): boolean {
    if (this.#commitsTogether()) return this.#running === 0
    return this.#running < Math.min(TRANSACTIONS_USUAL + this.#slow, TRANSACTIONS_MAX)
  }

  /**
   * Takes a slot and returns the function that frees it. `onSlow` is called if the transaction is
   * slow, so that another may start.
   */
  take(onSlow: () => void): () => void {
    this.#running += 1
    if (this.#commitsTogether())
      return () => {
        this.#running -= 1
      }
    let isSlow = false
    const timer = timers.setTimeout(() => {
      isSlow = true
      this.#slow += 1
      onSlow()
    }, SLOW_AFTER_MS)
    return () => {
      timers.clearTimeout(timer)
      this.#running -= 1
      if (isSlow) this.#slow -= 1
    }
  }
}
