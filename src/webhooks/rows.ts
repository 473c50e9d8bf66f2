// The rows of webhooks and their lookup columns.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Webhook, WebhookEvent } from './webhook.ts'

export const WEBHOOK_LOOKUPS = { webhook: ['id'], webhookEvent: ['id'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    webhook: Webhook
    webhookEvent: WebhookEvent
  }
  interface Lookups extends LookupsOf<typeof WEBHOOK_LOOKUPS> {}
}
