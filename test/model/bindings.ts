// Bindings in the model: created by payments, charged, deactivated, activated and extended.

import {
  type Attempt,
  type Binding,
  type Order,
  type CardData,
  refuse,
  type Model,
} from './model.ts'

const DAY_MS = 86_400_000

/**
 * A client has one binding per card. A card that only a rule matches is identified by the stored
 * part of its number.
 */
function cardKeyOf(client: string, { kind, pan }: CardData): string {
  const isKnown = kind === 'issued' || kind === 'test'
  return `${client} ${isKnown ? pan : `${pan.slice(0, 6)}**${pan.slice(-4)}`}`
}

const bindingOf = (model: Model, cardKey: string): Binding | undefined =>
  [...model.bindings.values()].find((binding) => binding.cardKey === cardKey)

/** The reason why a charge without the cardholder is declined. */
export function recurringDecline(model: Model, id: string): number | undefined {
  const { recurring, chargedAt } = model.binding(id)
  if (recurring === null) return undefined
  if (Number(model.today.replaceAll('-', '')) > recurring.until) return 239
  const isTooSoon = chargedAt !== null && model.now - chargedAt < recurring.days * DAY_MS
  return isTooSoon ? 123 : undefined
}

/** The binding after a payment, and the callback about it. */
export function bindingAfter(
  model: Model,
  { client, recurring }: Order,
  { binding, cardData, keep }: Attempt,
  isAutomatic: boolean,
): { readonly id: string | null; readonly operation?: string } {
  if (binding === null) return { id: null }
  if (!keep) {
    if (isAutomatic)
      model.bindings.set(binding, { ...model.binding(binding), chargedAt: model.now })
    return { id: binding }
  }
  if (client === null) throw new Error('a card is kept for a client')
  const cardKey = cardKeyOf(client, cardData)
  const known = bindingOf(model, cardKey)
  if (known === undefined) {
    const made = {
      id: binding,
      client,
      cardKey,
      cardData,
      active: true,
      recurring,
      chargedAt: null,
    }
    model.bindings.set(binding, made)
    return { id: binding, operation: 'bindingCreated' }
  }
  const again = { ...known, cardData, active: true, recurring: recurring ?? known.recurring }
  model.bindings.set(known.id, again)
  return known.active ? { id: known.id } : { id: known.id, operation: 'bindingActivityChanged' }
}

export function setActive(model: Model, id: string, active: boolean): void {
  const binding = model.binding(id)
  if (binding.active === active) refuse(active ? 'binding-active' : 'binding-inactive')
  change(model, { ...binding, active })
}

/** A binding to a card of the project follows the card to its current number. */
export function extend(model: Model, id: string, expiry: number): void {
  const binding = model.binding(id)
  if (expiry < model.month()) refuse('value-invalid')
  if (!binding.active) refuse('binding-inactive')
  const { card } = binding.cardData
  const pan = card === null ? binding.cardData.pan : model.card(card).pan
  const cardData = { ...binding.cardData, pan, expiry }
  const cardKey = cardKeyOf(binding.client, cardData)
  const isTaken = bindingOf(model, cardKey) !== undefined
  change(model, { ...binding, cardData, cardKey: isTaken ? binding.cardKey : cardKey })
}

function change(model: Model, binding: Binding): void {
  model.bindings.set(binding.id, binding)
  model.notify('bindingActivityChanged', 1, { binding: binding.id })
}
