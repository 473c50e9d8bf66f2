// Claims events for sending, records the result of an attempt, and sends an event again.

import { LEASE_MS } from '../callbacks/callback.ts'
import { isSendable } from '../callbacks/sendable.ts'
import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey } from '../kernel/rows.ts'
import { endWebhook } from './subscribe.ts'
import {
  afterEventAttempt,
  type EventAttempt,
  GONE,
  requeuedEvent,
  type WebhookEvent,
  type WebhookSecret,
} from './webhook.ts'

/** An event to send, and the secrets that sign it. */
export interface ClaimedEvent {
  readonly event: WebhookEvent
  readonly secrets: readonly WebhookSecret[]
}

export interface ClaimedEvents {
  readonly events: readonly ClaimedEvent[]
  /** Events of subscriptions that have ended. They are not sent. */
  readonly stopped: number
  /** The project's time. */
  readonly now: number
}

/** Claims those of the events that may be sent now. */
export const claimWebhookEvents = defineCommand<{ readonly ids: readonly number[] }, ClaimedEvents>(
  {
    prefetch: ({ ids }, rows) =>
      ids.flatMap((id) => {
        const event = rows.find('webhookEvent', 'id', id)
        const own = [rowKey('webhookEvent', 'id', id)]
        if (!event) return own
        const { previousId, webhookId } = event
        if (previousId !== null) own.push(rowKey('webhookEvent', 'id', previousId))
        return [...own, rowKey('webhook', 'id', webhookId)]
      }),
    decide({ ids }, draft) {
      const events: ClaimedEvent[] = []
      let stopped = 0
      for (const id of ids) {
        const event = draft.get('webhookEvent', 'id', id)
        if (event === null) continue
        const { previousId } = event
        const previous = previousId === null ? null : draft.get('webhookEvent', 'id', previousId)
        if (!isSendable(event, previous, draft)) continue
        const webhook = draft.getOrThrow('webhook', 'id', event.webhookId)
        if (webhook.state !== 'active') {
          draft.put('webhookEvent', { ...event, state: 'stopped', dueAt: null, leaseUntil: null })
          stopped += 1
          continue
        }
        const claimed = draft.put('webhookEvent', {
          ...event,
          attempt: event.attempt + 1,
          firstAt: event.firstAt ?? draft.now,
          leaseUntil: draft.realNow + LEASE_MS,
        })
        const secrets = webhook.secrets.filter(
          ({ until }) => until === null || until > draft.realNow,
        )
        events.push({ event: claimed, secrets })
      }
      return { events, stopped, now: draft.now }
    },
  },
)

/** Records the result of an attempt; false if the claim expired and another attempt was made. */
export const recordEventAttempt = defineCommand<
  {
    readonly id: number
    /** The number from the claim. */
    readonly attempt: number
    readonly outcome: EventAttempt
    /** The pause that the receiver asked for; 0 if it did not. */
    readonly retryAfterMs: number
  },
  boolean
>({
  decide({ id, attempt, outcome, retryAfterMs }, draft) {
    const event = draft.get('webhookEvent', 'id', id)
    if (event?.attempt !== attempt || event.leaseUntil === null) return false
    const next = draft.put('webhookEvent', afterEventAttempt(event, outcome, retryAfterMs))
    draft.dataset = withDue(draft.dataset, next.dueAt)
    if (outcome.httpStatus === GONE) {
      const webhook = draft.getOrThrow('webhook', 'id', event.webhookId)
      if (webhook.state === 'active') endWebhook(draft, webhook, 'gone')
    }
    return true
  },
})

/** Queues an event again, whatever its state. */
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
    const next = draft.put('webhookEvent', requeuedEvent(event, draft))
    draft.dataset = withDue(draft.dataset, next.dueAt)
    return next
  },
})
