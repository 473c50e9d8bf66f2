// The databases a test runs on: an SQLite file and a PostgreSQL database, each fresh for every
// `open`.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'

export interface OpenDatabase {
  /** As in DATABASE_URL: `sqlite:PATH` or `postgres://...`. */
  url: string
  /** Removes the database; connections to it must be closed, or are closed by force. */
  drop(): Promise<void>
}

export interface TestDatabase {
  name: 'sqlite' | 'postgres'
  /** Creates an empty database for the caller. */
  open(): Promise<OpenDatabase>
}

export const sqlite: TestDatabase = {
  name: 'sqlite',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'sandcard-test-'))
    return {
      url: `sqlite:${join(folder, 'sandcard.db')}`,
      async drop() {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
}

const postgresql: TestDatabase = {
  name: 'postgres',
  async open() {
    const server = serverUrl()
    const name = `sandcard_test_${randomBytes(8).toString('hex')}`
    await onServer(server, `create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    return {
      url: url.href,
      drop: () => onServer(server, `drop database if exists ${name} with (force)`),
    }
  },
}

/** Both databases, or only SQLite with SANDCARD_TEST_DATABASES=sqlite. */
export const databases: readonly TestDatabase[] =
  process.env['SANDCARD_TEST_DATABASES'] === 'sqlite' ? [sqlite] : [sqlite, postgresql]

/** The first database, for tests that do not depend on it. */
export const [oneDatabase = sqlite] = databases

/** Declares the same tests once per database. */
export function onEveryDatabase(title: string, define: (database: TestDatabase) => void): void {
  for (const database of databases) {
    describe(`${title} (${database.name})`, () => define(database))
  }
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'This test needs a PostgreSQL server. Run it as `npm test -- <file>`, or set TEST_DATABASE_URL, ' +
      'or set SANDCARD_TEST_DATABASES=sqlite to leave PostgreSQL out.',
  )
}

/** Runs one statement on a new connection. The names are constants and need no quoting. */
async function onServer(url: string, statement: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}
