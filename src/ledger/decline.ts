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
  /** Interface C's action code, where an outcome rule names it. */
  readonly actionCode?: number
}
