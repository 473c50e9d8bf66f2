// Limits how many emails a caller may request, to any addresses.

import { boundedCache } from '../engine/bounded-cache.ts'
import { HOUR_MS } from '../kernel/calendar.ts'
import { Fault } from '../kernel/fault.ts'

const EMAILS_PER_HOUR = 100
const CALLERS_MAX = 10_000

export class EmailRate {
  readonly #callers = boundedCache<string, { count: number; readonly since: number }>({
    maxEntries: CALLERS_MAX,
  })

  /**
   * Counts a request for an email, even if none is sent. Throws `Fault` (`rate-limited`) above the
   * limit.
   */
  count(caller: string, now: number): void {
    const known = this.#callers.get(caller)
    const counted =
      known !== undefined && now - known.since < HOUR_MS ? known : { count: 0, since: now }
    if (counted.count >= EMAILS_PER_HOUR)
      throw new Fault('rate-limited', 'Too many emails requested. Try again in an hour.')
    counted.count += 1
    this.#callers.set(caller, counted)
  }
}
