// What every command on an order loads, and finding the order a caller names.

import { bindingOwner } from '../domain/binding.ts'
import { Fault } from '../domain/fault.ts'
import { systemAccountId } from '../domain/ledger.ts'
import type { Order } from '../domain/order.ts'
import { want, type Want } from '../domain/rows.ts'
import type { Draft, LoadedRows } from './draft.ts'
import { wantsByCard } from './moves.ts'

/** An order by its id or by the store's own number. */
export type OrderRef = { readonly id: string } | { readonly number: string }

export const findOrder = (ref: OrderRef, rows: LoadedRows): Order | null | undefined =>
  'id' in ref ? rows.find('order', 'id', ref.id) : rows.find('order', 'number', ref.number)

/** Keys along the path order → who pays, who is paid, the card and its account, the bindings in play. */
export function wantsOfOrder(ref: OrderRef, rows: LoadedRows): Want[] {
  const wanted = 'id' in ref ? want('order', 'id', ref.id) : want('order', 'number', ref.number)
  const order = findOrder(ref, rows)
  return order ? [wanted, ...wantsOfRow(order, rows)] : [wanted]
}

function wantsOfRow({ currency, request, progress, clientId }: Order, rows: LoadedRows): Want[] {
  const wants = wantsOfBooks(currency)
  const { payment, challenge } = progress
  if (payment?.accountId !== undefined) wants.push(want('account', 'id', payment.accountId))
  for (const card of [payment?.card, challenge?.payment.card]) {
    if (card === undefined) continue
    if (card.cardId !== undefined) wants.push(...wantsByCard(card.cardId, rows))
    if (card.numberId !== undefined) wants.push(want('cardNumber', 'id', card.numberId))
    if (clientId !== null) wants.push(...wantsOfOwner(clientId, card))
  }
  for (const id of [request.bindingId, challenge?.payment.bindingId])
    if (id !== undefined) wants.push(want('binding', 'id', id))
  return wants
}

/** The sandbox's own accounts that a payment in this currency may touch. */
export const wantsOfBooks = (currency: number): Want[] => [
  want('account', 'id', systemAccountId('merchant', currency)),
  want('account', 'id', systemAccountId('network', currency)),
]

/** A card is remembered by the hash of its number or, where that is not kept, by its mask. */
export const wantsOfOwner = (clientId: string, card: { hash?: string; mask: string }): Want[] => [
  want('binding', 'owner', bindingOwner(clientId, { mask: card.mask })),
  ...(card.hash === undefined
    ? []
    : [want('binding', 'owner', bindingOwner(clientId, { hash: card.hash, mask: card.mask }))]),
]

/** The order, or the refusal that there is none. */
export function existingOrder(ref: OrderRef, draft: Draft): Order {
  const order =
    'id' in ref ? draft.get('order', 'id', ref.id) : draft.get('order', 'number', ref.number)
  if (order === null) throw new Fault('order-not-found', 'There is no such order.')
  return order
}

/** Puts the order's next version, and gives it back. */
export function written(draft: Draft, order: Order): Order {
  draft.put('order', order)
  return order
}
