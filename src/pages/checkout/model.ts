/** The data of the payment page and its result pages, created by the handler of the request. */
import type { PageLanguage } from '../../web/http/page-language.ts'
import type { MoneyView } from '../../web/html/money.ts'

/**
 * The payment form posts, form-encoded, to `actionUrl`: `mdOrder`, `language`, `bindingId` (empty or
 * absent for another card), `pan` (may hold spaces), `expiry` (whatever `parseExpiry` reads), `cvc`,
 * `cardholder`, and `saveCard=true` when ticked. The buttons of the other languages post the same form
 * to their page, which shows what was entered.
 */
export interface PaymentPageModel {
  readonly language: PageLanguage
  readonly mdOrder: string
  /** The merchant's own number, where it gave one. */
  readonly orderNumber?: string
  readonly merchantName: string
  readonly description?: string
  readonly amount: MoneyView
  readonly actionUrl: string
  /** Back to the shop without paying; left out of the page unless it is http(s) or a path. */
  readonly cancelUrl?: string
  /** The countdown starts below 300. Null where time does not run: the project's clock is frozen. */
  readonly secondsLeft: number | null
  /** Attempts the order still has, the coming one included. */
  readonly attemptsLeft: number
  /** Stored cards of the payer, offered as choices. */
  readonly storedCards: readonly StoredCard[]
  /** The order may be paid with this stored card only: the page asks for its CVC and nothing else. */
  readonly boundTo?: StoredCard
  /** True where the order names a client, so that the card can be kept for the next time. */
  readonly offerSaveCard: boolean
  /** What the payer had entered, to be shown again after an error. The CVC is never shown again. */
  readonly entered?: EnteredCard
  readonly errors?: readonly FieldError[]
  /** The last attempt was declined with this action code; the order can be tried again. */
  readonly decline?: { readonly actionCode: number; readonly isCancelled: boolean }
  /** Cards of the drawer, in the order of their groups. Empty: no drawer. */
  readonly testCards: readonly (IssuedCard | TestCard)[]
  /** Other languages of this page, each with the address of the page in it. */
  readonly otherLanguages?: readonly { readonly language: PageLanguage; readonly href: string }[]
}

export interface StoredCard {
  /** The bindingId. */
  readonly id: string
  readonly maskedPan: string
  /** VISA, MASTERCARD, MIR ... as in paymentSystem. */
  readonly brand?: string
  /** MM/YY. */
  readonly expiry: string
}

export interface EnteredCard {
  readonly pan?: string
  readonly expiry?: string
  readonly cardholder?: string
  readonly bindingId?: string
  readonly saveCard?: boolean
}

/** Fields that can be wrong; each has a place for its message. */
export type PaymentField = 'bindingId' | 'pan' | 'expiry' | 'cvc'

/** Everything that can be wrong with the input, and the field it stands at. */
export const FIELD_OF_ERROR = {
  bindingUnknown: 'bindingId',
  panMissing: 'pan',
  panWrong: 'pan',
  expiryMissing: 'expiry',
  expiryWrong: 'expiry',
  expiryPast: 'expiry',
  cvcMissing: 'cvc',
  cvcWrong: 'cvc',
} as const satisfies Record<string, PaymentField>
export type FieldError = keyof typeof FIELD_OF_ERROR

/** The groups of the drawer, in their order. `own` are cards that the project issued. */
export const TEST_CARD_GROUPS = ['own', 'atOnce', 'withCode', 'declined'] as const
export type TestCardGroup = (typeof TEST_CARD_GROUPS)[number]

interface DrawerCard {
  readonly pan: string
  /** MM/YY. */
  readonly expiry: string
  readonly cvc: string
}

/** A card that the project issued; it pays from its account. */
export interface IssuedCard extends DrawerCard {
  readonly group: 'own'
  readonly available: MoneyView
}

/** A row of the closed list. */
export interface TestCard extends DrawerCard {
  readonly group: Exclude<TestCardGroup, 'own'>
  readonly threeDSecure: 'none' | 'frictionless' | 'attempt' | 'challenge' | 'failed'
  /** The one-time code of a challenge card. */
  readonly code?: string
  /** 0 approves. */
  readonly actionCode: number
}

/**
 * Why the order cannot be paid (any more): `closed` is paid and then reversed or refunded, `withdrawn`
 * was declined by the merchant, `unavailable` says nothing of the order, for the service could not answer.
 */
export type ResultState =
  'paid' | 'closed' | 'expired' | 'declined' | 'withdrawn' | 'unknown' | 'unavailable'

export interface ResultPageModel {
  readonly state: ResultState
  readonly language: PageLanguage
  /** Unknown and unavailable orders have none of these. */
  readonly merchantName?: string
  readonly orderNumber?: string
  readonly amount?: MoneyView
  /** Action code of the last decline, explained when the state is `declined`. */
  readonly actionCode?: number
  /** Where "back to the shop" leads; left out unless it is http(s) or a path. */
  readonly backUrl?: string
}
