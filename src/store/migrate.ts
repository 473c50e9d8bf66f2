// Migrates the schema in the same way on both databases: the numbered migrations that have not run
// yet run in order, in one transaction under a lock. Either all of them take effect, or none.

import type { Migration } from './migrations/index.ts'
import { type Dialect, SchemaMismatch, type SqlRecord } from './store.ts'
import type { SqlValue } from './table.ts'

/** The parts of a database that the migration runner needs. */
export interface MigrationConnection {
  readonly dialect: Dialect
  /**
   * Begins the transaction under a lock that only one process can hold. SQLite checks no references
   * between rows in the meantime, because a referenced table could not be rebuilt otherwise.
   */
  begin(): Promise<void>
  run(text: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRecord[]>
  /** Tables with rows that reference missing rows. */
  brokenReferences(): Promise<readonly string[]>
  commit(): Promise<void>
  /** Rolls back and closes the connection. It never fails, so that the first error is reported. */
  abandon(): Promise<void>
}

/** The migrations that have run. The table needs no key, because of the lock. */
const CREATE_SCHEMA_VERSION =
  'create table schema_version (version integer not null, name text not null)'

export const RECORD_MIGRATION = 'insert into schema_version values ($1, $2)'

/** Checked first, because a role without the right to create tables may still use existing ones. */
export const HAS_SCHEMA_VERSION = {
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

/**
 * The migrations that have run must be the first ones of this version. Otherwise another version
 * created the schema.
 */
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
  await connection.run(RECORD_MIGRATION, [version, name])
}

/** A rebuild that lost rows is detected here, before the commit. */
async function assertReferences(connection: MigrationConnection): Promise<void> {
  const broken = await connection.brokenReferences()
  if (broken.length === 0) return
  throw new Error(
    `the migrations would leave rows of ${broken.toSorted().join(', ')} without the rows they refer to; nothing was changed`,
  )
}
