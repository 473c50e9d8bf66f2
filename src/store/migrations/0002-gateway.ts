// The gateway's tables: orders, bindings, callbacks. Every key begins with the project.

import type { Dialect } from '../store.ts'

export function gateway(dialect: Dialect): string[] {
  const sqlite = dialect === 'sqlite'
  const clustered = sqlite ? ' without rowid' : ''
  const hot = sqlite ? '' : ' with (fillfactor = 70)'
  return [
    `alter table space add column clock_target bigint`,
    `alter table space add column wake_at bigint`,
    `alter table space add column due_ran bigint not null default 0`,
    // The only index across projects: it finds datasets with due work.
    `create index space_wake on space (wake_at, project_id) where wake_at is not null`,
    `create table gateway_order (
      project_id bigint not null,
      id text not null,
      number text not null,
      status integer not null check (status between 0 and 6),
      two_stage integer not null,
      amount bigint not null check (amount >= 0),
      currency integer not null,
      approved_amount bigint not null check (approved_amount >= 0),
      deposited_amount bigint not null check (deposited_amount between 0 and approved_amount),
      refunded_amount bigint not null
        check (refunded_amount >= 0 and deposited_amount + refunded_amount <= approved_amount),
      action_code integer not null,
      client_id text,
      created_at bigint not null,
      due_at bigint,
      request text not null,
      progress text not null,
      primary key (project_id, id),
      unique (project_id, number)
    )${hot}${clustered}`,
    `create index gateway_order_due on gateway_order (project_id, due_at, id) where due_at is not null`,
    `create index gateway_order_created on gateway_order (project_id, created_at, id)`,
    `create table binding (
      project_id bigint not null,
      id text not null,
      client_id text not null,
      owner text not null,
      card text not null,
      active integer not null,
      recurrence text not null,
      order_id text not null,
      created_at bigint not null,
      last_charge_at bigint,
      primary key (project_id, id),
      unique (project_id, owner)
    )${clustered}`,
    `create index binding_client on binding (project_id, client_id, created_at, id)`,
    `create table callback (
      project_id bigint not null,
      id bigint not null,
      order_id text,
      order_number text,
      binding_id text,
      operation text not null,
      status integer not null check (status in (0, 1)),
      state text not null check (state in ('captured', 'waiting', 'delivered', 'failed')),
      url text,
      origin text,
      message text not null,
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
    `create index callback_due on callback (project_id, due_at, id) where due_at is not null`,
  ]
}
