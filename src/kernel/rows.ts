// Every kind of row the write path knows, and the columns it may be found by. The kinds themselves stand with their subjects: each has a
// `rows.ts` that adds its own to `Rows` and `Lookups`, and `src/registry/rows.ts` puts the lists together.
// Where a member does not say otherwise, a time is epoch milliseconds on the project's clock and an amount is in minor units.

/** Kinds of rows by name; a subject adds its own (`declare module '../kernel/rows.ts'`). */
export interface Rows {}

/**
 * What each kind of row may be found by; a look-up names at most one row. All are columns but `currentOf`, which finds the number that a card
 * has now.
 */
export interface Lookups {}

export type TableName = keyof Rows
export type Lookup<T extends TableName> = Lookups[T]
export type KeyValue = string | number

/** The columns of a subject's rows that find them, by kind of row; the first of each is the primary key. */
export type LookupsOf<L extends Readonly<Record<string, readonly string[]>>> = {
  [T in keyof L]: L[T][number]
}

/** One row by its key. */
export interface RowKey<T extends TableName = TableName> {
  readonly table: T
  readonly by: Lookup<T>
  readonly key: KeyValue
}

/** The rows that keys name, one for each. */
export type RowsOf<Keys extends readonly RowKey[]> = {
  readonly [Index in keyof Keys]: Rows[Keys[Index]['table']]
}

export const rowKey = <T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): RowKey<T> => ({
  table,
  by,
  key,
})

/** What decisions changed: of each row the new version. */
export type ChangeSet = { readonly [T in TableName]?: readonly Rows[T][] }

/** The tables that changes touch, each with its rows. */
export const changedTables = (changes: ChangeSet): [TableName, readonly Rows[TableName][]][] =>
  Object.entries(changes) as [TableName, readonly Rows[TableName][]][]
