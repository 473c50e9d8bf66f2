// A database or port that the command cannot use: a one-line error and the correct exit code for
// each reason, in limited time.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { assertFailureLine } from './kit/command.ts'
import {
  databases,
  onEveryDatabase,
  type OpenDatabase,
  sqlite,
  type TestDatabase,
} from './kit/databases.ts'
import { type ProcessExit, SandcardProcess } from './kit/process.ts'

/** A database that the command has used before. */
async function usedDatabase(database: TestDatabase): Promise<OpenDatabase> {
  const opened = await database.open()
  const command = new SandcardProcess({ DATABASE_URL: opened.url })
  await command.ready()
  await command.stop('SIGTERM')
  return opened
}

const pathOf = ({ url }: OpenDatabase): string => url.slice('sqlite:'.length)
let used: Promise<OpenDatabase> | undefined
after(async () => (await used)?.drop())

/** A copy of a file that the command has used before. */
async function usedFile(): Promise<OpenDatabase> {
  used ??= usedDatabase(sqlite)
  const origin = pathOf(await used)
  const opened = await sqlite.open()
  copyFileSync(origin, pathOf(opened))
  return opened
}

const start = (url: string, launcher: readonly string[] = []): Promise<ProcessExit> =>
  new SandcardProcess({ DATABASE_URL: url }, [], undefined, launcher).exited()

function assertRefused(exit: ProcessExit, code: number, reason: RegExp): void {
  assert.equal(exit.code, code, exit.stderr)
  assert.match(exit.stderr, /^sandcard: [^\n]+\n$/)
  assertFailureLine(exit.stderr)
  assert.match(exit.stderr, reason)
  assert.equal(exit.stdout, '')
}

/** Overwrites the first page of a table. */
function damage(path: string, table: string): void {
  const connection = new DatabaseSync(path)
  const root = connection
    .prepare('select rootpage as page from sqlite_master where name = ?')
    .get(table)
  const size = connection.prepare('pragma page_size').get()
  connection.close()
  const pageSize = Number(size?.['page_size'])
  const bytes = readFileSync(path)
  bytes.fill(0xff, (Number(root?.['page']) - 1) * pageSize, Number(root?.['page']) * pageSize)
  writeFileSync(path, bytes)
}

/** The superuser can write read-only files, unless it drops that right. */
const ORDINARY_RIGHTS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override'] : []
const hasOrdinaryRights =
  ORDINARY_RIGHTS.length === 0 || spawnSync('setpriv', ['--version']).status === 0

// prettier-ignore
const SPOILT_FILES: readonly { what: string; spoil: (path: string) => void; code: number; reason: RegExp; skip?: boolean }[] = [
  { what: 'that is read-only', spoil: (path) => chmodSync(path, 0o400), code: 3, reason: /Cannot write the SQLite file .*permission denied/, skip: !hasOrdinaryRights },
  { what: 'with a damaged page of the installation', spoil: (path) => damage(path, 'installation'), code: 3, reason: /malformed/ },
  { what: 'with a damaged page of the projects', spoil: (path) => damage(path, 'project'), code: 3, reason: /malformed/ },
  { what: 'with a damaged page of the schema', spoil: (path) => damage(path, 'schema_version'), code: 3, reason: /malformed/ },
  { what: 'that is not a database', spoil: (path) => writeFileSync(path, 'a text, and no database'.repeat(40)), code: 3, reason: /not a database/ },
]

for (const { what, spoil, code, reason, skip = false } of SPOILT_FILES)
  test(
    `With an SQLite file ${what}, startup fails with exit code ${code} and a one-line error`,
    { skip },
    async () => {
      const opened = await usedFile()
      spoil(pathOf(opened))
      assertRefused(await start(opened.url, ORDINARY_RIGHTS), code, reason)
      await opened.drop()
    },
  )

test('Startup fails with exit code 2 and one line if the port is in use or the host is another machine', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const inUse = new SandcardProcess({ DATABASE_URL: 'sqlite::memory:', PORT: String(port) })
  assertRefused(
    await inUse.exited(),
    2,
    new RegExp(`PORT ${port} of HOST 127.0.0.1 is in use: stop`),
  )
  const elsewhere = new SandcardProcess({ DATABASE_URL: 'sqlite::memory:', HOST: '203.0.113.1' })
  assertRefused(
    await elsewhere.exited(),
    2,
    /Cannot listen on HOST 203.0.113.1, PORT \d+: .*EADDRNOTAVAIL/,
  )
})

onEveryDatabase('A database', (database) => {
  test('makes startup fail with exit code 2 and a one-line error if a newer version created it', async () => {
    const opened = await database.openMigrated()
    const later = "insert into schema_version values (999, '0999-later')"
    if (database.name === 'sqlite') {
      const connection = new DatabaseSync(pathOf(opened))
      connection.exec(later)
      connection.close()
    } else await onPostgres(opened.url, later)
    assertRefused(await start(opened.url), 2, /newer version.*0999-later/)
    await opened.drop()
  })
})

async function onPostgres(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const postgres = databases.find(({ name }) => name === 'postgres')

/** The URL of the same database for another role. */
function asRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  address.password = 'password'
  return address.href
}

// prettier-ignore
const ROLES: readonly { what: string; grants: readonly string[] }[] = [
  { what: 'that can only read', grants: ['grant select on all tables in schema public to ROLE'] },
  { what: 'that can change rows but not add any', grants: ['grant select, update, delete on all tables in schema public to ROLE'] },
  { what: 'without rights', grants: [] },
]

describe('A PostgreSQL role', { skip: postgres === undefined }, () => {
  let opened: OpenDatabase
  before(async () => {
    assert.ok(postgres !== undefined)
    opened = await usedDatabase(postgres)
    // As after a first start that ended before it created the demo project.
    await onPostgres(opened.url, 'delete from credential')
  })
  after(() => opened.drop())

  for (const [index, { what, grants }] of ROLES.entries())
    test(`${what} makes startup fail with exit code 3 and a one-line error`, async () => {
      const role = `${new URL(opened.url).pathname.slice(1)}_${index}`
      const named = grants.map((grant) => grant.replace('ROLE', role))
      await onPostgres(opened.url, `create role ${role} login password 'password'`, ...named)
      assertRefused(await start(asRole(opened.url, role)), 3, /permission denied/)
      await onPostgres(opened.url, `drop owned by ${role}`, `drop role ${role}`)
    })
})

test(
  'If the PostgreSQL database does not exist, startup fails with exit code 3 and a one-line error',
  { skip: !postgres },
  async () => {
    if (postgres === undefined) return
    const opened = await postgres.open()
    const url = new URL(opened.url)
    url.pathname = '/no_such_database'
    assertRefused(await start(url.href), 3, /"no_such_database" does not exist/)
    await opened.drop()
  },
)

test('If the PostgreSQL server does not respond, startup fails with exit code 3 and a one-line error', async () => {
  const silent = createServer()
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo
  assertRefused(await start(`postgres://127.0.0.1:${port}/silent`), 3, /timeout/)
  silent.close()
})
