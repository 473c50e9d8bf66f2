// Maps domain rows to table rows: the columns in order, and their types.

export type ColumnType = 'integer' | 'text' | 'boolean' | 'json'
export type SqlValue = string | number | null

export interface Table {
  /** Name in the database. */
  readonly name: string
  readonly members: readonly string[]
  readonly columns: readonly string[]
  /** Text columns that are written from the row, for searches, and not read back. */
  readonly derived: ReadonlyMap<string, (row: object) => string>
  readonly types: readonly ColumnType[]
  /** Column of the primary key after `project_id`. */
  readonly key: string
  /** Rows of an append-only table never change. */
  readonly appendOnly: boolean
  /** Columns that never change after the insert: updates write neither them nor their indexes. */
  readonly constant: ReadonlySet<string>
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes a table; every member of the row needs a column type. */
export function table<Row>(
  name: string,
  types: Record<keyof Row & string, ColumnType>,
  options: {
    key: keyof Row & string
    appendOnly?: boolean
    constant?: readonly (keyof Row & string)[]
    derived?: Readonly<Record<string, (row: Row) => string>>
  },
): Table {
  const members = Object.keys(types)
  return {
    name,
    members,
    columns: members.map(snakeCase),
    derived: new Map(
      Object.entries(options.derived ?? {}).map(([column, derive]) => [
        column,
        (row: object) => derive(row as Row),
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

/** The values of a row in the order of the written columns. */
export function encode(table: Table, row: object): SqlValue[] {
  const source = row as Record<string, unknown>
  const values = table.members.map((member, index) =>
    encodeValue(table.types[index], source[member]),
  )
  for (const derive of table.derived.values()) values.push(derive(row))
  return values
}

function encodeValue(type: ColumnType | undefined, value: unknown): SqlValue {
  switch (type) {
    case 'json':
      return JSON.stringify(value)
    case 'boolean':
      return value === true ? 1 : 0
    default:
      return value as SqlValue
  }
}

/** The domain row of a record with column names as keys, which have the `prefix` in a join. */
export function decode(
  table: Table,
  record: Readonly<Record<string, unknown>>,
  prefix = '',
): object {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < table.members.length; index++) {
    const value = record[`${prefix}${table.columns[index] ?? ''}`]
    row[table.members[index] ?? ''] = decodeValue(table.types[index], value)
  }
  return row
}

/** The columns of a table for a join, each named with the `prefix`. */
export const prefixedColumns = (table: Table, alias: string, prefix: string): string =>
  table.columns.map((column) => `${alias}.${column} as ${prefix}${column}`).join(', ')

function decodeValue(type: ColumnType | undefined, value: unknown): unknown {
  switch (type) {
    case 'json':
      return JSON.parse(value as string)
    case 'boolean':
      return value === 1
    default:
      return value
  }
}
