// The statements of the write path, built once from the table descriptions. Both dialects use
// `$1`, which is always the dataset.

import { hash } from 'node:crypto'
import type { TableName } from '../kernel/rows.ts'
import type { Dialect, Statement } from './store.ts'
import { type ColumnType, snakeCase, type Table, typeOfColumn, writtenColumns } from './table.ts'
import { SAVE_ORDER, DATASET_TABLE, TABLES } from './tables.ts'

const POSTGRES_TYPE = {
  integer: 'bigint',
  boolean: 'integer',
  text: 'text',
  json: 'text',
} as const satisfies Record<ColumnType, string>

/** A card has only one current number. */
const CURRENT_NUMBER = { member: 'cardId', only: ' and replaced is null' }

interface KeyColumn {
  readonly column: string
  readonly type: string
  /** An additional condition. */
  readonly only: string
}

function keyColumn(table: Table, by: string): KeyColumn {
  const { member, only } = by === 'currentOf' ? CURRENT_NUMBER : { member: by, only: '' }
  const type = POSTGRES_TYPE[table.types[table.members.indexOf(member)] ?? 'text']
  return { column: snakeCase(member), type, only }
}

/**
 * A list that the planner of PostgreSQL does not see. Otherwise it would plan a statement with a
 * short list each time: 113 µs to look up the order of a registration, which takes 8 µs itself.
 * Without the second cast, `any` would compare with the rows of the subquery.
 */
const hiddenList = (parameter: string, type: string): string =>
  `(select ${parameter}::${type}[])::${type}[]`

/** Rows by one key (SQLite) or by a list of keys (PostgreSQL), through a unique index. */
export function loadStatement(
  dialect: Dialect,
  name: TableName,
  by: string,
  { isSharded = false } = {},
): Statement {
  const table = TABLES[name]
  const { column, type, only } = keyColumn(table, by)
  // Citus documents no subqueries in lists.
  const list = isSharded ? `$2::${type}[]` : hiddenList('$2', type)
  const match = dialect === 'sqlite' ? `${column} = $2` : `${column} = any(${list})`
  return {
    name: `load_${table.name}_by_${snakeCase(by)}`,
    text: `select ${table.columns.join(', ')} from ${table.name} where project_id = $1 and ${match}${only}`,
  }
}

/** Rows of several datasets on PostgreSQL, by a list of datasets and a list of keys. */
export function loadFromAllStatement(name: TableName, by: string): Statement {
  const table = TABLES[name]
  const { column, type, only } = keyColumn(table, by)
  const columns = table.columns.map((each) => `t.${each}`).join(', ')
  return {
    name: `load_${table.name}_of_all_by_${snakeCase(by)}`,
    text: `select t.project_id, ${columns} from unnest(${hiddenList('$1', 'bigint')}, ${hiddenList('$2', type)}) as w(project_id, wanted)
      join ${table.name} t on t.project_id = w.project_id and t.${column} = w.wanted${only}`,
  }
}

/** The places of the dataset and of these columns. */
const placesOf = (columns: readonly string[]): string =>
  ['project_id', ...columns].map((_, index) => `$${index + 1}`).join(', ')

const recordColumns = (table: Table, columns: readonly string[]): string =>
  columns
    .map((column) => `${column} ${POSTGRES_TYPE[typeOfColumn(table, column) ?? 'text']}`)
    .join(', ')

/**
 * Writes rows. SQLite runs it once per row, because a statement is a function call in the process.
 * (Measured: 7 µs a row; 34 µs with one statement over `json_each`.) PostgreSQL writes the rows of
 * all datasets in one round trip.
 */
function saveStatement(dialect: Dialect, table: Table): Statement {
  const { name, key, appendOnly, constant } = table
  const columns = writtenColumns(table)
  const all = `project_id, ${columns.join(', ')}`
  const values =
    dialect === 'sqlite'
      ? `values (${placesOf(columns)})`
      : `select ${all} from json_to_recordset($1::json) as r(project_id bigint, ${recordColumns(table, columns)})`
  const changed = columns.filter((column) => column !== key && !constant.has(column))
  const conflict = appendOnly
    ? ''
    : ` on conflict (project_id, ${key}) do update set ${changed
        .map((column) => `${column} = excluded.${column}`)
        .join(', ')}`
  return { name: `save_${name}`, text: `insert into ${name} (${all}) ${values}${conflict}` }
}

