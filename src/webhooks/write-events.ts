// Writes the events of a decision for the project's subscriptions, in the same commit.

import { originOf } from '../callbacks/callback.ts'
import { withDue } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import type { ChangeSet } from '../kernel/rows.ts'
import { eventsOfChanges, type NewEvent, type RowBefore } from './changed-rows.ts'
import { selects } from './event-types.ts'
import { LANES, type Webhook, type WebhookEvent } from './webhook.ts'

/** Writes the events of a decision's changes that the project's subscriptions select. */
export function writeEvents(draft: Draft, changes: ChangeSet, before: RowBefore): void {
  const events = eventsOfChanges(changes, before)
  if (events.length === 0) return
  for (const id of draft.dataset.settings.webhookIds) {
    let webhook = draft.getOrThrow('webhook', 'id', id)
    for (const event of events)
      if (webhook.events.some((pattern) => selects(pattern, event.type)))
        webhook = putEvent(draft, webhook, event).webhook
  }
}

/** Writes an event of a subscription; the next event of its lane waits for it. */
export function putEvent(
  draft: Draft,
  webhook: Webhook,
  { type, subject, data }: Omit<NewEvent, 'type'> & { readonly type: string },
): { readonly webhook: Webhook; readonly event: WebhookEvent } {
  const lane = laneOf(subject)
  const id = draft.take('nextId')
  const timestamp = new Date(draft.now).toISOString()
  const event = draft.put('webhookEvent', {
    id,
    webhookId: webhook.id,
    type,
    body: JSON.stringify({ type, timestamp, data }),
    state: 'waiting',
    url: webhook.url,
    origin: originOf(webhook.url) ?? '',
    createdAt: draft.now,
    previousId: webhook.lanes[lane] ?? null,
    attempt: 0,
    failures: 0,
    firstAt: null,
    dueAt: draft.now,
    leaseUntil: null,
    attempts: [],
    heldBack: false,
  })
  draft.dataset = withDue(draft.dataset, draft.now)
  const lanes = webhook.lanes.with(lane, id)
  return { event, webhook: draft.put('webhook', { ...webhook, lanes }) }
}

/** Any hash with an even distribution works (FNV-1a). */
function laneOf(subject: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < subject.length; index++)
    hash = Math.imul(hash ^ subject.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % LANES
}
