// The statements of the write path, built once from the table descriptions. Both dialects use
// `$1`, which is always the dataset.

import { hash } from 'node:crypto'
import type { TableName } from '../kernel/rows.ts'
import type { Dialect, Statement } from './store.ts'
import type { ColumnType, Table } from './table.ts'
import { snakeCase, writtenColumns } from './table.ts'
import { SAVE_ORDER, DATASET_TABLE, TABLES } from './tables.ts'

const POSTGRES_TYPE = {
  integer: 'bigint',
  boolean: 'integer',
  text: 'text',
  json: 'text',
} as const satisfies Record<ColumnType, string>

/** Only one number of a card is current. */
const CURRENT_NUMBER = { member: 'cardId', only: ' and replaced is null' }

/** Rows by one key (SQLite) or by a list of keys (PostgreSQL), through a unique index. */
export function loadStatement(dialect: Dialect, name: TableName, by: string): Statement {
  const table = TABLES[name]
  const { member, only } = by === 'currentOf' ? CURRENT_NUMBER : { member: by, only: '' }
  const column = snakeCase(member)
  const type = POSTGRES_TYPE[table.types[table.members.indexOf(member)] ?? 'text']
  const match = dialect === 'sqlite' ? `${column} = $2` : `${column} = any($2::${type}[])`
  return {
    name: `load_${table.name}_by_${snakeCase(by)}`,
    text: `select ${table.columns.join(', ')} from ${table.name} where project_id = $1 and ${match}${only}`,
  }
}

/**
 * Writes rows. SQLite runs it once per row, because a statement is a function call in the process
 * (measured: 7 µs a row; 34 µs with one statement over `json_each`). PostgreSQL writes the whole
 * set in one round trip.
 */
function saveStatement(dialect: Dialect, table: Table): Statement {
  const { name, types, key, appendOnly, constant } = table
  const columns = writtenColumns(table)
  const head = `insert into ${name} (project_id, ${columns.join(', ')})`
  const values =
    dialect === 'sqlite'
      ? `values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`
      : `select $1, ${columns.join(', ')} from json_to_recordset($2::json) as r(${columns
          .map((column, index) => `${column} ${POSTGRES_TYPE[types[index] ?? 'text']}`)
          .join(', ')})`
  const changed = columns.filter((column) => column !== key && !constant.has(column))
  const conflict = appendOnly
    ? ''
    : ` on conflict (project_id, ${key}) do update set ${changed
        .map((column) => `${column} = excluded.${column}`)
        .join(', ')}`
  return { name: `save_${name}`, text: `${head} ${values}${conflict}` }
}

/** Inserts rows of a snapshot file, which may lack columns that later versions added. */
export function insertRowsStatement(
  dialect: Dialect,
  table: Table,
  columns: readonly string[],
): Statement {
  const { name, types } = table
  const typeOf = (column: string): string =>
    POSTGRES_TYPE[types[table.columns.indexOf(column)] ?? 'text']
  const values =
    dialect === 'sqlite'
      ? `values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`
      : `select $1, ${columns.join(', ')} from json_to_recordset($2::json) as r(${columns
          .map((column) => `${column} ${typeOf(column)}`)
          .join(', ')})`
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
  text: `select ${datasetColumns}, recent_batches from dataset where project_id = $1${
    dialect === 'sqlite' ? '' : ' for update'
  }`,
})

export const saveDatasetStatement: Statement = {
  name: 'save_dataset',
  text: `update dataset set ${DATASET_TABLE.columns
    .map((column, index) => `${column} = $${index + 2}`)
    .join(', ')}, recent_batches = $${DATASET_TABLE.columns.length + 2} where project_id = $1`,
}

export const insertDatasetStatement: Statement = {
  name: 'insert_dataset',
  text: `insert into dataset (project_id, ${datasetColumns}, recent_batches) values ($1, ${DATASET_TABLE.columns
    .map((_, index) => `$${index + 2}`)
    .join(', ')}, $${DATASET_TABLE.columns.length + 2})`,
}
