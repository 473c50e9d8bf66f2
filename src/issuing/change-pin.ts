// The PIN of a card and the counter of its denials: interface B's `pin` and `resetPinCounter`.

import { type CardResult, cardResult, existingCard } from './card-result.ts'
import { moved } from './card-status.ts'
import { defineCommand } from '../kernel/command.ts'
import { Fault } from '../kernel/fault.ts'

export interface SetPinInput {
  readonly cardId: number
  /** Salted hash of the PIN. */
  readonly pinHash: string
  /** The nonce of the PIN block, which can be used only once in a project. */
  readonly nonce: string
}

/** Sets a PIN and resets the counter. */
export const setPin = defineCommand<SetPinInput, CardResult>({
  decide({ cardId, pinHash, nonce }, draft) {
    const card = moved(existingCard(cardId, draft), 'set-pin', draft.now)
    if (draft.get('pinNonce', 'nonce', nonce) !== null)
      throw new Fault('nonce-used', 'The nonce of this PIN block has already been used.', 'pin')
    draft.put('pinNonce', { nonce, usedAt: draft.now })
    return cardResult(draft, draft.put('card', { ...card, pinHash, pinDenials: 0 }), null)
  },
})

export interface ResetPinCounterInput {
  readonly cardId: number
}

/** Resets the counter and keeps the PIN. */
export const resetPinCounter = defineCommand<ResetPinCounterInput, CardResult>({
  decide({ cardId }, draft) {
    const card = moved(existingCard(cardId, draft), 'reset-pin-counter', draft.now)
    return cardResult(draft, draft.put('card', { ...card, pinDenials: 0 }), null)
  },
})
