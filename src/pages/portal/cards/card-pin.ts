// Sets the PIN of a card and resets its counter. A typed PIN is never shown or sent back.

import { updateCard } from '../../../api/issuing-v2/cards.ts'
import { nextCardStatus } from '../../../issuing/card-status.ts'
import { isPin, typedPin } from '../../../web/cards/pin.ts'
import { callOf } from '../shell/page.ts'
import { type Act, changing, type ShownCard } from './card-act.ts'

export const setPin: Act = {
  title: 'Set a PIN',
  explanation:
    'Stored as a salted hash. Interface B takes it encrypted with the key of GET /v2/keys/pin.',
  button: 'Set PIN',
  look: 'quiet',
  done: 'The PIN is set',
  isLegal: ({ status }) => nextCardStatus(status, 'set-pin') !== undefined,
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
  run: async ({ id }, { execute }, { pin = '' }) => {
    if (!isPin(pin)) return { mistakes: { pin: 'Type 4 to 12 digits.' } }
    await execute('setPin', { cardId: Number(id), ...(await typedPin(pin)) })
    return undefined
  },
  call: ({ id }) =>
    callOf(updateCard, { params: { id }, body: { pin: 'BASE64_OF_THE_ENCRYPTED_PIN' } }),
}

export const resetPinCounter: Act = {
  title: 'Reset the PIN counter',
  explanation: 'Sets the number of wrong PINs to 0. The PIN stays the same.',
  button: 'Reset counter',
  look: 'quiet',
  done: 'The PIN counter is reset',
  isLegal: ({ hasPin, status }) =>
    hasPin && nextCardStatus(status, 'reset-pin-counter') !== undefined,
  ...changing(() => ({ resetPinCounter: true })),
}

export function pinLabel({ hasPin, pinDenials }: ShownCard): string {
  if (!hasPin) return 'none'
  return pinDenials === 0 ? 'set' : `set, ${pinDenials} wrong tries`
}
