// The kinds of rows that the engine writes, and the columns by which they are found. Each subject
// adds its own in its `rows.ts`; `src/registry/rows.ts` combines them. Unless stated otherwise,
// times are epoch milliseconds on the project's clock and amounts are in minor units.

/** Kinds of rows by name. A subject adds its own with `declare module '../kernel/rows.ts'`. */
export interface Rows {}

/**
 * The columns by which a row is found; each finds at most one. `currentOf` is not a column: it
 * finds the current number of a card.
 */
export interface Lookups {}

export type TableName = keyof Rows
export type Lookup<T extends TableName> = Lookups[T]
export type KeyValue = string | number

/** The lookup columns of a subject's rows, by kind; the first one of each is the primary key. */
export type LookupsOf<L extends Readonly<Record<string, readonly string[]>>> = {
  [T in keyof L]: L[T][number]
}

/** One row by its key. */
export interface RowKey<T extends TableName = TableName> {
  readonly table: T
  readonly by: Lookup<T>
  readonly key: KeyValue
}

/** The rows with these keys, one each. */
export type RowsOf<Keys extends readonly RowKey[]> = {
  readonly [Index in keyof Keys]: Rows[Keys[Index]['table']]
}

export const rowKey = <T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): RowKey<T> => ({
  table,
  by,
  key,
})

/** The rows that decisions changed, in their new version. */
export type ChangeSet = { readonly [T in TableName]?: readonly Rows[T][] }

/** A row before and after a command; null before it was created. */
export type RowChange = readonly [
  table: TableName,
  before: Rows[TableName] | null,
  after: Rows[TableName],
]

/** Changed rows are counted up to this number, so that counting takes milliseconds. */
export const CHANGED_ROWS_MAX = 10_000

/** The changed tables with their rows. */
export const changedTables = (changes: ChangeSet): [TableName, readonly Rows[TableName][]][] =>
  Object.entries(changes) as [TableName, readonly Rows[TableName][]][]
