// An order at the gateway: what the store registered, and how far its payment has come. One row holds both, so that every
// command on an order loads and writes one row.

import type { ThreeDsType, FlowName, ProtocolVersion, TransactionStatus } from './authentication.ts'
import { DAY_MS } from './calendar.ts'
import type { Feature } from './feature.ts'
import type { OrderStatus } from './order-status.ts'
import type { PaymentCard } from './payment-card.ts'

/** How often, and until when, a store may charge the card again without its holder. */
export interface Recurrence {
  /** Least number of days between two charges. */
  readonly frequency: number
  /** Last day of charges, YYYYMMDD. */
  readonly expiry: number
}

/** What the store asked for. It never changes, but for `params`, which `addParams` adds to. */
export interface OrderRequest {
  readonly returnUrl: string
  readonly failUrl?: string
  readonly description?: string
  /** Two letters, lower case. */
  readonly language: string
  /** `merchantOrderParams`. */
  readonly params: Readonly<Record<string, string>>
  readonly features: readonly Feature[]
  readonly dynamicCallbackUrl?: string
  readonly ip?: string
  /** The one binding that may pay. */
  readonly bindingId?: string
  readonly recurrence?: Recurrence
  /** When a hold is captured or given back by itself, epoch milliseconds. */
  readonly autocompletionAt?: number
  readonly autoReverseAt?: number
  readonly email?: string
  readonly phone?: string
  readonly postAddress?: string
  /** JSON of the basket and the like, as sent. */
  readonly bundle?: Readonly<Record<string, unknown>>
}

/** How the payer came to pay. */
type PaymentWay = 'CARD' | 'CARD_BINDING' | 'CARD_MOTO'

/** The last attempt to pay an order. */
export interface Payment {
  readonly card: PaymentCard
  readonly way: PaymentWay
  readonly at: number
  readonly ip?: string
  /** Set once the issuer was asked. ISO 8583 DE37 and DE38; only an approved payment has the latter. */
  readonly rrn?: string
  readonly approvalCode?: string
  /** The purchase in the books, and the account that paid. */
  readonly operationId?: number
  readonly utrnno?: number
  readonly accountId?: number
  readonly eci?: string
  readonly cavv?: string
  readonly xid?: string
  readonly threeDsType?: ThreeDsType
  /** The binding that paid or that the payment made. */
  readonly bindingId?: string
}

/** A payment on its way through 3-D Secure. The CVC is not here: whether it was right was seen when it was sent. */
export interface Challenge {
  /** `acsTransID` of version 2, message id of version 1; another challenge of the same order has another. */
  readonly id: string
  readonly version: ProtocolVersion
  readonly flow: FlowName
  /** `method`: version 2, the shop is to call again; `open`: the payer is at the issuer's page. */
  readonly step: 'method' | 'open'
  readonly startedAt: number
  /** The code that the issuer's page accepts. */
  readonly code: string
  readonly wrongCodes: number
  /** What the issuer's page answered; it answers once. */
  readonly answer: TransactionStatus | null
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
  /** Where version 2 returns to: the store's own address, when it gave one. */
  readonly finishUrl?: string
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
  /** The store's own number, or the id's digits where it gave none. */
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
  /** When something happens by itself: an unpaid order expires, a hold is captured or given back; null when nothing will. */
  readonly dueAt: number | null
  readonly request: OrderRequest
  readonly progress: Progress
}

export const NEW_PROGRESS: Progress = {
  failedAttempts: 0,
  pageOpened: false,
  challenge: null,
  payment: null,
  refunds: [],
}

/** A hold that nobody captures is given back after this long. */
const HOLD_LIFE_MS = 7 * DAY_MS

/** When a hold placed at `heldAt` ends by itself. */
export const holdEndsAt = (request: OrderRequest, heldAt: number): number =>
  request.autocompletionAt ?? request.autoReverseAt ?? heldAt + HOLD_LIFE_MS

/** A payment that only proves that the card is good: no money moves. */
export const isVerification = ({ request }: Pick<Order, 'request'>): boolean =>
  request.features.includes('VERIFY')

/** A charge that the store makes by itself, with a binding and without the payer. */
export const isAutomatic = ({ request }: Pick<Order, 'request'>): boolean =>
  request.features.includes('AUTO_PAYMENT')

const GATEWAY_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for an id of an order, a binding or a challenge that `gatewayId` may have made. */
export const isGatewayId = (text: string): boolean => GATEWAY_ID.test(text)

/** The project's number in such an id; undefined for anything else. */
export const projectNumberOf = (id: string): number | undefined =>
  isGatewayId(id) ? parseInt(id.slice(-8), 16) : undefined

/**
 * A new id from the time and eight bytes of chance: 48 bits of time, version 7, 42 bits of chance, the project's number
 * (RFC 9562).
 */
export function gatewayId(projectNumber: number, at: number, chance: Uint8Array): string {
  const time = at.toString(16).padStart(12, '0').slice(-12)
  const hex = Buffer.from(chance.subarray(0, 8)).toString('hex')
  const variant = '89ab'[parseInt(hex[3] ?? '0', 16) & 3] ?? '8'
  const number = projectNumber.toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(8, 12)}${number}`
}

/** `threeDSServerTransID`: the order's id in version 8 form, so that the order is found by it without another index. */
export const serverTransIdOf = (orderId: string): string =>
  `${orderId.slice(0, 14)}8${orderId.slice(15)}`

/** The order id inside a `threeDSServerTransID`. */
export const orderIdOfServerTrans = (transId: string): string =>
  `${transId.slice(0, 14)}7${transId.slice(15)}`
