// SQL on either database, on a connection that lasts for one statement.

import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { DatabaseUrl } from '../../src/store/database-url.ts'

export type SqlRow = Readonly<Record<string, unknown>>

/** A service in the same process may be writing, milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** Runs one statement and returns its rows. */
export async function runSql(database: DatabaseUrl, text: string): Promise<readonly SqlRow[]> {
  if (database.kind === 'sqlite') {
    const connection = new DatabaseSync(database.path, { timeout: BUSY_TIMEOUT_MS })
    try {
      return connection.prepare(text).all()
    } finally {
      connection.close()
    }
  }
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  try {
    return (await connection.query<SqlRow>(text)).rows
  } finally {
    await connection.end()
  }
}

/**
 * Makes PostgreSQL count the rows of a table, as a service does after it has written many. Rows
 * that a test adds with SQL would otherwise be read with plans for an empty table.
 */
export async function collectStatistics(database: DatabaseUrl, table: string): Promise<void> {
  if (database.kind === 'postgres') await runSql(database, `analyze ${table}`)
}
