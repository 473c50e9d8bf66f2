// A stored callback for tests of callbacks.

import type { Callback } from '../../src/callbacks/callback.ts'

export const AT = Date.UTC(2032, 0, 30, 12)

/** A callback in its first attempt, with some fields replaced. */
export const callback = (over: Partial<Callback> = {}): Callback => ({
  id: 1,
  orderId: null,
  orderNumber: null,
  bindingId: null,
  operation: 'deposited',
  status: 1,
  state: 'waiting',
  url: 'https://shop.example/callback',
  origin: 'https://shop.example',
  message: {
    parameters: [
      ['operation', 'deposited'],
      ['status', '1'],
    ],
    method: 'GET',
    signature: 'hmac',
    keyAlias: 'callbackKey',
  },
  createdAt: AT,
  previousId: null,
  attempt: 1,
  failures: 0,
  firstAt: AT,
  dueAt: AT,
  leaseUntil: AT,
  attempts: [],
  heldBack: false,
  ...over,
})
