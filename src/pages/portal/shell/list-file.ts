// A list as a CSV file, read page by page while it is sent.

import { csvRow } from '../parts/csv.ts'
import type { Download } from './screen.ts'

/** As many as one answer holds. */
export const FILE_PAGE_SIZE = 200
/** Rows of one file. */
const FILE_ROWS_MAX = 100_000

export interface FileColumn<I> {
  readonly header: string
  readonly value: (item: I) => string | number | null
}

interface Rows<I> {
  readonly items: readonly I[]
  readonly nextCursor: string | null
}

/** Reads the first page before the file begins, so that a wrong filter still gets an error page. */
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
