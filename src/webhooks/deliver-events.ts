// Claims events for sending, records the result of an attempt, and resends events.

import {
  afterSending,
  type AttemptReport,
  claim,
  type ClaimedSending,
  isClaimed,
  released,
  requeued,
} from '../callbacks/queued-item.ts'
import { isSendable } from '../callbacks/sendable.ts'
import { FAULT_PLAN_ID } from '../fault-injection/fault-plan.ts'
import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey } from '../kernel/rows.ts'
import { endWebhook } from './subscribe.ts'
import {
  type EventAttempt,
  eventRules,
  GONE,
  type WebhookEvent,
  type WebhookSecret,
} from './webhook.ts'

/** An event to send, and the secrets with which it is signed. */
export interface ClaimedEvent extends ClaimedSending {
  readonly event: WebhookEvent
  readonly secrets: readonly WebhookSecret[]
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
        const how = { draft, rules: eventRules(0), operation: event.type, isSigned: true }
        const { next, sending } = claim(event, previous, how)
        draft.put('webhookEvent', next)
        if (sending === undefined) {
          draft.dataset = withDue(draft.dataset, next.dueAt)
          unsent += 1
          continue
        }
        const secrets = webhook.secrets.filter(
          ({ until }) => until === null || until > draft.realNow,
        )
        events.push({ event: next, secrets, ...sending })
      }
      return { events, unsent, now: draft.now }
    },
  },
)

/**
 * Records the result of an attempt; false if the claim has expired and another attempt was made.
 */
export const recordEventAttempt = defineCommand<
  AttemptReport<EventAttempt> & {
    /** The pause that the receiver set; 0 if it did not. */
    readonly retryAfterMs: number
  },
  boolean
>({
  decide(report, draft) {
    const { id, outcome, overtakes, retryAfterMs } = report
    const event = draft.get('webhookEvent', 'id', id)
    if (event === null || !isClaimed(event, report)) return false
    const held = overtakes === undefined ? null : draft.get('webhookEvent', 'id', overtakes)
    const sent = afterSending(event, report, eventRules(retryAfterMs))
    for (const next of [sent, released(held, draft)])
      if (next !== undefined) {
        draft.put('webhookEvent', next)
        draft.dataset = withDue(draft.dataset, next.dueAt)
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
