// Example values that must differ in each call, because a repetition is refused.

import { randomBytes, randomInt } from 'node:crypto'
import { base32 } from '../../../projects/project.ts'
import type { Values } from './needs.ts'

const FRESH_BYTES = 5
const freshName = (): string => `try-${base32(randomBytes(FRESH_BYTES))}`

/** Digits that the number of a new card keeps; the BIN and the check digit are computed. */
const freshCardNumber = (): string => `4000009${String(randomInt(FRESH_NUMBERS)).padStart(8, '0')}0`
const FRESH_NUMBERS = 10 ** 8

const FRESH_NAME = /\btry-[0-9a-z]{8}\b/g
const FRESH_CARD_NUMBER = /\b4000009\d{8}0\b/g

/** Fields whose values must not repeat, by operation. */
// prettier-ignore
export const FRESH: Readonly<Record<string, () => Values>> = {
  registerCustomer:  () => ({ customer_number: freshName() }),
  createVirtualCard: () => ({ 'cardIdentification.cardNumber': freshCardNumber() }),
  register:          () => ({ orderNumber: freshName() }),
  registerPreAuth:   () => ({ orderNumber: freshName() }),
  createSnapshot:    () => ({ name: freshName() }),
  importSnapshot:    () => ({ name: freshName() }),
  rotateCallbackKey: () => ({ alias: freshName() }),
}

/** Replaces the fresh values in a text that was sent, because a repetition is refused. */
export const refreshed = (text: string): string =>
  text.replaceAll(FRESH_NAME, freshName).replaceAll(FRESH_CARD_NUMBER, freshCardNumber)

/** True if the text contains a value that must not repeat. */
export const isFresh = (text: string): boolean =>
  [FRESH_NAME, FRESH_CARD_NUMBER].some((each) => text.search(each) >= 0)
