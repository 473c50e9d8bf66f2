// Three nodes on this machine, each with PostgreSQL, Patroni and an etcd member: replication is
// synchronous, and HAProxy sends connections to the primary. The settings are those of `deploy/`.
// All programs come from Debian's packages.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'yaml'
import { freePort } from '../kit/free-port.ts'
import { findHaproxy, type RunningHaproxy, startHaproxy } from '../kit/haproxy.ts'

const NAMES = ['node1', 'node2', 'node3']
const SETTINGS = 'patroni.json'
const DEBIAN_FOLDER = '/usr/lib/postgresql'
const POLL_MS = 100
/** The end of each log in an error message. */
const LOG_CHARACTERS = 2000
const START_TIMEOUT_MS = 60_000

const DEPLOYED = new URL('../../deploy/patroni.yml', import.meta.url)

/** The part of the file that a node on this machine changes. */
interface DeployedSettings {
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: object } }
  }
  readonly postgresql: object
}

interface Programs {
  readonly haproxy: string
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
}

/** The programs, or the names of missing ones. */
export function findPrograms(): Programs | string {
  const missing = ['patroni', 'etcd'].filter((name) => spawnSync(name, ['--version']).status !== 0)
  const haproxy = findHaproxy()
  const [newest] = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).toSorted((a, b) => Number(b) - Number(a))
    : []
  if (haproxy === undefined) missing.push('haproxy')
  if (newest === undefined) missing.push('PostgreSQL')
  if (haproxy === undefined || newest === undefined || missing.length > 0)
    return `${missing.join(', ')} missing (Debian: apt-get install haproxy patroni etcd-server postgresql)`
  return { haproxy, postgres: join(DEBIAN_FOLDER, newest, 'bin') }
}

interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly folder: string
  readonly etcdArguments: readonly string[]
  patroni: ChildProcess
  etcd: ChildProcess
}

export class Cluster {
  /** Connects to the primary through HAProxy. */
  readonly url: string
  readonly #folder: string
  readonly #nodes: readonly Node[]
  readonly #haproxy: RunningHaproxy
  readonly #account: Account

  private constructor(
    parts: Pick<Cluster, 'url'> & {
      folder: string
      nodes: readonly Node[]
      haproxy: RunningHaproxy
      account: Account
    },
  ) {
    this.url = parts.url
    this.#folder = parts.folder
    this.#nodes = parts.nodes
    this.#haproxy = parts.haproxy
    this.#account = parts.account
  }

