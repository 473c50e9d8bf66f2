// The PIN of a card: set from the page, and its counter of wrong tries reset. What is typed is never shown or sent back.

import type { Card } from '../../../issuing/card.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { nextCardStatus } from '../../../issuing/card-status.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { isPin, typedPin } from '../../../web/cards/pin.ts'
import type { Act } from './card-act.ts'

const patch = ({ card }: CardResult, body: object): ApiCall => ({
  api: 'B',
  method: 'PATCH',
  path: `/cards/${card.id}`,
  body,
})

/** Interface B takes a PIN encrypted under the key of the project. */
const BLOCK_PLACE = 'BASE64_OF_THE_ENCRYPTED_PIN'

export const setPin: Act = {
  title: 'Set a PIN',
  explanation:
    'Kept as a salted hash only. From code it is sent encrypted under the key of GET /v2/keys/pin.',
  button: 'Set the PIN',
  look: 'quiet',
  done: 'The PIN is set',
  isLegal: ({ card }) => nextCardStatus(card.status, 'set-pin') !== undefined,
  fields: () => [
    {
      kind: 'text',
      name: 'pin',
      label: 'PIN',
      hint: '4 to 12 digits.',
      value: '',
      type: 'password',
      inputMode: 'numeric',
      autocomplete: 'off',
      maxLength: 12,
    },
  ],
  run: async ({ card }, { execute }, { pin = '' }) => {
    if (!isPin(pin)) return { mistakes: { pin: 'Type 4 to 12 digits.' } }
    await execute('setPin', { cardId: card.id, ...(await typedPin(pin)) })
    return undefined
  },
  call: (card) => patch(card, { pin: BLOCK_PLACE }),
}

export const resetPinCounter: Act = {
  title: 'Reset the PIN counter',
  explanation: 'Wrong tries that were counted are forgotten; the PIN stays.',
  button: 'Reset the counter',
  look: 'quiet',
  done: 'The PIN counter is reset',
  isLegal: ({ card }) =>
    card.pinHash !== null && nextCardStatus(card.status, 'reset-pin-counter') !== undefined,
  run: async ({ card }, { execute }) => {
    await execute('resetPinCounter', { cardId: card.id })
    return undefined
  },
  call: (card) => patch(card, { resetPinCounter: true }),
}

/** What a card says of its PIN. */
export function pinWords({ pinHash, pinDenials }: Card): string {
  if (pinHash === null) return 'none'
  return pinDenials === 0 ? 'set' : `set, ${pinDenials} wrong tries`
}
