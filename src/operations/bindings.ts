// Bindings: switched off and on, and given a new expiry date.

import { type Binding, bindingOwner } from '../domain/binding.ts'
import { isYearMonth, yearMonth } from '../domain/calendar.ts'
import { Fault } from '../domain/fault.ts'
import type { PaymentCard } from '../domain/payment-card.ts'
import { shortMask } from '../domain/pan.ts'
import { want, type Want } from '../domain/rows.ts'
import { queueBindingCallback } from './callbacks.ts'
import { wantsByCard } from './card-rows.ts'
import type { Draft, LoadedRows } from './draft.ts'
import { operation } from './operation.ts'

export interface SetBindingActiveAsk {
  readonly bindingId: string
  readonly active: boolean
}

/** Deactivates a binding or makes it active again. */
export const setBindingActive = operation<SetBindingActiveAsk, Binding>({
  wants: ({ bindingId }) => [want('binding', 'id', bindingId)],
  decide({ bindingId, active }, draft) {
    const binding = existingBinding(bindingId, draft)
    if (binding.active === active)
      throw new Fault(active ? 'binding-active' : 'binding-inactive', 'The binding is so already.')
    return changed(draft, { ...binding, active })
  },
})

export interface ExtendBindingAsk {
  readonly bindingId: string
  /** YYYYMM. */
  readonly expiry: number
}

/**
 * Gives a binding a new expiry date. A binding to a card of the project then follows that card to its present number: this is how it
 * pays again after a reissue.
 */
export const extendBinding = operation<ExtendBindingAsk, Binding>({
  wants: ({ bindingId }, rows) => [
    want('binding', 'id', bindingId),
    ...wantsOfCard(bindingId, rows),
  ],
  decide({ bindingId, expiry }, draft) {
    const binding = existingBinding(bindingId, draft)
    if (!isYearMonth(expiry) || expiry < yearMonth(draft.now))
      throw new Fault('value-invalid', 'The new expiry date has passed.', 'newExpiry')
    if (!binding.active) throw new Fault('binding-inactive', 'The binding is not active.')
    const card = currentCardOf(binding, expiry, draft)
    // The card's new number may have a binding of its own; this one keeps its old name then.
    const owner = bindingOwner(binding.clientId, card)
    const isTaken = draft.get('binding', 'owner', owner) !== null
    return changed(draft, { ...binding, card, owner: isTaken ? binding.owner : owner })
  },
})

function wantsOfCard(bindingId: string, rows: LoadedRows): Want[] {
  const binding = rows.find('binding', 'id', bindingId)
  if (!binding) return []
  const { clientId, card } = binding
  const wants = [want('binding', 'owner', binding.owner)]
  if (card.cardId === undefined) return wants
  wants.push(...wantsByCard(card.cardId, rows))
  const numberId = rows.find('card', 'id', card.cardId)?.numberId
  const number = numberId === undefined ? null : rows.find('cardNumber', 'id', numberId)
  if (number) wants.push(want('binding', 'owner', bindingOwner(clientId, number)))
  return wants
}

/** The binding's card with the number it has by now. */
function currentCardOf({ card }: Binding, expiry: number, draft: Draft): PaymentCard {
  if (card.cardId === undefined) return { ...card, expiry }
  const { numberId } = draft.must('card', 'id', card.cardId)
  const number = draft.must('cardNumber', 'id', numberId)
  return {
    ...card,
    expiry,
    numberId,
    hash: number.hash,
    mask: shortMask(number.mask),
  }
}

function existingBinding(bindingId: string, draft: Draft): Binding {
  const binding = draft.get('binding', 'id', bindingId)
  if (binding === null) throw new Fault('binding-not-found', 'There is no such binding.')
  return binding
}

/** Puts the binding's next version and tells the store. */
function changed(draft: Draft, binding: Binding): Binding {
  queueBindingCallback(draft, 'binding-changed', binding)
  return draft.put('binding', binding)
}
