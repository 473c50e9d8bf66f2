// How many requests a project may make: a bucket of tokens for each, filled at the rate of the setting RATE_LIMIT and holding two seconds' worth, so
// that a burst passes and a flood does not. Every process counts for itself.

import { Fault } from '../kernel/fault.ts'
import { boundedCache } from './bounded-cache.ts'

/** Seconds of the rate that a project may use at once. */
const BURST_SECONDS = 2
/** Projects whose buckets are remembered; one that is forgotten is full again. */
const BUCKETS_MAX = 10_000

interface Bucket {
  tokens: number
  /** When it was filled last, epoch milliseconds. */
  at: number
}

export class RateLimit {
  readonly #perSecond: number
  readonly #now: () => number
  readonly #buckets = boundedCache<number, Bucket>({ maxEntries: BUCKETS_MAX })

  /** `now` gives real time in epoch milliseconds. */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond
    this.#now = now
  }

  /** Counts a request of a project. Throws `Fault` (`rate-limited`) where it has made too many. */
  take(projectNumber: number): void {
    const most = this.#perSecond * BURST_SECONDS
    const now = this.#now()
    const bucket = this.#buckets.get(projectNumber) ?? { tokens: most, at: now }
    const filled = bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond
    bucket.tokens = Math.min(most, Math.max(filled, bucket.tokens))
    bucket.at = now
    this.#buckets.set(projectNumber, bucket)
    if (bucket.tokens < 1)
      throw new Fault(
        'rate-limited',
        `The project makes more than ${this.#perSecond} requests a second. Try again in a second.`,
      )
    bucket.tokens -= 1
  }
}