  static async start(programs: Programs): Promise<Cluster> {
    const account = serverAccount()
    const folder = mkdtempSync(join(tmpdir(), 'sandcard-ha-'))
    own(folder, account)
    const password = randomBytes(12).toString('hex')
    const members: Member[] = []
    for (const name of NAMES)
      members.push({ name, client: await freePort(), peer: await freePort() })
    const etcd = members.map(({ client }) => `127.0.0.1:${client}`).join(',')
    const nodes: Node[] = []
    for (const member of members) {
      const { name } = member
      const home = join(folder, name)
      mkdirSync(home)
      own(home, account)
      const [port, restPort] = [await freePort(), await freePort()]
      const settings = { name, port, restPort, home, etcd, password, programs }
      // YAML includes JSON.
      writeFileSync(join(home, SETTINGS), JSON.stringify(patroniSettings(settings)))
      const started = { name, port, restPort, folder: home }
      const etcdArguments = etcdArgumentsOf(member, members, home)
      nodes.push({ ...started, etcdArguments, ...startNode(home, etcdArguments, account) })
    }
    const listen = `127.0.0.1:${await freePort()}`
    const variables = nodes.flatMap(({ port, restPort }, index): readonly [string, string][] => [
      [`NODE_${index + 1}`, `127.0.0.1:${port}`],
      [`NODE_${index + 1}_PATRONI`, String(restPort)],
    ])
    const haproxy = await startHaproxy(programs.haproxy, 'haproxy-database.cfg', {
      DATABASE_LISTEN: listen,
      ...Object.fromEntries(variables),
    })
    const url = `postgres://postgres:${password}@${listen}/postgres`
    const cluster = new Cluster({ url, folder, nodes, haproxy, account })
    process.once('exit', () => cluster.#kill())
    await cluster.untilWhole()
    return cluster
  }

  /** Resolves when one node is the primary and the others follow it, one of them synchronously. */
  async untilWhole(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS
    for (;;) {
      const members = await this.#members()
      const roles = members.map(({ role }) => role).toSorted()
      const isRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
      if (isRunning && roles.join() === 'leader,replica,sync_standby') return
      if (performance.now() > deadline)
        throw new Error(`the cluster is not complete: ${JSON.stringify(members)}\n${this.#logs()}`)
      await wait(POLL_MS)
    }
  }

  /** The name of the primary, according to the nodes that respond. */
  async primary(): Promise<string> {
    for (;;) {
      const leader = (await this.#members()).find(({ role }) => role === 'leader')
      if (leader !== undefined) return leader.name
      await wait(POLL_MS)
    }
  }

  /** Ends the processes of a node as a power failure would. */
  async kill(name: string): Promise<void> {
    const { patroni, etcd } = this.#node(name)
    for (const pid of this.#processesOf(name)) signal(pid, 'SIGKILL')
    for (const child of [patroni, etcd])
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }

  /** Starts a killed node; Patroni rewinds it and lets it follow the primary. */
  restart(name: string): void {
    const node = this.#node(name)
    Object.assign(node, startNode(node.folder, node.etcdArguments, this.#account))
  }

  /** Pauses all processes of a node, as in a frozen virtual machine. */
  pause(name: string): void {
    for (const pid of this.#processesOf(name)) signal(pid, 'SIGSTOP')
  }

  resume(name: string): void {
    for (const pid of this.#processesOf(name)) signal(pid, 'SIGCONT')
  }

  async stop(): Promise<void> {
    this.#kill()
    await this.#haproxy.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 })
  }

  #kill(): void {
    for (const { name } of this.#nodes)
      for (const pid of this.#processesOf(name)) signal(pid, 'SIGKILL')
  }

  #node(name: string): Node {
    const node = this.#nodes.find((each) => each.name === name)
    if (node === undefined) throw new Error(`there is no node ${name}`)
    return node
  }

  /** Patroni, the member of etcd, the server, and the processes of the server. */
  #processesOf(name: string): readonly number[] {
    const { folder, patroni, etcd } = this.#node(name)
    const file = join(folder, 'data/postmaster.pid')
    const server = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
    const children = server === undefined ? [] : childrenOf(server)
    return [patroni.pid, etcd.pid, server, ...children].filter((pid) => pid !== undefined)
  }

  async #members(): Promise<readonly { name: string; role: string; state: string }[]> {
    for (const { restPort } of this.#nodes)
      try {
        const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
          signal: AbortSignal.timeout(1000),
        })
        const { members = [] } = (await response.json()) as {
          members?: { name: string; role: string; state: string }[]
        }
        if (members.length > 0) return members
      } catch {
        // Paused or dead: another node responds.
      }
    return []
  }

  #logs(): string {
    return this.#nodes
      .map(({ folder }) => readFileSync(join(folder, 'patroni.log'), 'utf8').slice(-LOG_CHARACTERS))
      .join('\n')
  }
}

type Account = { readonly uid: number; readonly gid: number } | undefined

/** PostgreSQL refuses to run as root; Debian's package has an account for it. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const own = (path: string, account: Account): void => {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

function run(
  program: string,
  args: readonly string[],
  folder: string,
  name: string,
  account: Account,
): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: folder },
    stdio: ['ignore', log, log],
    ...account,
  })
  closeSync(log)
  return child
}

/** A member of etcd and Patroni, which starts PostgreSQL. */
const startNode = (
  folder: string,
  etcdArguments: readonly string[],
  account: Account,
): Pick<Node, 'etcd' | 'patroni'> => ({
  etcd: run('etcd', etcdArguments, folder, 'etcd', account),
  patroni: run('patroni', [join(folder, SETTINGS)], folder, 'patroni', account),
})

interface Member {
  readonly name: string
  readonly client: number
  readonly peer: number
}

function etcdArgumentsOf(
  { name, client, peer }: Member,
  members: readonly Member[],
  folder: string,
): readonly string[] {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const cluster = members.map((each) => `${each.name}=http://127.0.0.1:${each.peer}`)
  return [
    `--name=${name}`,
    `--data-dir=${join(folder, 'etcd')}`,
    '--enable-v2=true',
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=${cluster.join(',')}`,
  ]
}

interface PatroniParts {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly home: string
  /** Host and port of each member. */
  readonly etcd: string
  readonly password: string
  readonly programs: Programs
}

/** The settings of `deploy/patroni.yml`, with the ports and folders of a node on this machine. */
function patroniSettings(parts: PatroniParts): object {
  const { bootstrap, ...settings } = parse(readFileSync(DEPLOYED, 'utf8')) as DeployedSettings
  const { postgresql, ...dcs } = bootstrap.dcs
  return {
    ...settings,
    name: parts.name,
    restapi: {
      listen: `127.0.0.1:${parts.restPort}`,
      connect_address: `127.0.0.1:${parts.restPort}`,
    },
    etcd: { hosts: parts.etcd },
    bootstrap: {
      ...bootstrap,
      dcs: {
        ...dcs,
        postgresql: {
          ...postgresql,
          parameters: { ...postgresql.parameters, shared_buffers: '64MB' },
        },
      },
    },
    postgresql: {
      ...settings.postgresql,
      listen: `127.0.0.1:${parts.port}`,
      connect_address: `127.0.0.1:${parts.port}`,
      data_dir: join(parts.home, 'data'),
      bin_dir: parts.programs.postgres,
      pgpass: join(parts.home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: parts.password },
        replication: { username: 'replicator', password: parts.password },
      },
      parameters: { unix_socket_directories: parts.home },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    // A container has no watchdog device.
    watchdog: { mode: 'off' },
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((text) => text !== '')
      .map(Number)
  } catch {
    return []
  }
}

/** The process may have ended in the meantime. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone.
  }
}
