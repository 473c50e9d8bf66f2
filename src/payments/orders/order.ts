// An order at the gateway: the merchant's request and the progress of its payment. They share a
// row, so that a command loads and writes only one.

import type {
  FlowName,
  ProtocolVersion,
  TransactionStatus,
} from '../../three-d-secure/authentication.ts'
import { DAY_MS } from '../../kernel/calendar.ts'
import { type Currency, currencyByNumeric, numericCode } from '../../ledger/currency.ts'
import type { CardOutcome } from '../methods/card-outcome.ts'
import type { Feature } from './feature.ts'
import type { OrderStatus } from './order-status.ts'
import type { PaymentCard } from '../methods/payment-card.ts'
import type { ThreeDsType } from '../../three-d-secure/proof.ts'

/**
 * How often, and until when, the merchant may charge the card again without the cardholder (MIT).
 */
export interface Recurrence {
  /** Minimum number of days between two charges. */
  readonly frequency: number
  /** Last day of charges, YYYYMMDD. */
  readonly expiry: number
  /** For instalments: the total number of charges, and the number so far. */
  readonly installments?: number
  readonly charged?: number
}

/**
 * The merchant's request. It does not change, except that the merchant may add `params` and
 * `email`.
 */
export interface OrderRequest {
  readonly returnUrl: string
  readonly failUrl?: string
  /** ISO 4217 numeric code, if a withdrawn one was sent. The order uses its successor. */
  readonly sentCurrency?: number
  readonly description?: string
  /** Two letters, lower case. */
  readonly language: string
  /** `merchantOrderParams`. */
  readonly params: Readonly<Record<string, string>>
  readonly features: readonly Feature[]
  readonly dynamicCallbackUrl?: string
  /** The merchant's login at the gateway, for callbacks. */
  readonly merchantLogin?: string
  /**
   * When the unpaid order expires, in epoch milliseconds; absent from orders of earlier versions.
   */
  readonly expiresAt?: number
  /** True for an order created by fixtures or sample data. */
  readonly isSample?: true
  readonly ip?: string
  /** The only binding that may pay. */
  readonly bindingId?: string
  readonly recurrence?: Recurrence
  /** When a hold is captured or released automatically, in epoch milliseconds. */
  readonly autocompletionAt?: number
  readonly autoReverseAt?: number
  readonly email?: string
  readonly phone?: string
  readonly postAddress?: string
  /** The basket and similar data as JSON, as sent. */
  readonly bundle?: Readonly<Record<string, unknown>>
}

/** Wallets. Google's names depend on whether the wallet authenticated the payer. */
export type WalletWay =
  'APPLE_PAY' | 'GOOGLE_PAY_TOKENIZED' | 'GOOGLE_PAY_CARD' | 'SAMSUNG_PAY' | 'MIR_PAY'

/** A payment by mail or telephone, or by a wallet, which needs no CVC. */
export type EnteredWay = 'CARD_MOTO' | WalletWay

/** How the payer pays. */
type PaymentWay = 'CARD' | 'CARD_BINDING' | EnteredWay

/** The last attempt to pay an order. */
export interface Payment {
  readonly card: PaymentCard
  readonly way: PaymentWay
  readonly at: number
  readonly ip?: string
  /**
   * Set once the issuer has decided: ISO 8583 DE37 and DE38. Only an approved payment has the
   * latter.
   */
  readonly rrn?: string
  readonly approvalCode?: string
  /** The purchase in the journal, and the account that paid. */
  readonly operationId?: number
  readonly utrnno?: number
  readonly accountId?: number
  readonly eci?: string
  readonly cavv?: string
  readonly xid?: string
  readonly threeDsType?: ThreeDsType
  /** The binding that paid or that the payment created. */
  readonly bindingId?: string
  /** The operation that paid, and the outcome rule that applied, if any. */
  readonly operation?: string
  readonly ruleId?: string
  /** The payer cancelled on the issuer's page. In responses, this is a failed authentication. */
  readonly isCancelled?: true
}

/** A payment in 3-D Secure. It stores whether the CVC was correct, but not the CVC. */
export interface Challenge {
  /** `acsTransID` in version 2, message id in version 1. It is unique within the order. */
  readonly id: string
  readonly version: ProtocolVersion
  readonly flow: FlowName
  /**
   * `method`: version 2 waits for the merchant's second call; `open`: the payer is at the issuer.
   */
  readonly step: 'method' | 'open'
  readonly startedAt: number
  /** The code that the issuer's page accepts. */
  readonly code: string
  readonly wrongCodes: number
  /** The issuer's response, which is final. */
  readonly answer: TransactionStatus | null
  /** The payer cancelled instead of entering the code. */
  readonly isCancelled?: true
  /** The payment to authorise if the response allows it. */
  readonly payment: PendingPayment
}

