// Bindings in the model: made by payments, charged, switched, extended.

import { type Attempt, type Binding, type Order, type Plastic, refuse, type Shop } from './shop.ts'

const DAY_MS = 86_400_000

/** A client has one binding for each card. One that only a rule knows is told by what may be kept of its number. */
function ownerOf(client: string, { kind, pan }: Plastic): string {
  const isKnown = kind === 'issued' || kind === 'test'
  return `${client} ${isKnown ? pan : `${pan.slice(0, 6)}**${pan.slice(-4)}`}`
}

const bindingOf = (shop: Shop, owner: string): Binding | undefined =>
  [...shop.bindings.values()].find((binding) => binding.owner === owner)

/** Why a charge without the holder is declined. */
export function recurringDecline(shop: Shop, id: string): number | undefined {
  const { recurring, chargedAt } = shop.binding(id)
  if (recurring === null) return undefined
  if (Number(shop.today.replaceAll('-', '')) > recurring.until) return 239
  const isTooSoon = chargedAt !== null && shop.now - chargedAt < recurring.days * DAY_MS
  return isTooSoon ? 123 : undefined
}

/** The binding in play after a payment, and what the store hears of it. */
export function bindingAfter(
  shop: Shop,
  { client, recurring }: Order,
  { binding, plastic, keep }: Attempt,
  isAutomatic: boolean,
): { readonly id: string | null; readonly operation?: string } {
  if (binding === null) return { id: null }
  if (!keep) {
    if (isAutomatic) shop.bindings.set(binding, { ...shop.binding(binding), chargedAt: shop.now })
    return { id: binding }
  }
  if (client === null) throw new Error('a card is kept for a client')
  const owner = ownerOf(client, plastic)
  const known = bindingOf(shop, owner)
  if (known === undefined) {
    const made = { id: binding, client, owner, plastic, active: true, recurring, chargedAt: null }
    shop.bindings.set(binding, made)
    return { id: binding, operation: 'bindingCreated' }
  }
  const again = { ...known, plastic, active: true, recurring: recurring ?? known.recurring }
  shop.bindings.set(known.id, again)
  return known.active ? { id: known.id } : { id: known.id, operation: 'bindingActivityChanged' }
}

export function setActive(shop: Shop, id: string, active: boolean): void {
  const binding = shop.binding(id)
  if (binding.active === active) refuse(active ? 'binding-active' : 'binding-inactive')
  change(shop, { ...binding, active })
}

/** A binding to a card of the project follows the card to its present number. */
export function extend(shop: Shop, id: string, expiry: number): void {
  const binding = shop.binding(id)
  if (expiry < shop.month()) refuse('value-invalid')
  if (!binding.active) refuse('binding-inactive')
  const { card } = binding.plastic
  const pan = card === null ? binding.plastic.pan : shop.card(card).pan
  const plastic = { ...binding.plastic, pan, expiry }
  const owner = ownerOf(binding.client, plastic)
  const isTaken = bindingOf(shop, owner) !== undefined
  change(shop, { ...binding, plastic, owner: isTaken ? binding.owner : owner })
}

function change(shop: Shop, binding: Binding): void {
  shop.bindings.set(binding.id, binding)
  shop.tell('bindingActivityChanged', 1, { binding: binding.id })
}
