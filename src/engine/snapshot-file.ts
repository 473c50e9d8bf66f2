// The file of a snapshot: lines of JSON. The first line is the header, the last one the checksum of
// all lines before it. The lines in between are strings: compressed rows of one table each. Rows
// have the columns that the header lists, so that a later version can read them.

import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { SNAPSHOT_NAME_LENGTH, SNAPSHOT_NAME_PATTERN } from '../projects/snapshot.ts'
import type { ColumnType, SqlValue } from '../store/table.ts'

export const FILE_FORMAT = 'sandcard-snapshot'
export const FILE_VERSION = 1

/** The secrets of the data, in plain text or encrypted with a passphrase. */
export type FileSecrets =
  { readonly open: string } | { readonly salt: string; readonly sealed: string }

export interface FileHead {
  readonly format: typeof FILE_FORMAT
  readonly formatVersion: number
  /** Number of migrations of the database that wrote the file. */
  readonly schemaVersion: number
  readonly name: string
  readonly takenAt: number
  readonly clockAt: number
  readonly frozen: boolean
  readonly idNumbers: readonly number[]
  readonly secrets: FileSecrets
  /** The dataset's own row. */
  readonly dataset: Readonly<Record<string, SqlValue>>
  /** The columns of each table, by its name in the database. */
  readonly tables: Readonly<Record<string, readonly string[]>>
}

export interface FileRows {
  readonly table: string
  readonly rows: readonly (readonly SqlValue[])[]
}

const NAME = new RegExp(SNAPSHOT_NAME_PATTERN)

/**
 * Maximum size of a line after decompression, which bounds the memory that a hostile file can use.
 */
const LINE_MAX_BYTES = 32 * 1024 * 1024

/** Thrown for a file that is not a complete snapshot; the message says what is wrong. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  /** The JSON Pointer of the wrong value; undefined if the file is not a single document. */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

const compress = promisify<Buffer, Buffer>(deflateRaw)
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

/** The lines of a file, while its rows are read. */
export async function* fileLines(
  head: FileHead,
  rows: AsyncIterable<FileRows>,
): AsyncGenerator<string, void, undefined> {
  const digest = createHash('sha256')
  let count = 0
  yield lineOf(digest, head)
  for await (const part of rows) {
    count += part.rows.length
    const bytes = await compress(Buffer.from(JSON.stringify([part.table, part.rows])))
    yield lineOf(digest, bytes.toString('base64'))
  }
  yield `${JSON.stringify({ rows: count, sha256: digest.digest('hex') })}\n`
}

function lineOf(digest: Hash, value: unknown): string {
  const line = `${JSON.stringify(value)}\n`
  digest.update(line)
  return line
}

/** A file of complete lines, with its last line. */
export function closedFile(lines: readonly string[], rows: number): string {
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ rows, sha256 })}\n`
}

export interface OpenFile {
  readonly head: FileHead
  /** Number of rows in the whole file, according to its last line. */
  readonly rows: number
  /** The rows, in the order in which they were written. */
  readonly parts: () => AsyncGenerator<FileRows, void, undefined>
}

/** Checks a whole file and reads its header. Throws `DamagedFile`. */
export function openFile(text: string): OpenFile {
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  const lastStart = text.lastIndexOf('\n', end - 1) + 1
  const firstEnd = text.indexOf('\n')
  if (firstEnd < 0 || lastStart === 0)
    throw new DamagedFile(
      'The file is incomplete: it has fewer than two lines. Export the snapshot again.',
    )
  const head = parsed(text.slice(0, firstEnd)) as Partial<FileHead> | undefined
  if (head?.format !== FILE_FORMAT) throw new DamagedFile('The file is not a Sandcard snapshot.')
  if (head.formatVersion !== FILE_VERSION)
    throw new DamagedFile('A newer version of Sandcard wrote the file. Upgrade first.')
  const last = parsed(text.slice(lastStart, end)) as
    { rows?: unknown; sha256?: unknown } | undefined
  if (typeof last?.sha256 !== 'string' || typeof last.rows !== 'number')
    throw new DamagedFile('The end of the file is missing. Export the snapshot again.')
  const digest = createHash('sha256').update(text.slice(0, lastStart)).digest('hex')
  if (digest !== last.sha256)
    throw new DamagedFile('The checksum of the file is incorrect. Export the snapshot again.')
  return {
    head: checkedHead(head),
    rows: last.rows,
    parts: () => partsOf(text, firstEnd + 1, lastStart),
  }
}

async function* partsOf(
  text: string,
  from: number,
  until: number,
): AsyncGenerator<FileRows, void, undefined> {
  for (let start = from; start < until;) {
    const end = text.indexOf('\n', start)
    const packed = parsed(text.slice(start, end))
    start = end + 1
    if (typeof packed !== 'string') throw new DamagedFile('A line of the file has no rows.')
    yield await unpacked(packed)
  }
}

async function unpacked(packed: string): Promise<FileRows> {
  let text: string
  try {
    const limit = { maxOutputLength: LINE_MAX_BYTES }
    text = (await decompress(Buffer.from(packed, 'base64'), limit)).toString('utf8')
  } catch {
    throw new DamagedFile('A line of the file cannot be decompressed.')
  }
  const value = parsed(text)
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1]))
    throw new DamagedFile('A line of the file has no rows.')
  const [table, rows] = value as [string, unknown[]]
  for (const row of rows)
    if (!Array.isArray(row) || !row.every(isValue))
      throw new DamagedFile('A row of the file has invalid values.')
  return { table, rows: rows as SqlValue[][] }
}

const isValue = (value: unknown): value is SqlValue =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value)

function checkedHead(head: Partial<FileHead>): FileHead {
  const { schemaVersion, name, takenAt, clockAt, frozen, idNumbers, secrets, dataset, tables } =
    head
  const isComplete =
    [schemaVersion, takenAt, clockAt].every(Number.isSafeInteger) &&
    isName(name) &&
    typeof frozen === 'boolean' &&
    Array.isArray(idNumbers) &&
    idNumbers.every(Number.isSafeInteger) &&
    isRecord(secrets) &&
    isRecord(dataset) &&
    Object.values(dataset).every(isValue) &&
    isRecord(tables) &&
    Object.values(tables).every((columns) => Array.isArray(columns) && columns.every(isText))
  if (!isComplete) throw new DamagedFile('The first line of the file is incomplete.')
  return head as FileHead
}

export const isName = (value: unknown): boolean =>
  isText(value) && value.length <= SNAPSHOT_NAME_LENGTH && NAME.test(value)

const isText = (value: unknown): value is string => typeof value === 'string'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Whether a value in a file matches the type of its column, because SQLite would store anything.
 */
export function fits(type: ColumnType, value: SqlValue): boolean {
  if (value === null) return true
  switch (type) {
    case 'integer':
      return typeof value === 'number'
    case 'boolean':
      return value === 0 || value === 1
    case 'text':
      return typeof value === 'string'
    case 'json':
      return typeof value === 'string' && parsed(value) !== undefined
  }
}
