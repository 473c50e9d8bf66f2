// Every kind of row with its lookup columns, combined from the declarations of the subjects.

import { AUTHORISATION_LOOKUPS } from '../authorisations/rows.ts'
import { CALLBACK_LOOKUPS } from '../callbacks/rows.ts'
import { FAULT_LOOKUPS } from '../fault-injection/rows.ts'
import { ISSUING_LOOKUPS } from '../issuing/rows.ts'
import type { KeyValue, Lookup, Rows, TableName } from '../kernel/rows.ts'
import { LEDGER_LOOKUPS } from '../ledger/rows.ts'
import { PAYMENT_LOOKUPS } from '../payments/rows.ts'
import { RECEIVER_LOOKUPS } from '../receivers/rows.ts'
import { PROJECT_LOOKUPS } from '../projects/rows.ts'
import { REAL_TIME_LOOKUPS } from '../real-time/rows.ts'
import { WEBHOOK_LOOKUPS } from '../webhooks/rows.ts'

/** The first column is the primary key. */
export const LOOKUPS: { readonly [T in TableName]: readonly [Lookup<T>, ...Lookup<T>[]] } = {
  ...LEDGER_LOOKUPS,
  ...ISSUING_LOOKUPS,
  ...PAYMENT_LOOKUPS,
  ...AUTHORISATION_LOOKUPS,
  ...CALLBACK_LOOKUPS,
  ...FAULT_LOOKUPS,
  ...RECEIVER_LOOKUPS,
  ...PROJECT_LOOKUPS,
  ...REAL_TIME_LOOKUPS,
  ...WEBHOOK_LOOKUPS,
}

/** Columns that never change after the insert. An update writes neither them nor their indexes. */
export const CONSTANT_MEMBERS: {
  readonly [T in TableName]?: readonly (keyof Rows[T] & string)[]
} = {
  order: ['number', 'twoStage', 'amount', 'currency', 'clientId', 'createdAt'],
  authorisation: ['cardId', 'numberId', 'accountId', 'kind', 'currency', 'mcc', 'createdAt'],
}

/** The first constant column in which two versions of a row differ; undefined if there is none. */
export const changedConstant = <T extends TableName>(
  table: T,
  before: Rows[T],
  after: Rows[T],
): string | undefined => CONSTANT_MEMBERS[table]?.find((member) => before[member] !== after[member])

/** The value of a row's lookup column; null if the row cannot be found by that column. */
export function keyOf<T extends TableName>(by: Lookup<T>, row: Rows[T]): KeyValue | null {
  if (by === 'currentOf') return 'replaced' in row && row.replaced === null ? row.cardId : null
  return columnOf(row, by)
}

/** The primary key within the project. */
export function primaryKeyOf<T extends TableName>(table: T, row: Rows[T]): KeyValue {
  const key = columnOf(row, LOOKUPS[table][0])
  if (key === null) throw new Error(`a row of ${table} has no key`)
  return key
}

const columnOf = (row: object, name: string): KeyValue | null =>
  (row as Readonly<Record<string, KeyValue | null>>)[name] ?? null
