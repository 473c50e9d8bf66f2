// What interface A answers to each decline. What B answers is in `movement-view.ts`, what the gateway does in its action codes.

import type { DeclineCode } from '../../ledger/decline.ts'

/** The response code of a decline, and what its `message` says. */
export const DECLINES = {
  'same-card': { responseCode: '12', message: 'Source and destination are the same card' },
  'wrong-expiry': { responseCode: '54', message: 'Invalid expiry date' },
  expired: { responseCode: '33', message: 'Expired card' },
  blocked: { responseCode: '62', message: 'Card is blocked' },
  lost: { responseCode: '41', message: 'Card is lost' },
  stolen: { responseCode: '43', message: 'Card is stolen' },
  replaced: { responseCode: '41', message: 'Card is replaced' },
  'wrong-cvc': { responseCode: 'AB', message: 'Invalid CVC' },
  'insufficient-funds': { responseCode: '51', message: 'Insufficient funds' },
  'limit-exceeded': { responseCode: '61', message: 'Limit exceeded' },
  currency: { responseCode: '12', message: 'Unsupported currency' },
  'account-full': { responseCode: '13', message: 'Account full' },
  'by-rule': { responseCode: '05', message: 'Declined by a rule' },
} as const satisfies Record<DeclineCode, { responseCode: string; message: string }>
