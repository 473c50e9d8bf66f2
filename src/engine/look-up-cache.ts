// A bounded cache of database lookups. Concurrent lookups of the same key share one query.

import { boundedCache, type BoundedCache } from './bounded-cache.ts'

/** A value that is available or still being looked up. */
export type Awaitable<T> = T | Promise<T>

export class LookUpCache<K extends string | number, V extends object | string> {
  readonly #known: BoundedCache<K, V | Promise<V | undefined>>

  /**
   * Beyond `maxEntries`, the least recently used entry is dropped, and any entry expires after
   * `maxAgeMs`.
   */
  constructor(maxEntries: number, maxAgeMs = 0) {
    this.#known = boundedCache({ maxEntries, maxAgeMs })
  }

  /**
   * The value of a key, from `lookUp` if it is not cached. Absent values and failures are not
   * cached. A cached value is returned synchronously, because awaiting a promise would delay the
   * request.
   */
  get(key: K, lookUp: () => Promise<V | undefined>): Awaitable<V | undefined> {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const pending = lookUp()
    // A later lookup of the same key that started after a `delete` is kept.
    const settle = (value: V | undefined): void => {
      if (this.#known.peek(key) !== pending) return
      if (value === undefined) this.#known.delete(key)
      else this.#known.set(key, value, { noUpdateTTL: true })
    }
    pending.then(settle, () => settle(undefined))
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
