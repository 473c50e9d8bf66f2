// Subscriptions to events: adds, deletes and tests a subscription, and rotates its secret.

import { defineCommand } from '../kernel/command.ts'
import { withSettings } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { TEST_EVENT } from './event-types.ts'
import {
  LANES,
  type Webhook,
  type WebhookEvent,
  WEBHOOKS_MAX,
  type WebhookState,
} from './webhook.ts'
import { putEvent } from './write-events.ts'

/** Adds a subscription. */
export const addWebhook = defineCommand<
  { readonly url: string; readonly events: readonly string[]; readonly sealed: string },
  Webhook
>({
  decide({ url, events, sealed }, draft) {
    const { webhookIds } = draft.dataset.settings
    if (webhookIds.length >= WEBHOOKS_MAX)
      throw new Fault(
        'parameter-invalid',
        `Limit of ${WEBHOOKS_MAX} webhooks reached. Delete a webhook first.`,
      )
    const webhook = draft.put('webhook', {
      id: draft.take('nextId'),
      url,
      events: [...new Set(events)],
      state: 'active',
      secrets: [{ sealed, until: null }],
      lanes: Array<null>(LANES).fill(null),
      createdAt: draft.now,
    })
    draft.dataset = withSettings(draft.dataset, { webhookIds: [...webhookIds, webhook.id] })
    return webhook
  },
})

/** The new secret signs immediately; the current one also signs until the overlap ends. */
export const rotateWebhookSecret = defineCommand<
  { readonly id: number; readonly sealed: string; readonly overlapMs: number },
  Webhook
>({
  decide({ id, sealed, overlapMs }, draft) {
    const webhook = currentWebhook(draft, id)
    const [current] = webhook.secrets
    const old = current && overlapMs > 0 ? [{ ...current, until: draft.realNow + overlapMs }] : []
    return draft.put('webhook', { ...webhook, secrets: [{ sealed, until: null }, ...old] })
  },
})

/** Unsent events are stopped. */
export const deleteWebhook = defineCommand<{ readonly id: number }, Webhook>({
  decide: ({ id }, draft) => endWebhook(draft, currentWebhook(draft, id), 'deleted'),
})

/** Queues an event that only tests the receiver. */
export const sendTestEvent = defineCommand<{ readonly id: number }, WebhookEvent>({
  decide({ id }, draft) {
    const webhook = currentWebhook(draft, id)
    if (webhook.state === 'gone')
      throw new Fault(
        'parameter-invalid',
        'The receiver responded with 410, which stopped the webhook.',
      )
    const data = { webhookId: String(id) }
    return putEvent(draft, webhook, { type: TEST_EVENT, subject: `test ${id}`, data }).event
  },
})

/** Ends a subscription. One whose receiver responded with 410 stays in the list. */
export function endWebhook(
  draft: Draft,
  webhook: Webhook,
  state: Exclude<WebhookState, 'active'>,
): Webhook {
  const webhookIds = draft.dataset.settings.webhookIds.filter((each) => each !== webhook.id)
  draft.dataset = withSettings(draft.dataset, { webhookIds })
  return draft.put('webhook', { ...webhook, state })
}

function currentWebhook(draft: Draft, id: number): Webhook {
  const webhook = draft.get('webhook', 'id', id)
  if (webhook === null || webhook.state === 'deleted')
    throw new Fault('webhook-not-found', 'This project has no such webhook.')
  return webhook
}
