// Replaces misleading names: an event is a journal entry, the data between two resets is a dataset,
// and a callback without a URL is unaddressed. A dataset's `work_at` is the real time of its next
// work.

import type { Dialect } from '../store.ts'
import { rebuild, unchanged } from './rebuild.ts'

export const fieldWords = (dialect: Dialect): readonly string[] => [
  'alter table operation rename to journal_entry',
  'alter table space rename to dataset',
  'alter table dataset rename column wake_at to work_at',
  'alter table project rename column space_id to dataset_id',
  ...(dialect === 'sqlite' ? onSqlite() : onPostgres()),
]

/** An index cannot be renamed, and a check cannot be changed. */
const onSqlite = (): readonly string[] => [
  'drop index operation_source',
  'drop index operation_destination',
  'create index journal_entry_source on journal_entry (project_id, source_card_id, at, id)',
  'create index journal_entry_destination on journal_entry (project_id, destination_card_id, at, id)',
  'drop index space_retired',
  'drop index space_wake',
  'create index dataset_retired on dataset (project_id) where retired = 1',
  'create index dataset_work on dataset (work_at, project_id) where work_at is not null',
  ...rebuild({
    name: 'callback',
    definition: `(
      project_id bigint not null,
      id bigint not null,
      order_id text,
      order_number text,
      binding_id text,
      operation text not null,
      status integer not null check (status in (0, 1)),
      state text not null check (state in ('unaddressed', 'waiting', 'delivered', 'failed')),
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
    ) without rowid`,
    columns: {
      // prettier-ignore
      ...unchanged(
        'project_id', 'id', 'order_id', 'order_number', 'binding_id', 'operation', 'status', 'state', 'url', 'origin', 'message', 'created_at',
        'previous_id', 'attempt', 'failures', 'first_at', 'due_at', 'lease_until', 'attempts',
      ),
      state: "case state when 'captured' then 'unaddressed' else state end",
    },
    indexes: [
      'create index callback_due on callback (project_id, due_at, id) where due_at is not null',
    ],
  }),
]

const onPostgres = (): readonly string[] => [
  'alter index operation_source rename to journal_entry_source',
  'alter index operation_destination rename to journal_entry_destination',
  'alter index space_retired rename to dataset_retired',
  'alter index space_wake rename to dataset_work',
  // Keys and checks are named after the table, and their names appear in error messages.
  ...['operation', 'space'].map(
    (old) => `do $$ declare found record; begin
      for found in
        select conname as name, conrelid::regclass as owner from pg_constraint
        where conrelid in ('journal_entry'::regclass, 'dataset'::regclass) and conname ^@ '${old}_'
      loop
        execute format('alter table %s rename constraint %I to %I', found.owner, found.name,
          found.owner || substr(found.name, ${old.length + 1}));
      end loop;
    end $$`,
  ),
  'alter table callback drop constraint callback_state_check',
  "update callback set state = 'unaddressed' where state = 'captured'",
  `alter table callback add constraint callback_state_check
    check (state in ('unaddressed', 'waiting', 'delivered', 'failed'))`,
]
