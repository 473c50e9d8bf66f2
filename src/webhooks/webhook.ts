// Webhooks: a project subscribes a URL to events. Each event of a subscription is a row, written in
// the commit of its cause and sent afterwards, in the format of Standard Webhooks 1.0.

import { nextAttemptAt } from '../callbacks/callback-schedule.ts'
import {
  type DeliveryAttempt,
  type ItemRules,
  type QueuedItem,
  tried,
} from '../callbacks/queued-item.ts'

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
type EventState = (typeof EVENT_STATES)[number]

export interface EventAttempt extends DeliveryAttempt {
  /** `webhook-timestamp`: real time of the attempt, in epoch seconds. */
  readonly timestamp: string
  /** `webhook-signature`: one signature for each secret. */
  readonly signature: string
}

/** `previousId` is the previous event of its lane. */
export interface WebhookEvent extends QueuedItem<EventAttempt> {
  readonly webhookId: number
  readonly type: string
  /** The JSON that is sent, the same in every attempt. */
  readonly body: string
  readonly state: EventState
  readonly url: string
  readonly origin: string
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
function afterAttempt(
  event: WebhookEvent,
  attempt: EventAttempt,
  retryAfterMs: number,
): WebhookEvent {
  const ended = tried(event, attempt)
  if (isDelivered(attempt)) return { ...ended, state: 'delivered' }
  const failures = event.failures + 1
  if (attempt.httpStatus === GONE) return { ...ended, failures, state: 'stopped' }
  const { at: lastAt } = attempt
  const planned = nextAttemptAt(failures, { firstAt: event.firstAt ?? lastAt, lastAt })
  if (planned === undefined) return { ...ended, failures, state: 'failed' }
  const earliest = lastAt + Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)
  return { ...ended, failures, state: 'waiting', dueAt: Math.max(planned, earliest) }
}

/** The rules of events, after a response with this pause; 0 if there was none. */
export const eventRules = (retryAfterMs: number): ItemRules<EventAttempt, WebhookEvent> => ({
  isDelivery: isDelivered,
  after: (event, attempt) => afterAttempt(event, attempt, retryAfterMs),
  unsent: (_event, attempt) => ({ ...attempt, timestamp: '', signature: '' }),
})

/** The id in the `webhook-id` header: the same in every attempt, unique in the service. */
export const messageId = (datasetId: number, { id }: Pick<WebhookEvent, 'id'>): string =>
  `msg_${datasetId}_${id}`
