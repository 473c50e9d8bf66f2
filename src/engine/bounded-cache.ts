// A cache that drops the least recently used entries beyond its limit, and grows as it fills. With
// the option `max`, lru-cache would allocate everything in advance, which took a quarter of the
// startup time.

import { LRUCache } from 'lru-cache'

export type BoundedCache<
  K extends string | number,
  V extends object | string | number | true,
> = LRUCache<K, V>

/** Resolution of the cache's clock. By default a busy cache sets a timer every millisecond. */
const AGE_RESOLUTION_MS = 100

/** `maxAgeMs` is the real time after which an entry is dropped; 0 means never. */
export const boundedCache = <
  K extends string | number,
  V extends object | string | number | true,
>(bounds: {
  readonly maxEntries: number
  readonly maxAgeMs?: number
}): BoundedCache<K, V> =>
  new LRUCache({
    maxSize: bounds.maxEntries,
    sizeCalculation: () => 1,
    ttl: bounds.maxAgeMs ?? 0,
    ttlResolution: AGE_RESOLUTION_MS,
  })
