// Every kind of row the write path knows, and the columns it may be found by. Each look-up names at most one row.
// Where a member does not say otherwise, a time is epoch milliseconds on the project's clock and an amount is in minor units.

import type { Binding } from './binding.ts'
import type { Callback } from './callback.ts'
import type { Card, CardNumber, CardUsage } from './card.ts'
import type { Cardholder } from './cardholder.ts'
import type { Idempotency, PinNonce } from './idempotency.ts'
import type { Account } from './ledger.ts'
import type { Operation } from './operation.ts'
import type { Order } from './order.ts'

export interface Rows {
  account: Account
  cardholder: Cardholder
  card: Card
  cardNumber: CardNumber
  cardUsage: CardUsage
  operation: Operation
  order: Order
  binding: Binding
  callback: Callback
  idempotency: Idempotency
  pinNonce: PinNonce
}
export type TableName = keyof Rows

/** The columns that find a row; the first is the primary key. */
export const LOOKUPS = {
  account: ['id'],
  cardholder: ['id', 'customerNumber'],
  card: ['id'],
  cardNumber: ['id', 'hash'],
  cardUsage: ['cardId'],
  operation: ['id'],
  order: ['id', 'number'],
  binding: ['id', 'owner'],
  callback: ['id'],
  idempotency: ['scope'],
  pinNonce: ['nonce'],
} as const satisfies { [T in TableName]: readonly (keyof Rows[T])[] }

export type Lookup<T extends TableName> = (typeof LOOKUPS)[T][number]
export type KeyValue = string | number

/** One row asked for by key. */
export interface Want {
  readonly table: TableName
  readonly by: string
  readonly key: KeyValue
}

export const want = <T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Want => ({
  table,
  by,
  key,
})

/** The value of a row's look-up column; null where the row cannot be found by it. */
export const keyOf = <T extends TableName>(by: Lookup<T>, row: Rows[T]): KeyValue | null =>
  row[by as keyof Rows[T]] as KeyValue | null

/** The row's primary key beside the project. */
export const primaryKeyOf = <T extends TableName>(table: T, row: Rows[T]): KeyValue =>
  row[LOOKUPS[table][0] as keyof Rows[T]] as KeyValue
