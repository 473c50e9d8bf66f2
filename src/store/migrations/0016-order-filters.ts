// Indexes of orders for filters: declined at least once, expired, withdrawn, by client, and by
// amount. Partial indexes only list these orders, so that a successful payment does not write them.
// The number of declined attempts used to be in `progress`; it may remain there unused.

import type { Dialect } from '../store.ts'

export const orderFilters = (dialect: Dialect): string[] => [
  'alter table gateway_order add column failed_attempts integer not null default 0',
  `update gateway_order set failed_attempts = ${failedAttempts[dialect]}
    where progress not like '%"failedAttempts":0,%'`,
  'create index gateway_order_declined on gateway_order (project_id, created_at, id) where failed_attempts > 0',
  `create index gateway_order_expired on gateway_order (project_id, created_at, id)
    where action_code in (-2007, -2014, -2009)`,
  `create index gateway_order_withdrawn on gateway_order (project_id, created_at, id)
    where action_code in (4005, 2012)`,
  'create index gateway_order_client on gateway_order (project_id, client_id, created_at, id) where client_id is not null',
  'create index gateway_order_amount on gateway_order (project_id, amount, id)',
]

const failedAttempts = {
  sqlite: `coalesce(json_extract(progress, '$.failedAttempts'), 0)`,
  postgres: `coalesce((progress::json ->> 'failedAttempts')::integer, 0)`,
} as const satisfies Record<Dialect, string>
