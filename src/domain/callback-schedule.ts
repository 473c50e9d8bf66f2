// Callbacks: what an event of an order is called in the notification to the store, and when an
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

/** What can happen to an order or a binding that a store wants to hear of. */
export type CallbackEvent =
  | 'held'
  | 'hold-failed'
  | 'charged'
  | 'charge-failed'
  | 'captured'
  | 'reversed'
  | 'refunded'
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
  'expired':         ['declinedByTimeout',      0],
  'binding-created': ['bindingCreated',         1],
  'binding-changed': ['bindingActivityChanged', 1],
} as const satisfies Record<CallbackEvent, readonly [CallbackOperation, CallbackStatus]>

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

const STEADY_OFFSETS_MS = [0, 30_000, 60_000, 90_000]
const FIRST_GROWING_DELAY_MS = 60_000

// Milliseconds from the first attempt to each one: at once, three times after 30 s, then each delay
// twice the one before, and the last of all at the very end.
const OFFSETS_MS: readonly number[] = offsets()

function offsets(): number[] {
  const list = [...STEADY_OFFSETS_MS]
  let delay = FIRST_GROWING_DELAY_MS
  let offset = Math.max(...list) + delay
  while (offset < GIVE_UP_AFTER_MS) {
    list.push(offset)
    delay *= 2
    offset += delay
  }
  return [...list, GIVE_UP_AFTER_MS]
}

/** How many attempts there are in all. */
export const CALLBACK_ATTEMPTS = OFFSETS_MS.length

/**
 * When to try again after attempt number `attempt` (1 is the first) failed; `firstAt` is the time of the
 * first attempt, epoch milliseconds. Undefined when the attempts are used up.
 */
export function nextAttemptAt(attempt: number, firstAt: number): number | undefined {
  const offset = OFFSETS_MS[attempt]
  return offset === undefined ? undefined : firstAt + offset
}
