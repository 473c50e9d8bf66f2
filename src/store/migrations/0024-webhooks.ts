// Webhooks: a project's subscriptions, and their events with every attempt.

import type { Dialect } from '../store.ts'

export const webhooks = (dialect: Dialect): string[] => {
  const clustered = dialect === 'sqlite' ? ' without rowid' : ''
  const hot = dialect === 'postgres' ? ' with (fillfactor = 50)' : ''
  return [
    `create table webhook (
      project_id bigint not null,
      id bigint not null,
      url text not null,
      events text not null,
      state text not null check (state in ('active', 'gone', 'deleted')),
      secrets text not null,
      lanes text not null,
      created_at bigint not null,
      primary key (project_id, id)
    )${hot}${clustered}`,
    // Deleted webhooks are kept for their events. The id is negated, because a planner prefers the
    // primary key if that gives the same order.
    `create index webhook_listed on webhook (project_id, (-id)) where state <> 'deleted'`,
    `create table webhook_event (
      project_id bigint not null,
      id bigint not null,
      webhook_id bigint not null,
      type text not null,
      body text not null,
      state text not null check (state in ('waiting', 'delivered', 'failed', 'stopped')),
      url text not null,
      origin text not null,
      created_at bigint not null,
      previous_id bigint,
      attempt integer not null check (attempt >= 0),
      failures integer not null check (failures >= 0),
      first_at bigint,
      due_at bigint,
      lease_until bigint,
      attempts text not null,
      primary key (project_id, id)
    )${hot}${clustered}`,
    `create index webhook_event_due on webhook_event (project_id, due_at, id)
      where due_at is not null`,
    `create index webhook_event_newest on webhook_event (project_id, webhook_id, id)`,
  ]
}
