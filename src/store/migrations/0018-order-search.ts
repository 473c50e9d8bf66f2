// The text that an order search reads, see `searchText`. The index by registration time contains
// it, so that a search only reads the index. It replaces the index of the same name.

import type { Dialect } from '../store.ts'

export const orderSearch = (dialect: Dialect): string[] => [
  `alter table gateway_order add column search text not null default ''`,
  `update gateway_order set search = ${searchText[dialect]}`,
  'drop index gateway_order_created',
  'create index gateway_order_created on gateway_order (project_id, created_at, id, search)',
]

const searchText = {
  // prose-ignore: SQL
  sqlite: `lower(case when number = replace(id, '-', '') then '' else number end || char(10) || coalesce(client_id, '')
    || char(10) || coalesce(substr(json_extract(progress, '$.payment.card.mask'), -4), '')
    || char(10) || coalesce(json_extract(progress, '$.payment.card.cardholderName'), '')
    || char(10) || coalesce(json_extract(request, '$.email'), '')
    || char(10) || coalesce(json_extract(request, '$.phone'), ''))`,
  postgres: `lower(case when number = replace(id, '-', '') then '' else number end || chr(10) || coalesce(client_id, '')
    || chr(10) || coalesce(right(progress::json #>> '{payment,card,mask}', 4), '')
    || chr(10) || coalesce(progress::json #>> '{payment,card,cardholderName}', '')
    || chr(10) || coalesce(request::json ->> 'email', '')
    || chr(10) || coalesce(request::json ->> 'phone', ''))`,
} as const satisfies Record<Dialect, string>
