// Snapshots: named copies of datasets. A dataset that is being written belongs to no project until
// it is complete, and is deleted if its writer stops. `draws` counts the draws of a seeded project
// from its sequence. `id_number` finds projects whose ids end in a number other than their own:
// copies, and projects with a seed.

export const snapshots = (): string[] => [
  'alter table dataset add column staged_until bigint',
  'alter table dataset add column draws bigint not null default 0',
  `create index dataset_staged on dataset (staged_until) where staged_until is not null`,
  `create table snapshot (
    project_number integer not null references project (number),
    name text not null,
    id text not null unique,
    dataset_id bigint not null,
    sealed text not null,
    taken_at bigint not null,
    clock_at bigint not null,
    frozen integer not null,
    row_count bigint not null,
    counts text not null,
    waiting_callbacks bigint not null,
    id_numbers text not null,
    primary key (project_number, name)
  )`,
  'create index snapshot_name on snapshot (name)',
  `create table id_number (
    number bigint not null,
    project_number integer not null references project (number),
    primary key (number, project_number)
  )`,
  'create index id_number_project on id_number (project_number)',
]
