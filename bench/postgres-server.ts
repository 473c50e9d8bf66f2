// The PostgreSQL server to measure: the server of TEST_DATABASE_URL or DATABASE_URL, otherwise a
// temporary one with durable settings.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '../test/kit/postgres.ts'

export interface PostgresServer {
  /** Connects to an existing database as a role that may create databases. */
  readonly url: string
  stop(): Promise<void>
}

/** Durability settings keep their defaults: fsync and synchronous_commit are on. */
const SETTINGS = { max_connections: '100', shared_buffers: '256MB', max_wal_size: '2GB' }

/** The server, or the reason why it is missing. */
export async function openPostgresServer(): Promise<PostgresServer | string> {
  const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL']
  if (given?.startsWith('postgres') === true) return { url: given, stop: () => Promise.resolve() }
  try {
    return await startPostgres(SETTINGS)
  } catch (error) {
    return `PostgreSQL did not start: ${String(error)}`
  }
}

/** Runs `work` on a new, empty database. */
export async function withDatabase<T>(
  server: PostgresServer,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const name = `sandcard_bench_${randomBytes(6).toString('hex')}`
  await query(server.url, `create database ${name}`)
  try {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return await work(url.href)
  } finally {
    await query(server.url, `drop database ${name} with (force)`)
  }
}

/** One of the server's settings, such as `fsync`. */
export async function settingOf(server: PostgresServer, name: string): Promise<string> {
  const [row] = await query(server.url, `select current_setting('${name}') as value`)
  return String(row?.['value'])
}

/** The process of the server; undefined if it runs elsewhere or the role may not see it. */
export async function postmasterOf(server: PostgresServer): Promise<number | undefined> {
  try {
    const [row] = await query(server.url, "select pg_read_file('postmaster.pid') as file")
    const pid = Number.parseInt(String(row?.['file']), 10)
    return existsSync(`/proc/${pid}`) ? pid : undefined
  } catch {
    return undefined
  }
}

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
