// Reads webhooks: a project's subscriptions, their events, and the events to send.

import type { Webhook, WebhookEvent } from '../../webhooks/webhook.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'
import { type Sendable, sendable, type SendableFilter, sendableStatement } from '../sendable-sql.ts'

const webhookColumns = TABLES.webhook.columns.join(', ')
const eventColumns = TABLES.webhookEvent.columns.join(', ')

const webhooksStatement: Statement = {
  name: 'read_webhooks',
  text: `select ${webhookColumns} from webhook where project_id = $1 and -id < 0
    and state <> 'deleted' order by -id desc`,
}

const webhookStatement: Statement = {
  name: 'read_webhook',
  text: `select ${webhookColumns} from webhook where project_id = $1 and id = $2
    and state <> 'deleted'`,
}

/** The subscription is compared as a range, which forces the planner to use its index. */
const eventsStatement: Statement = {
  name: 'read_webhook_events',
  text: `select ${eventColumns} from webhook_event where project_id = $1
    and (webhook_id, id) < ($2, $3) and webhook_id >= $2
    order by webhook_id desc, id desc limit $4`,
}

const sendableEventsStatement = sendableStatement('webhook_event')

const webhookOf = (record: SqlRecord): Webhook => decode(TABLES.webhook, record) as Webhook
const eventOf = (record: SqlRecord): WebhookEvent =>
  decode(TABLES.webhookEvent, record) as WebhookEvent

/** A project's subscriptions, oldest first. */
export const webhooksOf = async (
  reads: Queryable,
  datasetId: number,
): Promise<readonly Webhook[]> => (await reads.query(webhooksStatement, [datasetId])).map(webhookOf)

export async function webhookById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Webhook | undefined> {
  const [record] = await reads.query(webhookStatement, [datasetId, id])
  return record && webhookOf(record)
}

/** The events of a subscription with a smaller id, newest first. */
export const webhookEventsOf = async (
  reads: Queryable,
  datasetId: number,
  {
    webhookId,
    before,
    limit,
  }: { readonly webhookId: number; readonly before: number; readonly limit: number },
): Promise<readonly WebhookEvent[]> =>
  (await reads.query(eventsStatement, [datasetId, webhookId, before, limit])).map(eventOf)

export const sendableEvents = (
  reads: Queryable,
  datasetId: number,
  filter: SendableFilter,
): Promise<readonly Sendable[]> => sendable(reads, sendableEventsStatement, datasetId, filter)
