// The ids that callers of interface A give their transactions: each is good for one. SQLite keeps
// the table in the order of its key, like the other tables of the sort.

import type { Dialect } from '../store.ts'

export const externalId = (dialect: Dialect): string[] => [
  `create table external_id (
    project_id bigint not null,
    hash text not null,
    used_at bigint not null,
    primary key (project_id, hash)
  )${dialect === 'sqlite' ? ' without rowid' : ''}`,
]