/** Inserts rows of a snapshot file, which may lack columns that later versions added. */
export function insertRowsStatement(
  dialect: Dialect,
  table: Table,
  columns: readonly string[],
): Statement {
  const { name } = table
  const values =
    dialect === 'sqlite'
      ? `values (${placesOf(columns)})`
      : `select $1, ${columns.join(', ')} from json_to_recordset($2::json) as r(${recordColumns(table, columns)})`
  return {
    name: `import_${name}_${hash('sha1', columns.join(), 'hex').slice(0, 12)}`,
    text: `insert into ${name} (project_id, ${columns.join(', ')}) ${values}`,
  }
}

/** The statement that writes rows, for each table. */
export const saveStatements = (dialect: Dialect): Readonly<Record<TableName, Statement>> =>
  Object.fromEntries(
    SAVE_ORDER.map((name) => [name, saveStatement(dialect, TABLES[name])]),
  ) as Record<TableName, Statement>

const datasetColumns = DATASET_TABLE.columns.join(', ')

export const lockDatasetStatement = (dialect: Dialect): Statement => ({
  name: 'lock_dataset',
  text:
    dialect === 'sqlite'
      ? `select ${datasetColumns}, recent_batches from dataset where project_id = $1`
      : lockDatasets('$1::bigint[]'),
})

/** In a fixed order, so that two processes that lock the same datasets do not deadlock. */
const lockDatasets = (list: string): string =>
  `select project_id, ${datasetColumns}, recent_batches from dataset
    where project_id = any(${list}) order by project_id for update`

/** Like `lockDatasetStatement` for PostgreSQL without Citus. */
export const lockSeveralStatement: Statement = {
  name: 'lock_several_datasets',
  text: lockDatasets(hiddenList('$1', 'bigint')),
}

/**
 * Like `lockDatasetStatement` for one dataset on PostgreSQL. The server plans this statement once,
 * but one with a short list every time.
 */
export const lockOneStatement: Statement = {
  name: 'lock_one_dataset',
  text: `select project_id, ${datasetColumns}, recent_batches from dataset
    where project_id = $1 for update`,
}

/**
 * Locks a dataset, and fails if it is not in the expected state: `$2` contains its last batches.
 * The text appears in the server's log. It contains the count, because the planner would convert a
 * constant.
 */
export const lockExpectedStatement: Statement = {
  name: 'lock_expected_dataset',
  text: `select case count(*) when 1 then 1
      else (count(*) || ' datasets are as the service expects, so it decides the batch again')::int
    end as locked
    from (select 1 from dataset
      where project_id = $1 and recent_batches = $2 and retired = 0 for update) as expected`,
}

/** Of several datasets on PostgreSQL, locks those that no other transaction has locked. */
export const lockFreeStatement: Statement = {
  name: 'lock_free_datasets',
  text: `${lockSeveralStatement.text} skip locked`,
}

/** Null settings do not change. */
export const saveDatasetStatement: Statement = {
  name: 'save_dataset',
  text: `update dataset set ${DATASET_TABLE.columns
    .map((column, index) =>
      column === 'settings'
        ? `settings = coalesce($${index + 2}, settings)`
        : `${column} = $${index + 2}`,
    )
    .join(', ')}, recent_batches = $${DATASET_TABLE.columns.length + 2} where project_id = $1`,
}

/** The same for several datasets on PostgreSQL. */
export const saveDatasetsStatement: Statement = {
  name: 'save_datasets',
  text: `update dataset d set ${DATASET_TABLE.columns
    .map((column) =>
      column === 'settings'
        ? 'settings = coalesce(r.settings, d.settings)'
        : `${column} = r.${column}`,
    )
    .join(', ')}, recent_batches = r.recent_batches
    from json_to_recordset($1::json) as r(project_id bigint, ${recordColumns(DATASET_TABLE, DATASET_TABLE.columns)}, recent_batches text)
    where d.project_id = r.project_id`,
}

export const insertDatasetStatement: Statement = {
  name: 'insert_dataset',
  text: `insert into dataset (project_id, ${datasetColumns}, recent_batches)
    values (${placesOf([...DATASET_TABLE.columns, 'recent_batches'])})`,
}
