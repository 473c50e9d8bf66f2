// The states of an order at the gateway, the transitions between them, the payment attempts, and
// the order's lifetime. The specification names states 1 and 2; the others come from the gateway
// family.

import { Fault } from '../../kernel/fault.ts'
import { NO_ATTEMPT } from '../authorisation/action-code.ts'

export type OrderStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6

// prettier-ignore
export const ORDER_STATUS = {
  registered:     0, // unpaid, or an attempt was declined and more are allowed
  held:           1, // funds are held, to be captured or released
  deposited:      2, // paid
  reversed:       3, // the hold was released
  refunded:       4, // refunded in full or in part
  authenticating: 5, // the payer is at the issuer's 3-D Secure page
  declined:       6, // no attempts left, expired, or declined by the merchant
} as const satisfies Record<string, OrderStatus>

export const PAYMENT_STATE = {
  0: 'CREATED',
  1: 'APPROVED',
  2: 'DEPOSITED',
  3: 'REVERSED',
  4: 'REFUNDED',
  5: 'CREATED',
  6: 'DECLINED',
} as const satisfies Record<OrderStatus, string>

/**
 * Transitions of an order. `hold` and `charge` are a successful payment in two stages or one.
 * `fail` is a failed attempt, `exhaust` the last one. `decline` is by the merchant. `verify` is a
 * card check without money. `release` is a hold that expired or is reversed automatically.
 * `reverse-captured` reverses a payment on the day of its capture. `credit` pays out to a card
 * without a payment.
 */
// prettier-ignore
const MOVES = [
  [0, 'challenge', 5],
  [0, 'hold',      1],
  [0, 'charge',    2],
  [0, 'verify',    3],
  [0, 'fail',      0],
  [0, 'exhaust',   6],
  [0, 'expire',    6],
  [0, 'decline',   6],
  [0, 'credit',    4],
  [5, 'challenge', 5], // a new attempt replaces the open challenge
  [5, 'hold',      1],
  [5, 'charge',    2],
  [5, 'verify',    3],
  [5, 'fail',      0],
  [5, 'exhaust',   6],
  [5, 'expire',    6],
  [5, 'decline',   6],
  [1, 'deposit',   2],
  [1, 'reverse',   3],
  [1, 'release',   3],
  [2, 'reverse-captured', 3],
  [2, 'refund',    4],
  [4, 'refund',    4],
] as const satisfies readonly (readonly [from: OrderStatus, move: string, to: OrderStatus])[]
export type OrderMove = (typeof MOVES)[number][1]

const NEXT_STATUS: ReadonlyMap<string, OrderStatus> = new Map(
  MOVES.map(([from, move, to]) => [`${from} ${move}`, to]),
)

/** The status after a transition; undefined if the current status does not allow it. */
export function nextOrderStatus(from: OrderStatus, move: OrderMove): OrderStatus | undefined {
  return NEXT_STATUS.get(`${from} ${move}`)
}

/**
 * The status after a transition. A transition that the status does not allow is a bug in the
 * caller.
 */
export function statusAfter(
  { status }: { readonly status: OrderStatus },
  move: OrderMove,
): OrderStatus {
  const next = nextOrderStatus(status, move)
  if (next === undefined) throw new Error(`an order in status ${status} cannot ${move}`)
  return next
}

/** True while an order can still be paid. */
export function isPayable(status: OrderStatus): boolean {
  return status === ORDER_STATUS.registered || status === ORDER_STATUS.authenticating
}

/** Throws a fault for an order that has ended, or on whose payment a server is deciding. */
export function assertPayable({
  status,
  progress,
}: {
  readonly status: OrderStatus
  readonly progress: { readonly decisionId?: number | undefined }
}): void {
  if (!isPayable(status))
    throw new Fault('order-processed', 'The order has already been paid or declined.')
  if (progress.decisionId !== undefined)
    throw new Fault(
      'order-being-decided',
      'A payment of the order is waiting for your server’s decision. Read its status, and retry if it was declined.',
    )
}

/** Maximum number of payment attempts per order. */
export const PAYMENT_ATTEMPTS_MAX = 3

/** Action codes that the gateway itself sets. */
// prettier-ignore
export const ORDER_ACTION_CODE = {
  untouched:         NO_ATTEMPT,
  attemptsExhausted: -2013,
  neverTried:        -2014,
  timeExpired:       -2007,
  lostAtIssuer:      -2009,
  declinedByMerchant:   4005,
  cancelledByPayer:     2012,
} as const

const OUT_OF_TIME: ReadonlySet<number> = new Set([
  ORDER_ACTION_CODE.timeExpired,
  ORDER_ACTION_CODE.neverTried,
  ORDER_ACTION_CODE.lostAtIssuer,
])

interface EndedOrder {
  readonly status: OrderStatus
  readonly actionCode: number
}

const isDeclinedWith = ({ status, actionCode }: EndedOrder, code: number): boolean =>
  status === ORDER_STATUS.declined && actionCode === code

/** True for an order that expired unpaid. */
export const ranOutOfTime = ({ status, actionCode }: EndedOrder): boolean =>
  status === ORDER_STATUS.declined && OUT_OF_TIME.has(actionCode)

/** True for an order that its merchant declined. */
export const wasWithdrawn = (order: EndedOrder): boolean =>
  isDeclinedWith(order, ORDER_ACTION_CODE.declinedByMerchant)

/** True for an unpaid order that its payer cancelled on the payment page. */
export const wasCancelledByPayer = (order: EndedOrder): boolean =>
  isDeclinedWith(order, ORDER_ACTION_CODE.cancelledByPayer)

/**
 * The result of a failed attempt. An attempt was authorised or failed at 3-D Secure. Invalid input
 * (wrong check digit, past expiry date, no CVC) is not an attempt.
 */
export function afterFailedAttempt(
  failedBefore: number,
  actionCode: number,
): { readonly move: 'fail' | 'exhaust'; readonly actionCode: number; readonly failed: number } {
  const failed = failedBefore + 1
  return failed < PAYMENT_ATTEMPTS_MAX
    ? { move: 'fail', actionCode, failed }
    : { move: 'exhaust', actionCode: ORDER_ACTION_CODE.attemptsExhausted, failed }
}

/** The action code of an expired order depends on how far the payer got. */
export function expiryActionCode(order: {
  readonly status: OrderStatus
  readonly pageOpened: boolean
  readonly failedAttempts: number
}): number {
  if (order.status === ORDER_STATUS.authenticating) return ORDER_ACTION_CODE.lostAtIssuer
  const touched = order.pageOpened || order.failedAttempts > 0
  return touched ? ORDER_ACTION_CODE.timeExpired : ORDER_ACTION_CODE.neverTried
}

const DEFAULT_SESSION_TIMEOUT_SECS = 1200

/**
 * When an unpaid order expires, in epoch milliseconds. `expirationDate` takes precedence over
 * `sessionTimeoutSecs`; the default is 20 minutes.
 */
export function orderExpiresAt(order: {
  readonly registeredAt: number
  readonly sessionTimeoutSecs?: number | undefined
  readonly expirationDate?: number | undefined
}): number {
  const seconds = order.sessionTimeoutSecs ?? DEFAULT_SESSION_TIMEOUT_SECS
  return order.expirationDate ?? order.registeredAt + seconds * 1000
}
