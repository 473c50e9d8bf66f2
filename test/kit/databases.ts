// The databases a test runs on: an SQLite file and a PostgreSQL database, each fresh for every
// `open`.

import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import pg from 'pg'
import { openStore } from '../../src/store/open.ts'
import { openOnCitus } from './citus.ts'
import { engineOfThisRun } from './engine-variant.ts'

/** Distinguishes the suites that run a second time on an engine without cached rows. */
const VARIANT = engineOfThisRun.rowCache === false ? ', without cached rows' : ''
const TEMPLATE_LOCK = 8583
/**
 * The coordinator of a cluster, which then replaces the PostgreSQL server; or `fake`: the server
 * has the fake extension, and the driver rejects what Citus would reject.
 */
const CITUS_URL = process.env['TEST_CITUS_URL'] ?? ''
const fake = CITUS_URL === 'fake' ? await import('./fake-citus-run.ts') : undefined
const isCluster = CITUS_URL !== '' && fake === undefined

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
  /** Creates a database with the current schema; a copy takes a fifth of the migrations’ time. */
  openMigrated(): Promise<OpenDatabase>
}

export const sqlite: TestDatabase = {
  name: 'sqlite',
  async openMigrated() {
    migratedFile ??= migratedSqlite()
    const origin = await migratedFile
    const { path, opened } = emptySqlite()
    copyFileSync(origin, path)
    return opened
  },
  open: () => Promise.resolve(emptySqlite().opened),
}

/** A separate folder with the path of a file that does not exist yet. */
function emptySqlite(): { path: string; opened: OpenDatabase } {
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-test-'))
  const path = join(folder, 'sandcard.db')
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return { path, opened: { url: `sqlite:${path}`, drop: async () => remove() } }
}

let migratedFile: Promise<string> | undefined

/** A file with the current schema, which a process copies until it ends. */
async function migratedSqlite(): Promise<string> {
  const { path, opened } = emptySqlite()
  process.once('exit', () => void opened.drop())
  const { store, closeReads } = await openStore({ kind: 'sqlite', path })
  await closeReads()
  await store.close()
  return path
}

const postgresql: TestDatabase = {
  name: 'postgres',
  async open() {
    if (isCluster) return openOnCitus(CITUS_URL)
    const opened = await openCopy('template1')
    await fake?.addCitus(opened.url)
    return opened
  },
  async openMigrated() {
    if (isCluster) return openOnCitus(CITUS_URL)
    template ??= migratedTemplate()
    return openCopy(await template)
  },
}

let template: Promise<string> | undefined

/** Copying the files takes a third of the CPU time of a copy through the log. */
async function openCopy(origin: string): Promise<OpenDatabase> {
  const server = serverUrl()
  const name = `sandcard_test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template ${origin} strategy file_copy`)
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * The name of a database with the current schema, which the first process of a run creates. Its
 * name contains a hash of the migrations, because a server of TEST_DATABASE_URL outlives the run.
 */
async function migratedTemplate(): Promise<string> {
  const server = serverUrl()
  const folder = new URL('../../src/store/migrations/', import.meta.url)
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder)))
  const hash = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 16)
  const name = `sandcard_template_${fake === undefined ? '' : 'citus_'}${hash}`
  const connection = new pg.Client({ connectionString: server })
  await connection.connect()
  try {
    // One process at a time creates it; closing the connection releases the lock.
    await connection.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await connection.query('select 1 from pg_database where datname = $1', [
      name,
    ])
    if (rowCount === 0) {
      const draft = `sandcard_template_${randomBytes(8).toString('hex')}`
      await connection.query(`create database ${draft}`)
      await fake?.addCitus(databaseUrl(server, draft))
      const { store, closeReads } = await openStore({
        kind: 'postgres',
        url: databaseUrl(server, draft),
      })
      await closeReads()
      await store.close()
      // Only a complete template has the name.
      await connection.query(`alter database ${draft} rename to ${name}`)
    }
  } finally {
    await connection.end()
  }
  return name
}

/** Both databases, or only SQLite with SANDCARD_TEST_DATABASES=sqlite. */
export const databases: readonly TestDatabase[] =
  process.env['SANDCARD_TEST_DATABASES'] === 'sqlite' ? [sqlite] : [sqlite, postgresql]

/** The first database, for tests that do not depend on it. */
export const [oneDatabase = sqlite] = databases

/** Declares the same tests once per database. */
export function onEveryDatabase(title: string, define: (database: TestDatabase) => void): void {
  for (const database of databases) {
    describe(`${title} (${database.name}${VARIANT})`, () => define(database))
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
