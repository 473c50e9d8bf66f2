// The request log: each project's last exchanges, in the order of their numbers. The messages have
// a separate table, so that a search does not read them.

import type { Dialect } from '../store.ts'

export const requestLog = (dialect: Dialect): string[] => [
  `create table request_log (
    project_id bigint not null,
    seq bigint not null,
    kind text not null,
    at bigint not null,
    request_id text not null,
    api text not null,
    operation text not null,
    method text not null,
    path text not null,
    status integer,
    error_code text,
    outcome text not null,
    duration_us bigint not null,
    is_decision integer not null,
    ids text not null,
    search text not null,
    primary key (project_id, seq)
  )${dialect === 'sqlite' ? ' without rowid' : ''}`,
  `create table request_log_message (
    project_id bigint not null,
    seq bigint not null,
    detail text not null,
    primary key (project_id, seq)
  )`,
]