/** The data needed to authorise after a challenge. */
export interface PendingPayment {
  readonly card: PaymentCard
  readonly way: PaymentWay
  readonly cvc: CvcVerdict
  readonly ip?: string
  /** The binding that pays, or the id of the one to create. */
  readonly bindingId?: string
  readonly keepCard: boolean
  /** The return URL of version 2, if the merchant sent one. */
  readonly finishUrl?: string
  /**
   * The outcome, determined when the payment was sent; absent from challenges of earlier versions.
   */
  readonly outcome?: CardOutcome | undefined
  /** Set if an outcome rule applied. A counted rule has already counted this attempt. */
  readonly decidedBy?: 'rule' | 'counted-rule' | undefined
  /** The outcome rule that applied. */
  readonly ruleId?: string | undefined
  /** It was the last payment to which the rule applied. */
  readonly isRuleUsedUp?: true | undefined
  /** The operation that paid, as named in `/openapi.json`. */
  readonly operation?: string
  /** True for sample data, for which the decision server is not called. */
  readonly isSample?: true
}

/** Whether the CVC was correct; `none` if the payment needed none. */
export type CvcVerdict = 'right' | 'wrong' | 'none'

export interface Refund {
  readonly at: number
  /** Minor units. */
  readonly amount: number
  readonly rrn: string
  readonly approvalCode: string
  readonly externalId?: string
}

/** The progress of an order. */
interface Progress {
  readonly pageOpened: boolean
  readonly challenge: Challenge | null
  /** The server decision on which the payment waits; see `src/real-time/`. */
  readonly decisionId?: number
  readonly payment: Payment | null
  readonly refunds: readonly Refund[]
  readonly depositedAt?: number
  readonly reversedAt?: number
  /** The order's newest callback, on which the next one waits. */
  readonly lastCallbackId?: number
  /** A tester's comment. */
  readonly comment?: string | undefined
}

export interface Order {
  /** UUID version 7; the last eight hex digits are the project's number. */
  readonly id: string
  /** The merchant's order number, or the digits of the id. */
  readonly number: string
  readonly status: OrderStatus
  /** True if the order was registered for a hold to be captured later. */
  readonly twoStage: boolean
  /** Minor units. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly approvedAmount: number
  readonly depositedAmount: number
  readonly refundedAmount: number
  readonly actionCode: number
  /**
   * Number of attempts declined by the issuer, at 3-D Secure, or cancelled on the issuer's page.
   */
  readonly failedAttempts: number
  readonly clientId: string | null
  readonly createdAt: number
  /**
   * When due work runs: an order expires, or a hold is captured or released. Null if there is none.
   */
  readonly dueAt: number | null
  /** Testers' labels, in lower case. The merchant never sees them. */
  readonly labels: readonly string[]
  readonly request: OrderRequest
  readonly progress: Progress
}

/** The number of an order for which the merchant sent none. */
export const numberFromId = (orderId: string): string => orderId.replaceAll('-', '')

/** The merchant's order number; undefined if it sent none. */
export const merchantOrderNumber = ({ id, number }: Pick<Order, 'id' | 'number'>) =>
  number === numberFromId(id) ? undefined : number

export const NEW_PROGRESS: Progress = {
  pageOpened: false,
  challenge: null,
  payment: null,
  refunds: [],
}

/**
 * The text that an order search reads, in lower case: the merchant's number, client, the card's
 * last four digits and holder, the payer's email and phone, and the labels.
 */
export const searchText = ({ id, number, clientId, request, progress, labels }: Order): string =>
  [
    merchantOrderNumber({ id, number }),
    clientId,
    progress.payment?.card.mask.slice(-4),
    progress.payment?.card.cardholderName,
    request.email,
    request.phone,
    ...labels,
  ]
    .map((part) => part ?? '')
    .join('\n')
    .toLowerCase()

/** A hold that is not captured is released after this time. */
const HOLD_LIFE_MS = 7 * DAY_MS

/** When a hold placed at `heldAt` is captured or released automatically. */
export const holdEndsAt = (request: OrderRequest, heldAt: number): number =>
  request.autocompletionAt ?? request.autoReverseAt ?? heldAt + HOLD_LIFE_MS

/** A payment of 0 that only checks the card. */
export const isVerification = ({ request }: Pick<Order, 'request'>): boolean =>
  request.features.includes('VERIFY')

/** The order parameter that forces an answer of the decision server. */
export const DECISION_PARAM = 'sandcard.realTimeDecision'

/** The order parameter that selects the version of 3-D Secure: `1` or `2`. */
export const VERSION_PARAM = 'sandcard.threeDSecure'

/** A charge that the merchant makes with a binding, without the payer. */
export const isAutomatic = ({ request }: Pick<Order, 'request'>): boolean =>
  request.features.includes('AUTO_PAYMENT')

/** The currency code that the merchant sent, in three digits. */
export const sentCurrencyOf = ({
  currency,
  request,
}: Pick<Order, 'currency' | 'request'>): string => numericCode(request.sentCurrency ?? currency)

/** The currency of an order, validated on registration. */
export function currencyOfOrder(order: Pick<Order, 'currency'>): Currency {
  const currency = currencyByNumeric(order.currency)
  if (currency === undefined) throw new Error('an order has an unknown currency')
  return currency
}
