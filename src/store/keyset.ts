// Lists are read by keyset: a page begins after the last row of the page before, which an index finds at once however long the list is, and
// rows that are added meanwhile shift nothing. Where only a text decides which rows belong to the list, no index finds them: the rows are
// looked through in windows, so that nobody else waits for long.

import { nextTurn } from '../time.ts'

/** Where a row stands in its list: the values that the list is ordered by. */
export type Key = readonly (number | string)[]

export interface PageRequest<K extends Key = Key> {
  /** The key of the last row of the page before; absent at the beginning. */
  readonly after?: K | undefined
  readonly limit: number
}

export interface ListPage<T, K extends Key = Key> {
  readonly items: readonly T[]
  /** What the next page begins after; null at the end of the list. */
  readonly next: K | null
}

/** A page of rows that were read with one more than asked for: that one tells whether more remain. */
export function pageOf<T, K extends Key>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => K,
): ListPage<T, K> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : keyOf(last) }
}

/** Rows that a search looks at in one go: a few milliseconds. */
export const SEARCH_WINDOW_ROWS = 1000
/** Windows in one answer. A search that found less by then tells where to go on. */
const SEARCH_MAX_WINDOWS = 20

export interface Search<T, K extends Key> {
  /** The key of the last row of the window after a key; undefined where the list has fewer rows left. */
  readonly windowEnd: (after: K) => Promise<K | undefined>
  /** Rows of the window that belong to the list; `end` is undefined where it goes to the end. */
  readonly found: (after: K, end: K | undefined, limit: number) => Promise<readonly T[]>
  readonly keyOf: (row: T) => K
}

/**
 * A page of what a search finds. It may hold fewer rows than asked for, or none, although the list goes on; where its readers would not
 * understand that, `windows` is infinite.
 */
export async function searchPage<T, K extends Key>(
  { windowEnd, found, keyOf }: Search<T, K>,
  first: K,
  limit: number,
  windows = SEARCH_MAX_WINDOWS,
): Promise<ListPage<T, K>> {
  const rows: T[] = []
  let after = first
  for (let window = 0; window < windows; window++) {
    const end = await windowEnd(after)
    rows.push(...(await found(after, end, limit + 1 - rows.length)))
    if (rows.length > limit || end === undefined) return pageOf(rows, limit, keyOf)
    after = end
    // SQLite reads in this process: let other requests in between.
    await nextTurn()
  }
  return { items: rows, next: after }
}

/** A text as the pattern of `like ... escape '!'` that finds it anywhere. */
export const containing = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`
