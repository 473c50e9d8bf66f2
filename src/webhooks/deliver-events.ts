// Claims events for sending, records the result of an attempt, and resends events.

import {
  faultOfAttempt,
  leased,
  putOff,
  requeued,
  type SentWith,
  wasPutOff,
} from '../callbacks/queued-item.ts'
import { isSendable } from '../callbacks/sendable.ts'
import { FAULT_PLAN_ID } from '../fault-injection/fault-plan.ts'
import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey } from '../kernel/rows.ts'
import { endWebhook } from './subscribe.ts'
import {
  afterEventAttempt,
  afterEventDuplicates,
  droppedEvent,
  type EventAttempt,
  GONE,
  unsentEventAttempt,
  type WebhookEvent,
  type WebhookSecret,
} from './webhook.ts'

/** An event to send, and the secrets with which it is signed. */
export interface ClaimedEvent {
  readonly event: WebhookEvent
  readonly secrets: readonly WebhookSecret[]
  /** The fault that applies while it is sent. */
  readonly sentWith?: SentWith
  /** The event that a fault holds back until this one has been sent. */
  readonly overtakes?: number
}

export interface ClaimedEvents {
  readonly events: readonly ClaimedEvent[]
  /** Events of subscriptions that have ended, and events that a fault dropped or delayed. */
  readonly unsent: number
  /** The project's time. */
  readonly now: number
}

/** Claims the events that may be sent now. */
export const claimWebhookEvents = defineCommand<{ readonly ids: readonly number[] }, ClaimedEvents>(
  {
    prefetch: ({ ids }, rows) => [
      rowKey('faultPlan', 'id', FAULT_PLAN_ID),
      ...ids.flatMap((id) => {
        const event = rows.find('webhookEvent', 'id', id)
        const own = [rowKey('webhookEvent', 'id', id)]
        if (!event) return own
        const { previousId, webhookId } = event
        if (previousId !== null) own.push(rowKey('webhookEvent', 'id', previousId))
        return [...own, rowKey('webhook', 'id', webhookId)]
      }),
    ],
    decide({ ids }, draft) {
      const events: ClaimedEvent[] = []
      let unsent = 0
      for (const id of ids) {
        const event = draft.get('webhookEvent', 'id', id)
        if (event === null) continue
        const { previousId } = event
        const previous = previousId === null ? null : draft.get('webhookEvent', 'id', previousId)
        if (!isSendable(event, previous, draft)) continue
        const webhook = draft.getOrThrow('webhook', 'id', event.webhookId)
        if (webhook.state !== 'active') {
          draft.put('webhookEvent', { ...event, state: 'stopped', dueAt: null, leaseUntil: null })
          unsent += 1
          continue
        }
        const fault = faultOfAttempt(
          { operation: event.type, isSigned: true, wasDelayed: wasPutOff(event) },
          draft,
        )
        if (fault?.kind === 'drop' || fault?.kind === 'delay' || fault?.kind === 'reorder') {
          const { kind, ms } = fault
          const put =
            kind === 'drop'
              ? droppedEvent(event, draft.now)
              : putOff(event, { kind, ms }, draft, unsentEventAttempt)
          draft.put('webhookEvent', put)
          draft.dataset = withDue(draft.dataset, put.dueAt)
          unsent += 1
          continue
        }
        const claimed = draft.put('webhookEvent', leased(event, draft))
        const secrets = webhook.secrets.filter(
          ({ until }) => until === null || until > draft.realNow,
        )
        events.push({
          event: claimed,
          secrets,
          ...(fault && { sentWith: fault.kind }),
          ...(previous?.heldBack === true && { overtakes: previous.id }),
        })
      }
      return { events, unsent, now: draft.now }
    },
  },
)

/**
 * Records the result of an attempt; false if the claim has expired and another attempt was made.
 */
export const recordEventAttempt = defineCommand<
  {
    readonly id: number
    /** The number of the claim. */
    readonly attempt: number
    /**
     * When the event was created. Set if the dataset has changed since the claim, because another
     * event may have this id in the new one.
     */
    readonly createdAt?: number
    readonly outcome: EventAttempt
    /** The second exchange, if a fault sent the event twice. */
    readonly duplicate?: EventAttempt
    /** The event that a fault held back until now. */
    readonly overtakes?: number
    /** The pause that the receiver set; 0 if it did not. */
    readonly retryAfterMs: number
  },
  boolean
>({
  decide({ id, attempt, createdAt, outcome, duplicate, overtakes, retryAfterMs }, draft) {
    const event = draft.get('webhookEvent', 'id', id)
    if (event?.attempt !== attempt || event.leaseUntil === null) return false
    if (createdAt !== undefined && event.createdAt !== createdAt) return false
    const next = draft.put(
      'webhookEvent',
      duplicate === undefined
        ? afterEventAttempt(event, outcome, retryAfterMs)
        : afterEventDuplicates(event, [outcome, duplicate], retryAfterMs),
    )
    draft.dataset = withDue(draft.dataset, next.dueAt)
    const held = overtakes === undefined ? null : draft.get('webhookEvent', 'id', overtakes)
    if (held?.heldBack === true && held.leaseUntil === null) {
      draft.put('webhookEvent', { ...held, heldBack: false, dueAt: draft.now })
      draft.dataset = withDue(draft.dataset, draft.now)
    }
    if (outcome.httpStatus === GONE) {
      const webhook = draft.getOrThrow('webhook', 'id', event.webhookId)
      if (webhook.state === 'active') endWebhook(draft, webhook, 'gone')
    }
    return true
  },
})

/** Queues an event again, in any state. */
export const resendWebhookEvent = defineCommand<
  { readonly id: number; readonly webhookId: number },
  WebhookEvent
>({
  decide({ id, webhookId }, draft) {
    const event = draft.get('webhookEvent', 'id', id)
    if (event?.webhookId !== webhookId)
      throw new Fault('webhook-not-found', 'The webhook has no delivery with this id.')
    if (draft.getOrThrow('webhook', 'id', webhookId).state !== 'active')
      throw new Fault('parameter-invalid', 'The webhook has ended, so nothing can be sent to it.')
    const next = draft.put('webhookEvent', requeued(event, draft))
    draft.dataset = withDue(draft.dataset, next.dueAt)
    return next
  },
})
