// The PIN of a card and the counter of its denials: interface B's `pin` and `resetPinCounter`.

import { type CardResult, cardResult, existingCard } from './card-result.ts'
import { moved } from './card-status.ts'
import { defineCommand } from '../kernel/command.ts'
import { Fault } from '../kernel/fault.ts'

export interface SetPinInput {
  readonly cardId: number
  /** Salted hash of the PIN. */
  readonly pinHash: string
  /** Of the PIN block, good for one use in a project. */
  readonly nonce: string
}

/** Sets a PIN; denials that were counted are forgotten. */
export const setPin = defineCommand<SetPinInput, CardResult>({
  decide({ cardId, pinHash, nonce }, draft) {
    const card = moved(existingCard(cardId, draft), 'set-pin', draft.now)
    if (draft.get('pinNonce', 'nonce', nonce) !== null)
      throw new Fault('nonce-used', 'The nonce of this PIN block was used before.', 'pin')
    draft.put('pinNonce', { nonce, usedAt: draft.now })
    return cardResult(draft, draft.put('card', { ...card, pinHash, pinDenials: 0 }), null)
  },
})

export interface ResetPinCounterInput {
  readonly cardId: number
}

/** Forgets the denials that were counted; the PIN stays. */
export const resetPinCounter = defineCommand<ResetPinCounterInput, CardResult>({
  decide({ cardId }, draft) {
    const card = moved(existingCard(cardId, draft), 'reset-pin-counter', draft.now)
    return cardResult(draft, draft.put('card', { ...card, pinDenials: 0 }), null)
  },
})
