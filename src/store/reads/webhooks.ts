// Reads webhooks: a project's subscriptions, their events, and the events to send.

import { SENDABLE } from '../../callbacks/sendable.ts'
import type { Webhook, WebhookEvent } from '../../webhooks/webhook.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'
import { sqlOf } from '../sendable-sql.ts'
import type { Sendable, SendableFilter } from './callbacks.ts'

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
export const eventsStatement: Statement = {
  name: 'read_webhook_events',
  text: `select ${eventColumns} from webhook_event where project_id = $1
    and (webhook_id, id) < ($2, $3) and webhook_id >= $2
    order by webhook_id desc, id desc limit $4`,
}

export const sendableEventsStatement: Statement = {
  name: 'read_sendable_webhook_events',
  text: `select c.id, c.origin from webhook_event c
    left join webhook_event p on p.project_id = $1 and p.id = c.previous_id
    where c.project_id = $1 and c.due_at is not null and ${sqlOf('c', SENDABLE.own)}
      and (p.id is null or ${sqlOf('p', SENDABLE.previous)})
      and replace($4, ' ' || c.origin || ' ', '') = $4
    order by c.due_at, c.id limit $5`,
}

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

/** Events to send now, longest overdue first. */
export async function sendableEvents(
  reads: Queryable,
  datasetId: number,
  { now, realNow, full, limit }: SendableFilter,
): Promise<readonly Sendable[]> {
  const excluded = full.map((origin) => ` ${origin} `).join('')
  const parameters = [datasetId, now, realNow, excluded, limit]
  const records = await reads.query(sendableEventsStatement, parameters)
  return records.map(({ id, origin }) => ({ id: Number(id), origin: String(origin) }))
}
