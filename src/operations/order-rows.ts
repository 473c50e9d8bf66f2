// What every command on an order loads, and finding the order a caller names.

import { bindingOwner } from '../domain/binding.ts'
import { Fault } from '../domain/fault.ts'
import type { Order } from '../domain/order.ts'
import type { PaymentCard } from '../domain/payment-card.ts'
import { type Lookup, want, type Want } from '../domain/rows.ts'
import { wantsSystemAccount } from './books.ts'
import { wantsByPaymentCard } from './card-rows.ts'
import type { Draft, LoadedRows } from './draft.ts'

/** An order by its id or by the store's own number. */
export type OrderRef = { readonly id: string } | { readonly number: string }

const lookupOf = (ref: OrderRef): [by: Lookup<'order'>, key: string] =>
  'id' in ref ? ['id', ref.id] : ['number', ref.number]

/** Keys along the path order → who pays, who is paid, the card and its account, the bindings in play. */
export function wantsOfOrder(ref: OrderRef, rows: LoadedRows): Want[] {
  const [by, key] = lookupOf(ref)
  const order = rows.find('order', by, key)
  return [want('order', by, key), ...(order ? wantsOfRow(order, rows) : [])]
}

function wantsOfRow({ currency, request, progress, clientId }: Order, rows: LoadedRows): Want[] {
  const wants = wantsOfBooks(currency)
  const { payment, challenge } = progress
  if (payment?.accountId !== undefined) wants.push(want('account', 'id', payment.accountId))
  for (const card of [payment?.card, challenge?.payment.card]) {
    if (card === undefined) continue
    wants.push(...wantsByPaymentCard(card, rows))
    if (clientId !== null) wants.push(...wantsOfOwner(clientId, card))
  }
  for (const id of [request.bindingId, challenge?.payment.bindingId])
    if (id !== undefined) wants.push(want('binding', 'id', id))
  return wants
}

/** The sandbox's own accounts that a payment in this currency may touch. */
export const wantsOfBooks = (currency: number): Want[] => [
  wantsSystemAccount('merchant', currency),
  wantsSystemAccount('network', currency),
]

/** A client's binding of a card, which is remembered by the hash of its number or, where that is not kept, by its mask. */
export const wantsOfOwner = (
  clientId: string,
  { hash, mask }: Pick<PaymentCard, 'hash' | 'mask'>,
): Want[] => [
  want('binding', 'owner', bindingOwner(clientId, { mask })),
  ...(hash === undefined ? [] : [want('binding', 'owner', bindingOwner(clientId, { hash, mask }))]),
]

/** The order, or the refusal that there is none. */
export function existingOrder(ref: OrderRef, draft: Draft): Order {
  const order = draft.get('order', ...lookupOf(ref))
  if (order === null) throw new Fault('order-not-found', 'There is no such order.')
  return order
}
