// Every kind of row with the columns it is found by, put together from what the subjects declare.

import { CALLBACK_LOOKUPS } from '../callbacks/rows.ts'
import { ISSUING_LOOKUPS } from '../issuing/rows.ts'
import type { KeyValue, Lookup, Rows, TableName } from '../kernel/rows.ts'
import { LEDGER_LOOKUPS } from '../ledger/rows.ts'
import { PAYMENT_LOOKUPS } from '../payments/rows.ts'
import { PROJECT_LOOKUPS } from '../projects/rows.ts'

/** What finds a row; the first is the primary key. */
export const LOOKUPS: { readonly [T in TableName]: readonly [Lookup<T>, ...Lookup<T>[]] } = {
  ...LEDGER_LOOKUPS,
  ...ISSUING_LOOKUPS,
  ...PAYMENT_LOOKUPS,
  ...CALLBACK_LOOKUPS,
  ...PROJECT_LOOKUPS,
}

/** What a row is found by; null where it cannot be found so. */
export function keyOf<T extends TableName>(by: Lookup<T>, row: Rows[T]): KeyValue | null {
  if (by === 'currentOf') return 'replaced' in row && row.replaced === null ? row.cardId : null
  return columnOf(row, by)
}

/** The row's primary key beside the project. */
export function primaryKeyOf<T extends TableName>(table: T, row: Rows[T]): KeyValue {
  const key = columnOf(row, LOOKUPS[table][0])
  if (key === null) throw new Error(`a row of ${table} has no key`)
  return key
}

/** A column that finds a row. */
const columnOf = (row: object, name: string): KeyValue | null =>
  (row as Readonly<Record<string, KeyValue | null>>)[name] ?? null
