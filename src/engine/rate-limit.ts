// Limits a project's requests with a token bucket: it fills at RATE_LIMIT per second and holds two
// seconds' worth, so that short bursts pass. Each process counts separately.

import { Fault } from '../kernel/fault.ts'
import { boundedCache } from './bounded-cache.ts'

/** Seconds' worth of requests in a full bucket. */
const BURST_SECONDS = 2
/** Maximum number of buckets in memory; a forgotten bucket counts as full. */
const BUCKETS_MAX = 10_000

interface Bucket {
  tokens: number
  /** Time of the last refill, in epoch milliseconds. */
  at: number
}

export class RateLimit {
  readonly #perSecond: number
  readonly #now: () => number
  readonly #buckets = boundedCache<number, Bucket>({ maxEntries: BUCKETS_MAX })

  /** `now` returns real time in epoch milliseconds. */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond
    this.#now = now
  }

  /** Counts a request of a project. Throws `Fault` (`rate-limited`) if the bucket is empty. */
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
        `The project has exceeded its limit of ${this.#perSecond} requests per second. Retry in a second.`,
      )
    bucket.tokens -= 1
  }
}
