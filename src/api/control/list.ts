// Common parts of lists: `limit` and `cursor` in the query, and `nextCursor` in the response.

import { type TSchema, Type } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import type { Key, ListPage, PageRequest } from '../../store/keyset.ts'
import { CURSOR_LENGTH, readCursor, writeCursor } from '../../web/http/cursor.ts'
import { problem } from './problems.ts'
import { orNull } from './schemas.ts'

const DEFAULT_LIMIT = 50

/** The query of a list with its optional filters. */
export const listQuery = <F extends Readonly<Record<string, TSchema>>>(filters: F) =>
  Type.Object(
    {
      limit: Type.Optional(
        Type.String({
          pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$',
          description: `Items per page, 1 to 200 (default ${DEFAULT_LIMIT})`,
          examples: ['20'],
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          maxLength: CURSOR_LENGTH,
          description: '`nextCursor` of the previous page',
        }),
      ),
      ...filters,
    },
    { additionalProperties: false },
  )

export const listAnswer = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: orNull(
      Type.String(),
      'Send it as `cursor` to get the next page; null on the last page',
    ),
  })

/** A list of a project; its name is part of its cursors, so that other lists refuse them. */
export class List<K extends Key> {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /** The list of one record; cursors of other records are refused. */
  ofPart(part: string): List<K> {
    return new List(`${this.#name} ${part}`)
  }

  /** The page that a query names. */
  request(
    { vault }: Project,
    { limit, cursor }: { readonly limit?: string; readonly cursor?: string },
  ): PageRequest<K> {
    const bound = { limit: Number(limit ?? DEFAULT_LIMIT) }
    if (cursor === undefined) return bound
    const after = readCursor<K>(vault, this.#name, cursor)
    if (after !== undefined) return { ...bound, after }
    throw problem('cursor-invalid', 'Send a nextCursor that this list returned, unchanged.')
  }

  answer<T, V>({ vault }: Project, { items, next }: ListPage<T, K>, view: (item: T) => V) {
    const nextCursor = next === null ? null : writeCursor(vault, this.#name, next)
    return { items: items.map(view), nextCursor }
  }
}
