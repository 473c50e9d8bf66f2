// The faults of a project in one row, and the mark of a callback that the next one may overtake.

export const faults = (): string[] => [
  `create table fault_plan (
    project_id bigint not null,
    id bigint not null,
    seed text not null,
    faults text not null,
    active integer not null,
    primary key (project_id, id)
  )`,
  'create index fault_plan_active on fault_plan (project_id) where active = 1',
  'alter table callback add column held_back integer not null default 0',
]
