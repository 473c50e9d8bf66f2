// Transaction ids from callers of interface A, each of which can be used only once. SQLite stores
// the table in key order.

import type { Dialect } from '../store.ts'

export const externalId = (dialect: Dialect): string[] => [
  `create table external_id (
    project_id bigint not null,
    hash text not null,
    used_at bigint not null,
    primary key (project_id, hash)
  )${dialect === 'sqlite' ? ' without rowid' : ''}`,
]
