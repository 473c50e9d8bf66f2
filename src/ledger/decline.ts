// Why a valid command moved no money. A decline is a value: it is stored, listed and explained.

/** A reason that applies to one card. */
export type CardDeclineCode =
  'wrong-expiry' | 'expired' | 'blocked' | 'lost' | 'stolen' | 'replaced' | 'wrong-cvc'

export type DeclineCode =
  | CardDeclineCode
  | 'same-card'
  | 'insufficient-funds'
  | 'limit-exceeded'
  | 'currency'
  | 'account-full'
  | 'by-rule'

/** A decline with what a tester needs to understand it: which card, which limit, the balance at that instant. */
export interface Decline {
  readonly code: DeclineCode
  readonly side?: 'source' | 'destination'
  /** The limit's name, as its card has it. */
  readonly limit?: string
  /** The cycle the limit had then. */
  readonly limitCycle?: 0 | 3 | 4
  /** The limit's value and what was used of it before this entry, minor units. */
  readonly limitValue?: number
  readonly limitUsed?: number
  /** Available balance of the source at that instant, minor units. */
  readonly available?: number
  /** The gateway's action code, where a rule of the tester named it. */
  readonly actionCode?: number
}

/** The processor's code of each decline, three digits of ISO 8583:1993: interface A's `internalResponseCode`. What the gateway says is `ISSUER_ACTION_CODE`. */
export const PROCESSOR_CODE = {
  'same-card': 902,
  'wrong-expiry': 101,
  expired: 101,
  blocked: 104,
  lost: 208,
  stolen: 209,
  replaced: 125,
  'wrong-cvc': 122,
  'insufficient-funds': 116,
  'limit-exceeded': 121,
  currency: 110,
  'account-full': 123,
  'by-rule': 100,
} as const satisfies Record<DeclineCode, number>

/** `internalResponseCode` of an entry that was not declined. */
export const PROCESSOR_APPROVED = -1
