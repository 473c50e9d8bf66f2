// Keyset pagination: a page starts after the last row of the previous page, which an index finds
// immediately, and new rows shift nothing. A text search has no index; it reads the list in
// windows, so that other requests do not wait long.

import { nextTurn } from '../time.ts'

/** The position of a row in its list: the values by which the list is sorted. */
export type Key = readonly (number | string)[]

export interface PageRequest<K extends Key = Key> {
  /** The key of the last row of the previous page; absent at the start. */
  readonly after?: K | undefined
  readonly limit: number
}

export interface ListPage<T, K extends Key = Key> {
  readonly items: readonly T[]
  /** The key after which the next page starts; null at the end of the list. */
  readonly next: K | null
}

/** A page of rows. One row more than requested was read, which shows whether others follow. */
export function pageOf<T, K extends Key>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => K,
): ListPage<T, K> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : keyOf(last) }
}

/** Number of rows per window of a search, which takes a few milliseconds. */
export const SEARCH_WINDOW_ROWS = 1000
/** Number of windows per response. A search that needs more returns a cursor to continue from. */
const SEARCH_MAX_WINDOWS = 20

export interface Search<T, K extends Key> {
  /** The last key of the window after a key; undefined if fewer rows remain. */
  readonly windowEnd: (after: K) => Promise<K | undefined>
  /** The matching rows in a window; without `end`, in the rest of the list. */
  readonly found: (after: K, end: K | undefined, limit: number) => Promise<readonly T[]>
  readonly keyOf: (row: T) => K
}

/** Number of windows that are searched simultaneously, on different PostgreSQL connections. */
export const WINDOWS_AT_ONCE = 3

/**
 * A page of a search. It may have fewer rows than requested, or none, although the list continues.
 * With infinite `windows`, this never happens.
 */
export async function searchPage<T, K extends Key>(
  { windowEnd, found, keyOf }: Search<T, K>,
  first: K,
  limit: number,
  windows = SEARCH_MAX_WINDOWS,
): Promise<ListPage<T, K>> {
  const searches: Promise<readonly T[]>[] = []
  let known = 0
  let after = first
  let isWhole = false
  const search = async (from: K, to: K | undefined): Promise<readonly T[]> => {
    const rows = await found(from, to, limit + 1)
    known += rows.length
    return rows
  }
  try {
    let end = await windowEnd(first)
    for (let window = 0; window < windows && known <= limit; window++) {
      const started = search(after, end)
      // Awaited later.
      started.catch(() => undefined)
      searches.push(started)
      isWhole = end === undefined
      if (end === undefined) break
      after = end
      // PostgreSQL finds the end of the next window in the meantime. SQLite reads in this process,
      // so other requests get a turn in between.
      ;[end] = await Promise.all([windowEnd(after), searches.at(-WINDOWS_AT_ONCE), nextTurn()])
    }
  } catch (error) {
    await Promise.allSettled(searches)
    throw error
  }
  const rows = (await Promise.all(searches)).flat()
  if (isWhole || rows.length > limit) return pageOf(rows, limit, keyOf)
  return { items: rows, next: after }
}

/** A pattern for `like ... escape '!'` that matches the text anywhere. */
export const containing = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`
