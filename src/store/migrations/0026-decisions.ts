// The ring buffer of explained decisions, one row per commit, and the counter of its lines.

export const decisions = (): string[] => [
  'alter table dataset add column next_decision bigint not null default 1',
  `create table decision (
    project_id bigint not null references dataset (project_id),
    first bigint not null,
    lines text not null,
    primary key (project_id, first)
  )`,
]
