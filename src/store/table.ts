// Maps domain rows to table rows: the columns in order, and their types.

import { compileFunction } from 'node:vm'

export type ColumnType = 'integer' | 'text' | 'boolean' | 'json'
export type SqlValue = string | number | null

/** A column that is written from the row, for searches, and not read back. */
interface DerivedColumn<Row> {
  readonly type: ColumnType
  readonly of: (row: Row) => SqlValue
}

export interface Table {
  /** Name in the database. */
  readonly name: string
  readonly members: readonly string[]
  readonly columns: readonly string[]
  readonly derived: ReadonlyMap<string, DerivedColumn<object>>
  readonly types: readonly ColumnType[]
  /** Column of the primary key after `project_id`. */
  readonly key: string
  /** True for an append-only table, whose rows never change. */
  readonly appendOnly: boolean
  /** Columns that never change after the insert. Updates write neither them nor their indexes. */
  readonly constant: ReadonlySet<string>
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes a table; every field of the row needs a column type. */
export function table<Row>(
  name: string,
  types: Record<keyof Row & string, ColumnType>,
  options: {
    key: keyof Row & string
    appendOnly?: boolean
    constant?: readonly (keyof Row & string)[]
    derived?: Readonly<Record<string, DerivedColumn<Row>>>
  },
): Table {
  const members = Object.keys(types)
  return {
    name,
    members,
    columns: members.map(snakeCase),
    derived: new Map(
      Object.entries(options.derived ?? {}).map(([column, { type, of }]) => [
        column,
        { type, of: (row: object) => of(row as Row) },
      ]),
    ),
    types: Object.values<ColumnType>(types),
    key: snakeCase(options.key),
    appendOnly: options.appendOnly ?? false,
    constant: new Set((options.constant ?? []).map(snakeCase)),
  }
}

/** The columns that are written, in the order of `encode`. */
export const writtenColumns = (table: Table): readonly string[] => [
  ...table.columns,
  ...table.derived.keys(),
]

/** The type of a written column. */
export const typeOfColumn = (table: Table, column: string): ColumnType | undefined =>
  table.types[table.columns.indexOf(column)] ?? table.derived.get(column)?.type

/** The values of a row in the order of the written columns. */
export function encode(table: Table, row: object): SqlValue[] {
  let encoder = encoders.get(table)
  if (encoder === undefined) encoders.set(table, (encoder = newEncoder(table)))
  const values = encoder(row)
  for (const { of } of table.derived.values()) values.push(of(row))
  return values
}

/**
 * A row for `json_to_recordset`, with column names as keys. Nulls are undefined, which JSON omits;
 * this halves the text of most rows.
 */
export function encodeRecord(table: Table, datasetId: number, row: object): JsonRecord {
  let encoder = recordEncoders.get(table)
  if (encoder === undefined) recordEncoders.set(table, (encoder = newRecordEncoder(table)))
  return encoder(datasetId, row)
}

/** The domain row of a record with column names as keys, which have the `prefix` in a join. */
export function decode(table: Table, record: SqlRecord, prefix = ''): object {
  let byPrefix = decoders.get(table)
  if (byPrefix === undefined) decoders.set(table, (byPrefix = new Map<string, Decoder>()))
  let decoder = byPrefix.get(prefix)
  if (decoder === undefined) byPrefix.set(prefix, (decoder = newDecoder(table, prefix)))
  return decoder(record)
}

type SqlRecord = Readonly<Record<string, unknown>>
type Decoder = (record: SqlRecord) => object
type Encoder = (row: object) => SqlValue[]
type RecordEncoder = (datasetId: number, row: object) => JsonRecord
export type JsonRecord = Record<string, SqlValue | undefined>

// Compiled from the table description, because a loop that accesses properties by variable names
// takes forty times as long. All rows of a table also have the same hidden class.
const decoders = new Map<Table, Map<string, Decoder>>()
const encoders = new Map<Table, Encoder>()
const recordEncoders = new Map<Table, RecordEncoder>()

const DECODED: Readonly<Record<ColumnType, (value: string) => string>> = {
  integer: (value) => value,
  text: (value) => value,
  boolean: (value) => `${value} === 1`,
  json: (value) => `JSON.parse(${value})`,
}
const ENCODED: Readonly<Record<ColumnType, (value: string) => string>> = {
  integer: (value) => value,
  text: (value) => value,
  boolean: (value) => `${value} === true ? 1 : 0`,
  json: (value) => `JSON.stringify(${value})`,
}

function newDecoder({ members, columns, types }: Table, prefix: string): Decoder {
  const lines = members.map((member, index) => {
    const value = `record.${prefix}${columns[index] ?? ''}`
    return `${member}: ${DECODED[types[index] ?? 'text'](value)}`
  })
  return compileFunction(`return { ${lines.join(', ')} }`, ['record']) as Decoder
}

function newEncoder({ members, types }: Table): Encoder {
  const values = members.map((member, index) => ENCODED[types[index] ?? 'text'](`row.${member}`))
  return compileFunction(`return [${values.join(', ')}]`, ['row']) as Encoder
}

function newRecordEncoder({ members, columns, types, derived }: Table): RecordEncoder {
  const stored = members.map((member, index) => {
    const value = ENCODED[types[index] ?? 'text'](`row.${member}`)
    return `${columns[index] ?? ''}: (${value}) ?? undefined`
  })
  const computed = [...derived.keys()].map(
    (column) => `${column}: derived.get('${column}').of(row)`,
  )
  const all = ['project_id: datasetId', ...stored, ...computed].join(', ')
  const create = compileFunction(`return (datasetId, row) => ({ ${all} })`, ['derived']) as (
    derived: Table['derived'],
  ) => RecordEncoder
  return create(derived)
}

/** The columns of a table for a join, each named with the `prefix`. */
export const prefixedColumns = (table: Table, alias: string, prefix: string): string =>
  table.columns.map((column) => `${alias}.${column} as ${prefix}${column}`).join(', ')
