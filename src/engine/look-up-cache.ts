// A bounded cache of database look-ups. Concurrent look-ups of the same key share one query.

import { boundedCache, type BoundedCache } from './bounded-cache.ts'

export class LookUpCache<K extends string | number, V> {
  readonly #known: BoundedCache<K, Promise<V | undefined>>

  /** Beyond `maxEntries` the least recently used entry is dropped, and after `maxAgeMs` any. */
  constructor(maxEntries: number, maxAgeMs = 0) {
    this.#known = boundedCache({ maxEntries, maxAgeMs })
  }

  /** The value of a key, cached or from `lookUp`. Absent values and failures are not cached. */
  get(key: K, lookUp: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const pending = lookUp()
    // Keep a later look-up of the same key that started after a `delete`.
    const forget = (): void => {
      if (this.#known.peek(key) === pending) this.#known.delete(key)
    }
    pending.then((value) => {
      if (value === undefined) forget()
    }, forget)
    this.#known.set(key, pending)
    return pending
  }

  clear(): void {
    this.#known.clear()
  }

  delete(key: K): void {
    this.#known.delete(key)
  }
}
