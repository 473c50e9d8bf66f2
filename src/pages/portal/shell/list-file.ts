// A list as a CSV file, read page by page as it is sent.

import type { SentValues } from '../../../api/endpoint/in-process.ts'
import { permissionOf, type TypedOperation } from '../../../api/endpoint/operation.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { csvRow } from '../parts/csv.ts'
import { withParams } from './action-address.ts'
import type { Download, DownloadRoute, PageContext, Route } from './screen.ts'

export const csvLink = (href: string): Html =>
  html`<a class="button quiet" href="${href}" download>Export CSV</a>`

/** The maximum page size of a response. */
export const FILE_PAGE_SIZE = 200
/** Maximum number of rows in a file. */
const FILE_ROWS_MAX = 100_000

export interface FileColumn<I> {
  readonly header: string
  readonly value: (item: I) => string | number | null
}

interface Rows<I> {
  readonly items: readonly I[]
  readonly nextCursor: string | null
}

/**
 * Reads the first page before the file starts, so that an invalid filter still produces an error
 * page.
 */
export async function listFile<I>(
  fileName: string,
  columns: readonly FileColumn<I>[],
  pageAfter: (cursor: string | null) => Promise<Rows<I>>,
): Promise<Download> {
  const first = await pageAfter(null)
  return {
    fileName,
    contentType: 'text/csv; charset=utf-8',
    parts: lines(columns, first, pageAfter),
  }
}

async function* lines<I>(
  columns: readonly FileColumn<I>[],
  first: Rows<I>,
  pageAfter: (cursor: string) => Promise<Rows<I>>,
): AsyncGenerator<string, void, undefined> {
  yield csvRow(columns.map(({ header }) => header))
  let page = first
  for (let sent = page.items.length; ; sent += page.items.length) {
    yield page.items
      .map((item) => csvRow(columns.map(({ value }) => String(value(item) ?? ''))))
      .join('')
    if (page.nextCursor === null || sent >= FILE_ROWS_MAX) return
    page = await pageAfter(page.nextCursor)
  }
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
}

/** The response of an operation as a file, with a column for each field of its records. */
export function answerFile<B, Q, S>(
  shows: TypedOperation<B, Q, S, object>,
  {
    member = 'items',
    sent,
    ...route
  }: Route & {
    /** Response field that contains the records. */
    readonly member?: string
    readonly sent?: (context: PageContext) => SentValues<B, Q, S>
  },
): DownloadRoute {
  const records = (shows.answer as JsonSchema).properties?.[member]?.items ?? {}
  const isPaged =
    (shows as { readonly query?: JsonSchema }).query?.properties?.['cursor'] !== undefined
  return {
    needs: permissionOf(shows),
    ...route,
    send(context) {
      const values: { readonly query?: object } = sent?.(context) ?? {}
      return listFile(
        withParams(route.path, context.params).split('/').at(-1) ?? '',
        columnsOf(records),
        async (cursor) => {
          const paging = { limit: String(FILE_PAGE_SIZE), ...(cursor !== null && { cursor }) }
          const query = { ...values.query, ...paging }
          const answer = await context.perform<unknown, unknown, unknown, object>(shows, {
            ...values,
            ...(isPaged && { query }),
          })
          const { [member]: items, nextCursor } = answer as Readonly<Record<string, unknown>>
          return {
            items: items as readonly unknown[],
            nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
          }
        },
      )
    },
  }
}

/** Nested fields have separate columns, such as `clock_now`. */
function columnsOf(
  schema: JsonSchema,
  path: readonly string[] = [],
): readonly FileColumn<unknown>[] {
  const { properties } = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, each]) => columnsOf(each, [...path, name]))
  const header = path.join('_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const valueOf = (record: unknown): unknown =>
    path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], record)
  return [{ header, value: (record) => cellOf(valueOf(record)) }]
}

/** Lists of numbers and strings are separated by spaces; other structures are JSON. */
function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  const isFlat = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  return isFlat ? value.join(' ') : JSON.stringify(value)
}
