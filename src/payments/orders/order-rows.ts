// The rows that every command on an order loads, and the lookup of the order that a caller names.

import { bindingOwner } from '../methods/binding.ts'
import type { Order } from './order.ts'
import type { PaymentCard } from '../methods/payment-card.ts'
import { type Lookup, rowKey, type RowKey } from '../../kernel/rows.ts'
import { systemAccountKey } from '../../ledger/postings.ts'
import { keysByCard } from '../../issuing/card-rows.ts'
import type { LoadedRows } from '../../kernel/draft.ts'

/** An order by its id or by the merchant's number. */
export type OrderRef = { readonly id: string } | { readonly number: string }

/** How an input names its order: by id, or by an `OrderRef`. */
export type NamesOrder = { readonly orderId: string } | { readonly order: OrderRef }

export function lookupOf(input: NamesOrder): [by: Lookup<'order'>, key: string] {
  const ref = 'order' in input ? input.order : { id: input.orderId }
  return 'id' in ref ? ['id', ref.id] : ['number', ref.number]
}

/** Keys from the order to the payer, the merchant, the card with its account, and the bindings. */
export function keysOfOrder(input: NamesOrder, rows: LoadedRows): RowKey[] {
  const [by, key] = lookupOf(input)
  const order = rows.find('order', by, key)
  return [rowKey('order', by, key), ...(order ? keysOfOrderRow(order, rows) : [])]
}

function keysOfOrderRow(order: Order, rows: LoadedRows): RowKey[] {
  const { request, progress, clientId } = order
  const keys = keysOfPayment(order)
  const pending = progress.challenge?.payment
  if (pending !== undefined) {
    keys.push(...keysByPaymentCard(pending.card, rows))
    if (clientId !== null) keys.push(...keysOfBindingOwner(clientId, pending.card))
  }
  for (const id of [request.bindingId, pending?.bindingId])
    if (id !== undefined) keys.push(rowKey('binding', 'id', id))
  return keys
}

/**
 * Keys of the rows that a payment changed, for operations that undo it. They are stored in the
 * order.
 */
export function keysOfPayment({ currency, progress: { payment } }: Order): RowKey[] {
  const keys = keysOfSystemAccounts(currency)
  if (payment === null) return keys
  const { accountId, card } = payment
  if (accountId !== undefined) keys.push(rowKey('account', 'id', accountId))
  if (card.numberId !== undefined) keys.push(rowKey('cardNumber', 'id', card.numberId))
  if (card.cardId !== undefined)
    keys.push(rowKey('card', 'id', card.cardId), rowKey('cardUsage', 'cardId', card.cardId))
  return keys
}

/** The sandbox's own accounts for payments in this currency. */
export const keysOfSystemAccounts = (currency: number): RowKey[] => [
  systemAccountKey('merchant', currency),
  systemAccountKey('network', currency),
]

/** Keys of a stored card; none except for an issued card. */
export function keysByPaymentCard(
  { cardId, numberId }: Pick<PaymentCard, 'cardId' | 'numberId'>,
  rows: LoadedRows,
): RowKey[] {
  const keys = cardId === undefined ? [] : keysByCard(cardId, rows)
  if (numberId !== undefined) keys.push(rowKey('cardNumber', 'id', numberId))
  return keys
}

/** A client's binding for a card, by the hash of its number or, if there is none, by its mask. */
export const keysOfBindingOwner = (
  clientId: string,
  { hash, mask }: Pick<PaymentCard, 'hash' | 'mask'>,
): RowKey[] => [
  rowKey('binding', 'owner', bindingOwner(clientId, { mask })),
  ...(hash === undefined
    ? []
    : [rowKey('binding', 'owner', bindingOwner(clientId, { hash, mask }))]),
]
