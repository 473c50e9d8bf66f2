// Databases of a Citus cluster for tests: each is created on the coordinator and on every worker,
// as Citus' documentation describes.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { OpenDatabase } from './databases.ts'

interface Node {
  readonly nodename: string
  readonly nodeport: number
  readonly groupid: number
}

/** `url` names a database of the coordinator in which the workers were added. */
export async function openOnCitus(url: string): Promise<OpenDatabase> {
  const nodes = await query<Node>(url, 'select nodename, nodeport, groupid from pg_dist_node')
  const workers = nodes.filter(({ groupid }) => groupid !== 0)
  const coordinator = nodes.find(({ groupid }) => groupid === 0)
  const servers = [url, ...workers.map((worker) => urlOf(url, worker))]
  const name = `sandcard_test_${randomBytes(8).toString('hex')}`
  const named = (server: string): string => {
    const own = new URL(server)
    own.pathname = `/${name}`
    return own.href
  }
  for (const server of servers) {
    await query(server, `create database ${name}`)
    await query(named(server), 'create extension citus')
  }
  if (coordinator !== undefined)
    await query(named(url), 'select citus_set_coordinator_host($1, $2)', addressOf(coordinator))
  for (const worker of workers)
    await query(named(url), 'select citus_add_node($1, $2)', addressOf(worker))
  return {
    url: named(url),
    async drop() {
      for (const server of servers)
        await query(server, `drop database if exists ${name} with (force)`)
    },
  }
}

const addressOf = ({ nodename, nodeport }: Node) => [nodename, nodeport]

function urlOf(coordinator: string, { nodename, nodeport }: Node): string {
  const url = new URL(coordinator)
  url.hostname = nodename
  url.port = String(nodeport)
  return url.href
}

async function query<Row extends object>(
  url: string,
  text: string,
  values: readonly (string | number)[] = [],
): Promise<readonly Row[]> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  try {
    return (await connection.query<Row>(text, [...values])).rows
  } finally {
    await connection.end()
  }
}
