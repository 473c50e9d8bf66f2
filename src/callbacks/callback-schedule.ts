// Callbacks: what an event of an order is called in the notification to the merchant, and when an
// undelivered notification is tried again.

/** `operation` of a callback. */
export type CallbackOperation =
  | 'approved'
  | 'deposited'
  | 'reversed'
  | 'refunded'
  | 'declinedByTimeout'
  | 'declinedCardPresent'
  | 'bindingCreated'
  | 'bindingActivityChanged'

/** `status` of a callback: 1 the operation succeeded, 0 it failed. */
export type CallbackStatus = 0 | 1

/** What can happen to an order or a binding that a merchant wants to hear of. */
export type CallbackEvent =
  | 'held'
  | 'hold-failed'
  | 'charged'
  | 'charge-failed'
  | 'captured'
  | 'reversed'
  | 'refunded'
  | 'refund-failed'
  | 'expired'
  | 'binding-created'
  | 'binding-changed'

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
} as const satisfies Record<CallbackEvent, readonly [CallbackOperation, CallbackStatus]>

/** The event that a callback reports by this operation and status; undefined where none does. */
export const eventOf = (
  operation: CallbackOperation,
  status: CallbackStatus,
): CallbackEvent | undefined =>
  CALLBACK_EVENTS.find((event) => {
    const [itsOperation, itsStatus] = CALLBACK_OF_EVENT[event]
    return itsOperation === operation && itsStatus === status
  })

const CALLBACK_EVENTS = Object.keys(CALLBACK_OF_EVENT) as CallbackEvent[]

/** Every operation, in the order a settings page lists them. */
export const CALLBACK_OPERATIONS: readonly CallbackOperation[] = [
  'approved',
  'deposited',
  'reversed',
  'refunded',
  'declinedByTimeout',
  'declinedCardPresent',
  'bindingCreated',
  'bindingActivityChanged',
]

export function isCallbackOperation(text: string): text is CallbackOperation {
  return CALLBACK_OPERATIONS.some((operation) => operation === text)
}

/** Only this answer, within this time, counts as delivered. */
export const DELIVERED_HTTP_STATUS = 200
export const DELIVERY_TIMEOUT_MS = 15_000

/** The next callback of an order waits for the earlier one's delivery or this many failures. */
export const FAILURES_THAT_FREE_THE_NEXT = 3

/** Retries end 75 hours after the first attempt. */
export const GIVE_UP_AFTER_MS = 75 * 3_600_000

/** Three pauses of this length come first. */
const STEADY_PAUSES = 3
const STEADY_PAUSE_MS = 30_000
/** The first of those behind them, each twice as long as the one before. */
const GROWING_PAUSE_MS = 60_000

/** How long to wait after so many failures. */
const pauseAfter = (failures: number): number =>
  failures <= STEADY_PAUSES
    ? STEADY_PAUSE_MS
    : GROWING_PAUSE_MS * 2 ** (failures - STEADY_PAUSES - 1)

/**
 * When to try again after so many failures, epoch milliseconds; `firstAt` and `lastAt` are the times of the first and of the latest
 * attempt. Every pause counts from the latest attempt: however much time went by meanwhile, because the clock was moved or the
 * service was down, one attempt is overdue and not all that would have fitted in. Undefined when the time is up.
 */
export function nextAttemptAt(
  failures: number,
  { firstAt, lastAt }: { readonly firstAt: number; readonly lastAt: number },
): number | undefined {
  const end = firstAt + GIVE_UP_AFTER_MS
  return lastAt >= end ? undefined : Math.min(lastAt + pauseAfter(failures), end)
}
