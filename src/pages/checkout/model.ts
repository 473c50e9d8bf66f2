// The data of the payment page and its result pages.
import type { MerchantLook } from './merchant-look.ts'
import type { PageLanguage } from '../../web/http/requests/page-language.ts'
import type { MoneyView } from '../../web/html/money.ts'

/**
 * The payment form is posted, form-encoded, to `actionUrl`, with `mdOrder`, `language`, `cvc` and:
 * - `bindingId`: empty or absent for another card
 * - `pan`, which may contain spaces, `expiry` in any format that `parseExpiry` reads, `cardholder`
 * - `saveCard=true` if checked
 *
 * The language buttons post the same form to the page in their language, which preserves the data.
 */
export interface PaymentPageModel {
  readonly language: PageLanguage
  readonly mdOrder: string
  /** The merchant's order number, if it sent one. */
  readonly orderNumber?: string
  readonly merchantName: string
  readonly look?: MerchantLook
  readonly description?: string
  readonly amount: MoneyView
  readonly actionUrl: string
  /**
   * Returns to the shop without paying. Omitted from the page unless it is an http(s) URL or a
   * path.
   */
  readonly cancelUrl?: string
  /** The countdown appears below 300. Null if the project's clock is frozen. */
  readonly secondsLeft: number | null
  /** Remaining attempts, including the next one. */
  readonly attemptsLeft: number
  /** The payer's stored cards. */
  readonly storedCards: readonly StoredCard[]
  /** Only this stored card may pay the order; the page asks for its CVC alone. */
  readonly boundTo?: StoredCard
  /** True if the order names a client, so that the card can be saved. */
  readonly offerSaveCard: boolean
  /** The entered data, shown again after an error. The CVC is never shown again. */
  readonly entered?: EnteredCard
  readonly errors?: readonly FieldError[]
  /** Action code of the last attempt, if it was declined and another attempt is allowed. */
  readonly decline?: {
    readonly actionCode: number
    readonly isCancelled: boolean
    /** The card of the attempt. */
    readonly card?: ShownCard
  }
  /**
   * Cards of the test card panel, in the order of their groups. Without cards, there is no panel.
   */
  readonly testCards: readonly (IssuedCard | TestCard)[]
  /** The other languages of this page, each with its URL. */
  readonly otherLanguages?: readonly { readonly language: PageLanguage; readonly href: string }[]
}

export interface ShownCard {
  readonly maskedPan: string
  /** VISA, MASTERCARD, MIR ... as in paymentSystem. */
  readonly brand?: string
}

export interface StoredCard extends ShownCard {
  /** The bindingId. */
  readonly id: string
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

/** Fields that show an error. */
export type PaymentField = 'bindingId' | 'pan' | 'expiry' | 'cvc'

/** The errors, each with the field that shows it. */
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

/** The groups of the test card panel, in order. `own` are cards issued in the project. */
export const TEST_CARD_GROUPS = ['own', 'atOnce', 'withCode', 'declined'] as const
export type TestCardGroup = (typeof TEST_CARD_GROUPS)[number]

interface DrawerCard {
  readonly pan: string
  /** MM/YY. */
  readonly expiry: string
  readonly cvc: string
}

/** A card issued in the project, which pays from its account. */
export interface IssuedCard extends DrawerCard {
  readonly group: 'own'
  readonly available: MoneyView
}

/** A listed test card. */
export interface TestCard extends DrawerCard {
  readonly group: Exclude<TestCardGroup, 'own'>
  readonly threeDSecure: 'none' | 'frictionless' | 'attempt' | 'challenge' | 'failed'
  /** The one-time code of a card with a challenge. */
  readonly code?: string
  /** 0 means approved. */
  readonly actionCode: number
}

/**
 * Why the order cannot be paid. `closed`: paid, then reversed or refunded; `withdrawn`: declined by
 * the merchant; `unavailable`: the service failed, so the state is unknown.
 */
export type ResultState =
  'paid' | 'closed' | 'expired' | 'declined' | 'withdrawn' | 'unknown' | 'unavailable'

export interface ResultPageModel {
  readonly state: ResultState
  readonly language: PageLanguage
  /** Absent for unknown and unavailable orders. */
  readonly merchantName?: string
  readonly look?: MerchantLook
  readonly orderNumber?: string
  readonly amount?: MoneyView
  /** The last attempt: its card, and its time in epoch milliseconds. */
  readonly attempt?: { readonly card: ShownCard; readonly at: number }
  /** Action code of the last decline, which is explained if the state is `declined`. */
  readonly actionCode?: number
  /** Target of "Back to the shop". Omitted unless it is an http(s) URL or a path. */
  readonly backUrl?: string
}
