/** Every sentence of the payment page, in every language: a missing one does not compile. */
import { el } from './messages-el.ts'
import { en } from './messages-en.ts'
import { de } from './messages-de.ts'
import { es } from './messages-es.ts'
import { fr } from './messages-fr.ts'
import { ru } from './messages-ru.ts'
import type { FieldError, PageLanguage, ResultState, TestCard } from './model.ts'

export interface Messages {
  /** The language's own name for itself. */
  readonly languageName: string
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
  readonly back: string
  readonly timeLeft: string
  readonly triesLeft: (count: number) => string
  readonly errorSummary: string
  readonly errors: Readonly<Record<FieldError, string>>
  readonly declined: string
  readonly declineReasons: Readonly<Record<DeclineReason, readonly [what: string, next: string]>>
  readonly code: (actionCode: number) => string
  readonly testCards: string
  readonly testCardsHint: string
  readonly use: string
  readonly useCard: (lastFour: string) => string
  readonly approves: string
  readonly declines: (actionCode: number) => string
  readonly threeDSecure: Readonly<Record<Exclude<TestCard['threeDSecure'], 'challenge'>, string>>
  readonly challenge: (code: string) => string
  readonly results: Readonly<Record<ResultState, { readonly title: string; readonly text: string }>>
}

/** Declines as a payer can act on them; action codes that call for the same step share a reason. */
export type DeclineReason =
  | 'funds'
  | 'limit'
  | 'expired'
  | 'cvc'
  | 'blocked'
  | 'replaced'
  | 'currency'
  | 'authentication'
  | 'notATestCard'
  | 'attempts'
  | 'store'
  | 'issuer'

const REASON_OF_ACTION_CODE: ReadonlyMap<number, DeclineReason> = new Map([
  [116, 'funds'],
  [121, 'limit'],
  [123, 'limit'],
  [902, 'limit'],
  [-20010, 'limit'],
  [101, 'expired'],
  [82, 'cvc'],
  [4, 'blocked'],
  [208, 'blocked'],
  [125, 'replaced'],
  [110, 'currency'],
  [-2006, 'authentication'],
  [-2009, 'authentication'],
  [-2011, 'authentication'],
  [-2016, 'authentication'],
  [-2017, 'authentication'],
  [-2025, 'authentication'],
  [151017, 'authentication'],
  [111, 'notATestCard'],
  [-2013, 'attempts'],
  [4005, 'store'],
])

/** The reason behind an action code; codes without advice of their own are the issuer's refusal. */
export function declineReason(actionCode: number): DeclineReason {
  return REASON_OF_ACTION_CODE.get(actionCode) ?? 'issuer'
}

export const MESSAGES: Readonly<Record<PageLanguage, Messages>> = { en, ru, de, fr, es, el }
