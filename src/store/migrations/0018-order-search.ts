// The text that a search of orders looks through: number, client, last four digits and holder of
// the card, email and phone of the payer. The index by registration time contains it, so that a
// search reads the index alone. It replaces the index of the same name.

import type { Dialect } from '../store.ts'

export const orderSearch = (dialect: Dialect): string[] => [
  `alter table gateway_order add column search text generated always as (${searchText(dialect)}) ${STORAGE[dialect]}`,
  'drop index gateway_order_created',
  'create index gateway_order_created on gateway_order (project_id, created_at, id, search)',
]

/** PostgreSQL has no index on a virtual column; SQLite cannot add a stored one. */
const STORAGE = { sqlite: 'virtual', postgres: 'stored' } as const satisfies Record<Dialect, string>

const LINE = { sqlite: 'char(10)', postgres: 'chr(10)' } as const satisfies Record<Dialect, string>

function searchText(dialect: Dialect): string {
  const member = MEMBER[dialect]
  const parts = [
    'number',
    'client_id',
    LAST_FOUR[dialect](member('progress', 'payment', 'card', 'mask')),
    member('progress', 'payment', 'card', 'cardholderName'),
    member('request', 'email'),
    member('request', 'phone'),
  ]
  return `lower(${parts.map((part) => `coalesce(${part}, '')`).join(` || ${LINE[dialect]} || `)})`
}

const MEMBER = {
  sqlite: (column: string, ...path: string[]) => `json_extract(${column}, '$.${path.join('.')}')`,
  postgres: (column: string, ...path: string[]) => `(${column}::json #>> '{${path.join(',')}}')`,
} as const satisfies Record<Dialect, (column: string, ...path: string[]) => string>

const LAST_FOUR = {
  sqlite: (mask: string) => `substr(${mask}, -4)`,
  postgres: (mask: string) => `right(${mask}, 4)`,
} as const satisfies Record<Dialect, (mask: string) => string>
