// Brings a database's schema up to date, the same way on either database: the numbered migrations that it has not seen run in their order,
// in one transaction that nobody else migrates beside. Either all of them have happened or none.

import type { Migration } from './migrations/index.ts'
import type { Dialect, SqlRecord } from './store.ts'
import { SchemaMismatch } from './store.ts'
import type { SqlValue } from './table.ts'

/** What the runner needs of a database. */
export interface MigrationConnection {
  readonly dialect: Dialect
  /**
   * Begins the one transaction, behind a lock that no other process can hold at the same time. SQLite enforces no references between rows
   * inside of it: a table that others refer to could not be rebuilt otherwise.
   */
  begin(): Promise<void>
  run(text: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRecord[]>
  /** Tables with a row that refers to one that is not there. */
  brokenReferences(): Promise<readonly string[]>
  commit(): Promise<void>
  /** Undoes everything and gives the connection up. It never fails, so that the first failure is the one that is told. */
  abandon(): Promise<void>
}

/** Names the migrations that ran. It has no key, since the lock lets one process write at a time. */
const CREATE_SCHEMA_VERSION =
  'create table schema_version (version integer not null, name text not null)'

/** Asked first, because a role that may not make tables may still use them. */
const HAS_SCHEMA_VERSION = {
  sqlite: "select 1 as present from sqlite_master where type = 'table' and name = 'schema_version'",
  postgres: "select 1 as present where to_regclass('schema_version') is not null",
} as const satisfies Record<Dialect, string>

export async function migrate(
  connection: MigrationConnection,
  migrations: readonly Migration[],
): Promise<void> {
  try {
    await connection.begin()
    const done = await namesOfDone(connection)
    assertKnown(done, migrations)
    for (const [index, migration] of migrations.entries())
      if (index >= done.length) await runOne(connection, migration, index + 1)
    if (done.length < migrations.length) await assertReferences(connection)
    await connection.commit()
  } catch (error) {
    await connection.abandon()
    throw error
  }
}

async function namesOfDone(connection: MigrationConnection): Promise<readonly string[]> {
  const [present] = await connection.run(HAS_SCHEMA_VERSION[connection.dialect])
  if (present === undefined) await connection.run(CREATE_SCHEMA_VERSION)
  const records = await connection.run('select name from schema_version order by version')
  return records.map(({ name }) => String(name))
}

/** What ran there must be the beginning of what this version knows: anything else is another version's, and its rows are not ours to read. */
function assertKnown(done: readonly string[], migrations: readonly Migration[]): void {
  const unknown = done.find((name, index) => name !== migrations[index]?.name)
  if (unknown === undefined) return
  throw new SchemaMismatch(
    `the database was made by a newer version of Sandcard: its schema has "${unknown}", ` +
      `this version ends at "${migrations.at(-1)?.name ?? ''}"`,
  )
}

async function runOne(
  connection: MigrationConnection,
  { name, statements }: Migration,
  version: number,
): Promise<void> {
  try {
    for (const statement of statements(connection.dialect)) await connection.run(statement)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${name} failed and nothing was changed: ${reason}`, { cause: error })
  }
  await connection.run('insert into schema_version values ($1, $2)', [version, name])
}

/** A rebuild that left rows behind is found here, while everything can still be undone. */
async function assertReferences(connection: MigrationConnection): Promise<void> {
  const broken = await connection.brokenReferences()
  if (broken.length === 0) return
  throw new Error(
    `the migrations would leave rows of ${broken.toSorted().join(', ')} without the rows they refer to; nothing was changed`,
  )
}
