// A cache that drops what was least recently used above its bound, and grows with what is in it. Told its bound as `max`, lru-cache takes
// the room for all of it at once: for the caches of this service that was a quarter of a start.

import { LRUCache } from 'lru-cache'

export type BoundedCache<
  K extends string | number,
  V extends object | string | number | true,
> = LRUCache<K, V>

/** The clock is looked at this seldom: by default a busy cache sets a timer each millisecond so as not to look at it more often. */
const AGE_RESOLUTION_MS = 100

/** `maxAgeMs` is the real time after which an entry is dropped in any case; 0 for never. */
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
