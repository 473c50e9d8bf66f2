// Sets a card's PIN and resets its counter. A typed PIN is never shown or sent back.

import { constants, publicEncrypt, randomInt } from 'node:crypto'
import { getPinKey, updateCard } from '../../../api/issuing-v2/cards.ts'
import { nextCardStatus } from '../../../issuing/card-status.ts'
import { isPin, NONCES_END, SMALLEST_NONCE } from '../../../web/cards/pin.ts'
import { callOf } from '../shell/page.ts'
import { type Act, changing, type ShownCard } from './card-act.ts'

export const setPin: Act = {
  title: 'Set a PIN',
  explanation:
    'The PIN is stored as a salted hash. To set it through interface B, encrypt it with the key from GET /v2/keys/pin.',
  button: 'Set PIN',
  look: 'quiet',
  done: 'PIN set',
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
  run: async ({ id }, { perform }, { pin = '' }) => {
    if (!isPin(pin)) return { mistakes: { pin: 'Enter 4 to 12 digits.' } }
    const { pem } = await perform(getPinKey)
    await perform(updateCard, { params: { id }, body: { pin: encryptedPin(pin, pem) } })
    return undefined
  },
  call: ({ id }) =>
    callOf(updateCard, { params: { id }, body: { pin: 'BASE64_OF_THE_ENCRYPTED_PIN' } }),
}

/** Base64 of a PIN block as interface B expects it. */
function encryptedPin(pin: string, key: string): string {
  const block = Buffer.from(JSON.stringify({ nonce: randomInt(SMALLEST_NONCE, NONCES_END), pin }))
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key, oaepHash: 'sha256', padding }, block).toString('base64')
}

export const resetPinCounter: Act = {
  title: 'Reset the PIN counter',
  explanation: 'Resets the count of wrong PINs to 0. The PIN does not change.',
  button: 'Reset counter',
  look: 'quiet',
  done: 'PIN counter reset',
  isLegal: ({ hasPin, status }) =>
    hasPin && nextCardStatus(status, 'reset-pin-counter') !== undefined,
  ...changing(() => ({ resetPinCounter: true })),
}

export function pinLabel({ hasPin, pinDenials }: ShownCard): string {
  if (!hasPin) return 'none'
  return pinDenials === 0 ? 'set' : `set, ${pinDenials} wrong tries`
}
