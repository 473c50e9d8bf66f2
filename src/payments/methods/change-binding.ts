// Deactivates, activates and extends bindings.

import { type Binding, bindingOwner } from './binding.ts'
import { isYearMonth, yearMonth } from '../../kernel/calendar.ts'
import { Fault } from '../../kernel/fault.ts'
import type { PaymentCard } from './payment-card.ts'
import { shortMask } from '../../issuing/pan.ts'
import { queueBindingCallback } from '../orders/order-callbacks.ts'
import type { Draft } from '../../kernel/draft.ts'
import { defineCommand } from '../../kernel/command.ts'

export interface SetBindingActiveInput {
  readonly bindingId: string
  readonly active: boolean
}

/** Deactivates or activates a binding. */
export const setBindingActive = defineCommand<SetBindingActiveInput, Binding>({
  decide({ bindingId, active }, draft) {
    const binding = existingBinding(bindingId, draft)
    if (binding.active === active)
      throw new Fault(
        active ? 'binding-active' : 'binding-inactive',
        active ? 'The binding is active.' : 'The binding is not active.',
      )
    return changed(draft, { ...binding, active })
  },
})

export interface ExtendBindingInput {
  readonly bindingId: string
  /** YYYYMM. */
  readonly expiry: number
}

/**
 * Changes the expiry date of a binding. A binding of an issued card switches to the card's current
 * number, which makes it usable again after a reissue.
 */
export const extendBinding = defineCommand<ExtendBindingInput, Binding>({
  decide({ bindingId, expiry }, draft) {
    const binding = existingBinding(bindingId, draft)
    if (!isYearMonth(expiry) || expiry < yearMonth(draft.now))
      throw new Fault('value-invalid', 'The new expiry date has passed.', 'newExpiry')
    if (!binding.active) throw new Fault('binding-inactive', 'The binding is not active.')
    const card = currentCardOf(binding, expiry, draft)
    // If the new number has its own binding, this one keeps its old lookup key.
    const owner = bindingOwner(binding.clientId, card)
    const isTaken = draft.get('binding', 'owner', owner) !== null
    return changed(draft, { ...binding, card, owner: isTaken ? binding.owner : owner })
  },
})

/** The binding's card with its current number. */
function currentCardOf({ card }: Binding, expiry: number, draft: Draft): PaymentCard {
  if (card.cardId === undefined) return { ...card, expiry }
  const { id, hash, mask } = draft.getOrThrow('cardNumber', 'currentOf', card.cardId)
  return { ...card, expiry, numberId: id, hash, mask: shortMask(mask) }
}

function existingBinding(bindingId: string, draft: Draft): Binding {
  const binding = draft.get('binding', 'id', bindingId)
  if (binding === null) throw new Fault('binding-not-found', 'This project has no such binding.')
  return binding
}

/** Stores the binding and queues its callback. */
function changed(draft: Draft, binding: Binding): Binding {
  queueBindingCallback(draft, 'binding-changed', binding)
  return draft.put('binding', binding)
}
