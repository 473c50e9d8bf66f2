// An order at the gateway: what the merchant registered, and how far its payment has come. One row holds both, so that every
// command on an order loads and writes one row.

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

/** How often, and until when, a merchant may charge the card again without its holder. */
export interface Recurrence {
  /** Least number of days between two charges. */
  readonly frequency: number
  /** Last day of charges, YYYYMMDD. */
  readonly expiry: number
  /** Charges allowed in all, where the order is paid off by instalments, and how many there were. */
  readonly installments?: number
  readonly charged?: number
}

/** What the merchant asked for. It stays, but for `params` and `email`, which the merchant may add to later. */
export interface OrderRequest {
  readonly returnUrl: string
  readonly failUrl?: string
  /** ISO 4217 numeric code, if a withdrawn one was sent: the order is booked under its successor. */
  readonly sentCurrency?: number
  readonly description?: string
  /** Two letters, lower case. */
  readonly language: string
  /** `merchantOrderParams`. */
  readonly params: Readonly<Record<string, string>>
  readonly features: readonly Feature[]
  readonly dynamicCallbackUrl?: string
  /** The merchant's login at the gateway, which a callback may tell. */
  readonly merchantLogin?: string
  /** When the unpaid order expires, epoch milliseconds; absent from orders of earlier versions. */
  readonly expiresAt?: number
  readonly ip?: string
  /** The one binding that may pay. */
  readonly bindingId?: string
  readonly recurrence?: Recurrence
  /** When a hold is captured or released automatically, epoch milliseconds. */
  readonly autocompletionAt?: number
  readonly autoReverseAt?: number
  readonly email?: string
  readonly phone?: string
  readonly postAddress?: string
  /** JSON of the basket and the like, as sent. */
  readonly bundle?: Readonly<Record<string, unknown>>
}

/** Wallets. Google's names depend on whether the wallet authenticated the payer. */
export type WalletWay =
  'APPLE_PAY' | 'GOOGLE_PAY_TOKENIZED' | 'GOOGLE_PAY_CARD' | 'SAMSUNG_PAY' | 'MIR_PAY'

/** By mail or telephone, or by a wallet: without a CVC. */
export type EnteredWay = 'CARD_MOTO' | WalletWay

/** How the payer came to pay. */
type PaymentWay = 'CARD' | 'CARD_BINDING' | EnteredWay

/** The last attempt to pay an order. */
export interface Payment {
  readonly card: PaymentCard
  readonly way: PaymentWay
  readonly at: number
  readonly ip?: string
  /** Set once the issuer was asked. ISO 8583 DE37 and DE38; only an approved payment has the latter. */
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
  /** The binding that paid or that the payment made. */
  readonly bindingId?: string
  /** The payer cancelled at the issuer's page; on the wire that is a failed authentication like any other. */
  readonly isCancelled?: true
}

/** A payment on its way through 3-D Secure. The CVC is not here: whether it was right was seen when it was sent. */
export interface Challenge {
  /** `acsTransID` of version 2, message id of version 1; another challenge of the same order has another. */
  readonly id: string
  readonly version: ProtocolVersion
  readonly flow: FlowName
  /** `method`: version 2, the merchant is to call again; `open`: the payer is at the issuer's page. */
  readonly step: 'method' | 'open'
  readonly startedAt: number
  /** The code that the issuer's page accepts. */
  readonly code: string
  readonly wrongCodes: number
  /** What the issuer's page answered; it answers once. */
  readonly answer: TransactionStatus | null
  /** The payer cancelled instead of entering the code. */
  readonly isCancelled?: true
  /** What is authorised when the answer allows it. */
  readonly payment: PendingPayment
}

/** What a challenge must remember to authorise afterwards. */
export interface PendingPayment {
  readonly card: PaymentCard
  readonly way: PaymentWay
  readonly cvc: CvcVerdict
  readonly ip?: string
  /** The binding that pays, or the id of the one to be made. */
  readonly bindingId?: string
  readonly keepCard: boolean
  /** Where version 2 returns to: the merchant's own address, when it gave one. */
  readonly finishUrl?: string
  /** How the payment goes, decided when it was sent; absent from challenges of earlier versions. */
  readonly outcome?: CardOutcome | undefined
  /** Set where a rule of the project decided; a counted rule has counted this attempt already. */
  readonly decidedBy?: 'rule' | 'counted-rule' | undefined
}

/** Whether the CVC sent was the card's; `none` where the payment needed none. */
export type CvcVerdict = 'right' | 'wrong' | 'none'

export interface Refund {
  readonly at: number
  /** Minor units. */
  readonly amount: number
  readonly rrn: string
  readonly approvalCode: string
  readonly externalId?: string
}

/** How far an order has come. */
interface Progress {
  readonly failedAttempts: number
  readonly pageOpened: boolean
  readonly challenge: Challenge | null
  readonly payment: Payment | null
  readonly refunds: readonly Refund[]
  readonly depositedAt?: number
  readonly reversedAt?: number
  /** The order's newest callback: the next one waits for it. */
  readonly lastCallbackId?: number
}

export interface Order {
  /** UUID in version 7 form; the last eight hex digits are the project's number. */
  readonly id: string
  /** The merchant's own number, or the id's digits where it gave none. */
  readonly number: string
  readonly status: OrderStatus
  /** Registered for a hold that is captured later. */
  readonly twoStage: boolean
  /** Minor units. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly approvedAmount: number
  readonly depositedAmount: number
  readonly refundedAmount: number
  readonly actionCode: number
  readonly clientId: string | null
  readonly createdAt: number
  /** When due work runs: an unpaid order expires, a hold is captured or released. Null without any. */
  readonly dueAt: number | null
  readonly request: OrderRequest
  readonly progress: Progress
}

/** The number of an order whose merchant gave none. */
export const numberFromId = (orderId: string): string => orderId.replaceAll('-', '')

/** The merchant's own number; undefined where it gave none. */
export const merchantOrderNumber = ({ id, number }: Pick<Order, 'id' | 'number'>) =>
  number === numberFromId(id) ? undefined : number

export const NEW_PROGRESS: Progress = {
  failedAttempts: 0,
  pageOpened: false,
  challenge: null,
  payment: null,
  refunds: [],
}

/** A hold that is not captured is released after this time. */
const HOLD_LIFE_MS = 7 * DAY_MS

/** When a hold placed at `heldAt` is captured or released automatically. */
export const holdEndsAt = (request: OrderRequest, heldAt: number): number =>
  request.autocompletionAt ?? request.autoReverseAt ?? heldAt + HOLD_LIFE_MS

/** A payment that only proves that the card is good: no money moves. */
export const isVerification = ({ request }: Pick<Order, 'request'>): boolean =>
  request.features.includes('VERIFY')

/** A charge that the merchant makes with a binding, without the payer. */
export const isAutomatic = ({ request }: Pick<Order, 'request'>): boolean =>
  request.features.includes('AUTO_PAYMENT')

/** The currency code that the merchant sent, three digits. */
export const sentCurrencyOf = ({
  currency,
  request,
}: Pick<Order, 'currency' | 'request'>): string => numericCode(request.sentCurrency ?? currency)

/** The currency of an order, which was known when it was registered. */
export function currencyOfOrder(order: Pick<Order, 'currency'>): Currency {
  const currency = currencyByNumeric(order.currency)
  if (currency === undefined) throw new Error('an order has an unknown currency')
  return currency
}
