// The texts of the payment page, which every language must have.
import type { DeclineReason } from './decline-reason.ts'
import type { FieldError, ResultState, TestCard, TestCardGroup } from './model.ts'

export interface Messages {
  /** The language's name in the language itself. */
  readonly languageName: string
  /** Label of the links to the other languages. */
  readonly languages: string
  readonly title: (merchant: string) => string
  readonly sandbox: string
  readonly order: (number: string) => string
  readonly payWith: string
  readonly anotherCard: string
  readonly expires: (expiry: string) => string
  readonly cardNumber: string
  readonly expiry: string
  readonly expiryFormat: string
  readonly cvc: string
  readonly cvcHint: string
  readonly cardholder: string
  readonly optional: string
  readonly saveCard: string
  readonly pay: (amount: string) => string
  readonly paying: string
  /** Shown if the response takes a long time, with the button's new label. */
  readonly takesLong: string
  readonly tryAgain: string
  readonly back: string
  readonly timeLeft: string
  readonly triesLeft: (count: number) => string
  readonly errorSummary: string
  readonly errors: Readonly<Record<FieldError, string>>
  readonly declined: string
  /** Replaces `declined` if the payer cancelled. */
  readonly cancelled: string
  readonly declineReasons: Readonly<Record<DeclineReason, readonly [what: string, next: string]>>
  readonly code: (actionCode: number) => string
  readonly testCards: string
  readonly testCardsHint: string
  readonly testCardGroups: Readonly<Record<TestCardGroup, string>>
  /** Available funds of an issued card. */
  readonly available: (amount: string) => string
  readonly use: string
  readonly useCard: (lastFour: string) => string
  readonly approves: string
  readonly declines: (actionCode: number) => string
  readonly threeDSecure: Readonly<Record<Exclude<TestCard['threeDSecure'], 'challenge'>, string>>
  readonly challenge: (code: string) => string
  readonly results: Readonly<Record<ResultState, { readonly title: string; readonly text: string }>>
}
