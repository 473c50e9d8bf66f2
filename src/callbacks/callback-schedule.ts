// The operation and status of each event in its callback, and the retry schedule.

import { HOUR_MS } from '../kernel/calendar.ts'

/** All values of `operation` in a callback, in the order of the settings page. */
export const CALLBACK_OPERATIONS = [
  'approved',
  'deposited',
  'reversed',
  'refunded',
  'declinedByTimeout',
  'declinedCardPresent',
  'bindingCreated',
  'bindingActivityChanged',
] as const
export type CallbackOperation = (typeof CALLBACK_OPERATIONS)[number]

/** `status` of a callback: 1 the operation succeeded, 0 it failed. */
export type CallbackStatus = 0 | 1

/** The operation and status of each order and binding event that callbacks report. */
// prettier-ignore
export const CALLBACK_OF_EVENT = {
  'held':            ['approved',               1],
  'hold-failed':     ['approved',               0],
  'charged':         ['deposited',              1],
  'charge-failed':   ['deposited',              0],
  'captured':        ['deposited',              1],
  'reversed':        ['reversed',               1],
  'refunded':        ['refunded',               1],
  'refund-failed':   ['refunded',               0],
  'expired':         ['declinedByTimeout',      0],
  'binding-created': ['bindingCreated',         1],
  'binding-changed': ['bindingActivityChanged', 1],
} as const satisfies Record<string, readonly [CallbackOperation, CallbackStatus]>
export type CallbackEvent = keyof typeof CALLBACK_OF_EVENT

/** The event with this operation and status in its callback; undefined if there is none. */
export const eventOf = (
  operation: CallbackOperation,
  status: CallbackStatus,
): CallbackEvent | undefined =>
  CALLBACK_EVENTS.find((event) => {
    const [itsOperation, itsStatus] = CALLBACK_OF_EVENT[event]
    return itsOperation === operation && itsStatus === status
  })

const CALLBACK_EVENTS = Object.keys(CALLBACK_OF_EVENT) as CallbackEvent[]

export const isBindingEvent = (event: CallbackEvent): boolean =>
  event === 'binding-created' || event === 'binding-changed'

export function isCallbackOperation(text: string): text is CallbackOperation {
  return CALLBACK_OPERATIONS.some((operation) => operation === text)
}

/** Only a response with this status within this time counts as delivered. */
export const DELIVERED_HTTP_STATUS = 200
export const DELIVERY_TIMEOUT_MS = 15_000

/**
 * An order's next callback waits until the earlier one is delivered or has failed this many times.
 */
export const FAILURES_THAT_FREE_THE_NEXT = 3

/** Retries end 75 hours after the first attempt. */
export const GIVE_UP_AFTER_MS = 75 * HOUR_MS

/** The first three pauses have this length. */
const STEADY_PAUSES = 3
const STEADY_PAUSE_MS = 30_000
/** The fourth pause. Each further pause is twice as long as the previous one. */
const GROWING_PAUSE_MS = 60_000

/** The pause after this many failures. */
const pauseAfter = (failures: number): number =>
  failures <= STEADY_PAUSES
    ? STEADY_PAUSE_MS
    : GROWING_PAUSE_MS * 2 ** (failures - STEADY_PAUSES - 1)

/**
 * When to retry after this many failures, in epoch milliseconds, or undefined after the last retry.
 * `firstAt` and `lastAt` are the times of the first and the latest attempt. A pause counts from the
 * latest attempt: if the clock was advanced or the service was down, only one attempt is overdue,
 * not all missed ones.
 */
export function nextAttemptAt(
  failures: number,
  { firstAt, lastAt }: { readonly firstAt: number; readonly lastAt: number },
): number | undefined {
  const end = firstAt + GIVE_UP_AFTER_MS
  return lastAt >= end ? undefined : Math.min(lastAt + pauseAfter(failures), end)
}
