// Reads a CSV file (RFC 4180) with a header row. Errors name the line and the column.

import { createRequire } from 'node:module'
import type * as CsvParse from 'csv-parse/sync'
import { scrubPans } from '../../../issuing/pan.ts'
import type { Issue } from '../../../web/http/responses/error.ts'
import { problem } from '../problems.ts'

/** Loads the parser with the first file. */
const load = createRequire(import.meta.url)

/** Maximum number of data rows in a file. */
export const CSV_ROWS_MAX = 1000
/** Maximum number of characters in a file. */
export const CSV_LENGTH_MAX = 1_000_000
/** Maximum number of errors in a response. */
const ERRORS_MAX = 20

export interface CsvColumn {
  readonly column: string
  readonly isRequired?: true
  /** Another column that replaces this required one. */
  readonly requiredWithout?: string
  readonly isValid: (text: string) => boolean
  readonly expected: string
}

export interface CsvRow {
  /** The last line of the row in the file. */
  readonly line: number
  /** The values by column; empty cells are absent. */
  readonly cells: Readonly<Record<string, string>>
}

/** Collects the errors of a file. */
export class CsvErrors {
  readonly #issues: Issue[] = []
  readonly #places = new Set<string>()
  #count = 0

  /** `detail` is a sentence, or what the sentence says about the column. */
  add(line: number, column: string | undefined, detail: string): void {
    this.#count += 1
    this.#places.add(`${line} ${column}`)
    if (this.#issues.length >= ERRORS_MAX) return
    const isPredicate = /^[a-z]/.test(detail)
    const place = column === undefined ? ':' : isPredicate ? `: ${column}` : `, ${column}:`
    this.#issues.push({ pointer: '/csv', detail: `line ${line}${place} ${detail}` })
  }

  /** Adds the error unless this place already has one. */
  addOnce(line: number, column: string, detail: string): void {
    if (!this.#places.has(`${line} ${column}`)) this.add(line, column, detail)
  }

  /** Throws if there is an error. */
  check(): void {
    const [first] = this.#issues
    if (first === undefined) return
    const others = this.#count - 1
    const more = others === 0 ? '' : ` (and ${others} more)`
    throw problem('csv-invalid', `${first.detail}${more}.`, this.#issues)
  }
}

interface Known {
  readonly columns: readonly CsvColumn[]
  /** Columns of exported lists that an import ignores. */
  readonly ignored: readonly string[]
}

interface ParsedRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The rows of a file whose cells are valid; other errors are collected. */
export function csvRows(csv: string, known: Known, errors: CsvErrors): readonly CsvRow[] {
  const [head, ...records] = parsed(csv, errors)
  if (head === undefined) {
    errors.add(1, undefined, 'a header row is required')
    return []
  }
  const headers = head.record.map((name) => name.trim())
  checkHeaders(headers, head.info.lines, known, errors)
  if (records.length === 0) errors.add(head.info.lines, undefined, 'no rows follow the header')
  if (records.length > CSV_ROWS_MAX)
    errors.add(
      records[CSV_ROWS_MAX]?.info.lines ?? 0,
      undefined,
      `a file can have at most ${CSV_ROWS_MAX} rows; split it`,
    )
  errors.check()
  return records.flatMap((row) => rowOf(row, headers, known, errors) ?? [])
}

function parsed(csv: string, errors: CsvErrors): readonly ParsedRecord[] {
  if (csv.includes('\uFFFD')) {
    errors.add(
      csv.slice(0, csv.indexOf('\uFFFD')).split('\n').length,
      undefined,
      'the text is not UTF-8',
    )
    return []
  }
  try {
    const { parse } = load('csv-parse/sync') as typeof CsvParse
    const records: unknown = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return csv.trim() === '' ? [] : (records as readonly ParsedRecord[])
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    const line = 'lines' in error ? Number(error.lines) : 1
    errors.add(line, undefined, 'a quotation mark is not closed, or is inside an unquoted cell')
    errors.check()
    return []
  }
}

/** In some countries, spreadsheets separate cells by semicolons. */
function delimiterOf(csv: string): ',' | ';' {
  const [head = ''] = csv.split('\n', 1)
  return head.includes(';') && !head.includes(',') ? ';' : ','
}

function checkHeaders(
  headers: readonly string[],
  line: number,
  { columns, ignored }: Known,
  errors: CsvErrors,
): void {
  const names = columns.map(({ column }) => column)
  for (const [index, header] of headers.entries()) {
    // A file without a header row starts with data.
    const shown = scrubPans(header).slice(0, 40)
    if (header === '') errors.add(line, undefined, `column ${index + 1} has no name`)
    else if (headers.indexOf(header) !== index) errors.add(line, shown, 'appears twice')
    else if (!names.includes(header) && !ignored.includes(header))
      errors.add(line, shown, `is an unknown column; the columns are ${names.join(', ')}`)
  }
  for (const { column, isRequired } of columns)
    if (isRequired === true && !headers.includes(column)) errors.add(line, column, 'is missing')
}

function rowOf(
  { record, info: { lines: line } }: ParsedRecord,
  headers: readonly string[],
  { columns }: Known,
  errors: CsvErrors,
): CsvRow | undefined {
  if (record.length !== headers.length) {
    errors.add(
      line,
      undefined,
      `the row has ${record.length} cells; the header has ${headers.length}`,
    )
    return undefined
  }
  const cells: Record<string, string> = {}
  for (const { column, isRequired, isValid, expected } of columns) {
    const text = unguarded(record[headers.indexOf(column)] ?? '')
    if (text !== '' && isValid(text)) cells[column] = text
    else if (text !== '') errors.add(line, column, expected)
    else if (isRequired === true) errors.add(line, column, 'is required')
  }
  return { line, cells }
}

/** Removes the apostrophe that exported files put before the start of a formula. */
const unguarded = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/u, '')
