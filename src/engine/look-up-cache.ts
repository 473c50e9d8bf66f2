// A bounded cache of look-ups in the database: many that need the same thing at the same time look it up once.

import { boundedCache, type BoundedCache } from './bounded-cache.ts'

export class LookUpCache<K extends string | number, V> {
  readonly #known: BoundedCache<K, Promise<V | undefined>>

  /** Above `maxEntries` the least recently used entry is dropped; with `maxAgeMs`, one that is older, too. */
  constructor(maxEntries: number, maxAgeMs = 0) {
    this.#known = boundedCache({ maxEntries, maxAgeMs })
  }

  /** The value of a key, from memory or by `lookUp`. What is absent and what failed is looked up again the next time. */
  get(key: K, lookUp: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const pending = lookUp()
    // A later look-up under the same key, begun after a `delete`, stays.
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
