// The databases of earlier versions as `record.ts` stored them: their rows, and the data that
// could be read through the interfaces.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { parseDatabaseUrl } from '../../src/config.ts'
import { MIGRATIONS } from '../../src/store/migrations/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { Json } from '../kit/demo-project.ts'
import type { References } from './story.ts'

/** The secret of every recorded database; it protects nothing else. */
export const SECRET = 'the secret of the recorded databases'

/** Recorded schemas, by their number of migrations, and the version that wrote the rows. */
export const RECORDED = [
  { schema: 1, version: '0.1.0' },
  { schema: 4, version: 'a checkout between 0.1.0 and 0.2.0' },
  { schema: 9, version: '0.2.0' },
] as const

export const recordedFile = (schema: number, kind: 'sql' | 'json'): URL =>
  new URL(`recorded/schema-${schema}.${kind}`, import.meta.url)

interface RecordedReads {
  readonly references: References
  readonly reads: Json
}

export const recorded = (schema: number): RecordedReads =>
  JSON.parse(readFileSync(recordedFile(schema, 'json'), 'utf8')) as RecordedReads

/**
 * Restores a recorded database: its schema by the migrations of its version, then its rows. Tables
 * are in the order of their creation, not of their references.
 */
export async function restore(url: string, schema: number): Promise<void> {
  const database = parseDatabaseUrl(url)
  const migrations = MIGRATIONS.slice(0, schema)
  assert.equal(migrations.length, schema)
  const rows = readFileSync(recordedFile(schema, 'sql'), 'utf8')
  if (database.kind === 'sqlite') {
    await (await openSqlite(database.path, migrations)).close()
    const connection = new DatabaseSync(database.path, { enableForeignKeyConstraints: false })
    connection.exec(`begin; ${rows} commit`)
    assert.deepEqual(connection.prepare('pragma foreign_key_check').all(), [])
    connection.close()
    return
  }
  await (await openPostgres(url, migrations)).close()
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  await connection.query(`begin; set local session_replication_role = replica; ${rows} commit`)
  await connection.query(
    `select setval(pg_get_serial_sequence('project', 'number'), max(number)) from project`,
  )
  await connection.end()
}
