// Webhooks: a project subscribes a URL to events. Each event of a subscription is a row, written in
// the commit of its cause and sent afterwards, in the format of Standard Webhooks 1.0.

import { nextAttemptAt } from '../callbacks/callback-schedule.ts'
import type { CallbackFaultKind } from '../fault-injection/fault-kinds.ts'
import { type UnsentAttempt, withAttempts } from '../callbacks/queued-item.ts'

/** Maximum number of subscriptions per project. */
export const WEBHOOKS_MAX = 10

/**
 * `gone`: the receiver responded with 410. Deleted ones are kept for events that are being sent.
 */
export type WebhookState = 'active' | 'gone' | 'deleted'

export interface WebhookSecret {
  /** `whsec_` and base64, encrypted by the project's vault. */
  readonly sealed: string
  /** Real time at which it stops signing; null for the current one. */
  readonly until: number | null
}

/**
 * Events about one subject are sent in order. Each subject (a card, an order, an authorisation) is
 * assigned to one of these lanes, and an event waits for the previous event in its lane.
 */
export const LANES = 16

export interface Webhook {
  readonly id: number
  readonly url: string
  /** Types of events, or patterns such as `card.*`. */
  readonly events: readonly string[]
  readonly state: WebhookState
  /** The current one first. */
  readonly secrets: readonly WebhookSecret[]
  /** The newest event of each lane; null if there is none. */
  readonly lanes: readonly (number | null)[]
  readonly createdAt: number
}

/**
 * `waiting`: will be sent or retried; `failed`: the last retry failed; `stopped`: its subscription
 * has ended.
 */
export const EVENT_STATES = ['waiting', 'delivered', 'failed', 'stopped'] as const
export type EventState = (typeof EVENT_STATES)[number]

export interface EventAttempt {
  /** The project's time, epoch milliseconds. */
  readonly at: number
  readonly httpStatus: number | null
  readonly durationMs: number
  /** Why there was no response in time; null if there was one. */
  readonly error: string | null
  /** `webhook-timestamp`: real time of the attempt, in epoch seconds. */
  readonly timestamp: string
  /** `webhook-signature`: one signature for each secret. */
  readonly signature: string
  /** The start of the response: its headers and the first characters of the body. */
  readonly answer: string
  /** The project's fault that applied to the attempt, if any. */
  readonly fault?: CallbackFaultKind
}

export interface WebhookEvent {
  readonly id: number
  readonly webhookId: number
  readonly type: string
  /** The JSON that is sent, the same in every attempt. */
  readonly body: string
  readonly state: EventState
  readonly url: string
  readonly origin: string
  readonly createdAt: number
  /** The previous event of its lane. */
  readonly previousId: number | null
  /**
   * The number of claims so far. It identifies the attempt, so that a slow sender whose claim has
   * expired cannot record its result.
   */
  readonly attempt: number
  /** Number of failed attempts since it was last queued. */
  readonly failures: number
  readonly firstAt: number | null
  readonly dueAt: number | null
  readonly leaseUntil: number | null
  /** The latest attempts, oldest first. */
  readonly attempts: readonly EventAttempt[]
  /** True while a fault holds it back, so that the next event of its lane is sent first. */
  readonly heldBack: boolean
}

/** The status with which a receiver unsubscribes (410). */
export const GONE = 410

/** The maximum pause that a receiver can set with `Retry-After`. */
const RETRY_AFTER_MAX_MS = 86_400_000

export const isDelivered = ({
  error,
  httpStatus,
}: Pick<EventAttempt, 'error' | 'httpStatus'>): boolean =>
  error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/**
 * The event after an attempt. `retryAfterMs` is the pause that the receiver set; nothing is sent
 * before it ends.
 */
export function afterEventAttempt(
  event: WebhookEvent,
  attempt: EventAttempt,
  retryAfterMs: number,
): WebhookEvent {
  const tried = withAttempts(event, attempt)
  const ended = { ...tried, leaseUntil: null, dueAt: null, heldBack: false }
  if (isDelivered(attempt)) return { ...ended, state: 'delivered' }
  const failures = event.failures + 1
  if (attempt.httpStatus === GONE) return { ...ended, failures, state: 'stopped' }
  const { at: lastAt } = attempt
  const planned = nextAttemptAt(failures, { firstAt: event.firstAt ?? lastAt, lastAt })
  if (planned === undefined) return { ...ended, failures, state: 'failed' }
  const earliest = lastAt + Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)
  return { ...ended, failures, state: 'waiting', dueAt: Math.max(planned, earliest) }
}

/** The event after it was sent twice. One successful delivery is enough. */
export function afterEventDuplicates(
  event: WebhookEvent,
  [first, second]: readonly [EventAttempt, EventAttempt],
  retryAfterMs: number,
): WebhookEvent {
  const decisive = isDelivered(first) ? first : second
  const { attempts } = withAttempts(event, first, second)
  return { ...afterEventAttempt(event, decisive, retryAfterMs), attempts }
}

/** The event after a fault has dropped an attempt: the attempt failed and is retried. */
export const droppedEvent = (event: WebhookEvent, now: number): WebhookEvent =>
  afterEventAttempt(
    { ...event, firstAt: event.firstAt ?? now },
    unsentEventAttempt({ at: now, fault: 'drop', error: 'dropped by a fault' }),
    0,
  )

export const unsentEventAttempt = (attempt: UnsentAttempt): EventAttempt => ({
  httpStatus: null,
  durationMs: 0,
  timestamp: '',
  signature: '',
  answer: '',
  ...attempt,
})

/** The id in the `webhook-id` header: the same in every attempt, unique in the service. */
export const messageId = (datasetId: number, { id }: Pick<WebhookEvent, 'id'>): string =>
  `msg_${datasetId}_${id}`
