// `npm run measure-costs`: measures the costs of a transfer and a payment on PostgreSQL: CPU time
// of service and database, bytes, round trips, commits and write-ahead log. The fleet model in
// docs/measurements.md and the simulation use the figures.

import pg from 'pg'
import { transfersOfProjects } from '../cast.ts'
import { type Child, startService } from '../child.ts'
import { Generator, type Load } from '../generator.ts'
import { openPostgresServer, postmasterOf, withDatabase } from '../postgres-server.ts'
import { processorSeconds } from '../processor-time.ts'
import { median } from '../rounds.ts'
import { payments } from '../shop.ts'
import { type Passed, startProxy } from './counting-proxy.ts'

const SECONDS = 6
const WARM_UP_SECONDS = 3
const CONNECTIONS = 64
const PROJECTS = 64
const DURATIONS = 500
/**
 * A load between one project and all. The model, which is derived from those two, must predict it.
 */
const SOME_PROJECTS = 8

interface Counted {
  readonly done: number
  readonly serviceMicros: number
  readonly databaseMicros: number
  readonly commits: number
  readonly logBytes: number
}

const server = await openPostgresServer()
if (typeof server === 'string') throw new Error(server)
const generator = new Generator()
try {
  const postmaster = await postmasterOf(server)
  await withDatabase(server, async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const service = await startService(url)
    try {
      await printDurations(client)
      const all: Counted[] = []
      for (const [name, load] of Object.entries(await loadsOf(service.url))) {
        await generator.rate(load, WARM_UP_SECONDS)
        const counted = await count(load, { service, postmaster, client })
        all.push(counted)
        print(name, counted)
      }
      compareWithModel(all)
    } finally {
      await service.stop()
      await client.end()
    }
  })
  await withDatabase(server, countBytes)
} finally {
  generator.stop()
  await server.stop()
}

async function loadsOf(url: string): Promise<Readonly<Record<string, Load>>> {
  const stories = await transfersOfProjects(url, PROJECTS)
  const transfers = { url, connections: CONNECTIONS, unwanted: '"declined"' }
  return {
    'transfers, 1 project': {
      ...transfers,
      stories: stories.filter((_, index) => index % PROJECTS === 0),
    },
    [`transfers, ${SOME_PROJECTS} projects`]: {
      ...transfers,
      stories: stories.filter((_, index) => index % PROJECTS < SOME_PROJECTS),
    },
    [`transfers, ${PROJECTS} projects`]: { ...transfers, stories },
    'register.do and paymentorder.do': payments(url, CONNECTIONS),
  }
}

async function count(
  load: Load,
  measured: {
    readonly service: Child
    readonly postmaster: number | undefined
    readonly client: pg.Client
  },
): Promise<Counted> {
  const { service, postmaster, client } = measured
  const at = async () => {
    const { rows } = await client.query<{ commits: string; log: string }>(
      `select xact_commit as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log
        from pg_stat_database where datname = current_database()`,
    )
    return {
      service: processorSeconds(service.pid),
      database: postmaster === undefined ? 0 : processorSeconds(postmaster),
      commits: Number(rows[0]?.commits),
      log: Number(rows[0]?.log),
    }
  }
  const before = await at()
  const done = (await generator.rate(load, SECONDS)) * SECONDS
  // The counters of an idle connection are written after a second.
  await generator.rate({ ...load, connections: 1 }, 1)
  const after = await at()
  return {
    done,
    serviceMicros: ((after.service - before.service) * 1e6) / done,
    databaseMicros: ((after.database - before.database) * 1e6) / done,
    commits: (after.commits - before.commits) / done,
    logBytes: (after.log - before.log) / done,
  }
}

/**
 * The durations for `simulate-fleet`, as `--trip` and `--flush`; the service is idle in the
 * meantime.
 */
async function printDurations(client: pg.Client): Promise<void> {
  const medianOf = async (text: string): Promise<number> => {
    const times: number[] = []
    for (let run = 0; run < DURATIONS; run++) {
      const began = performance.now()
      await client.query(text)
      times.push((performance.now() - began) * 1000)
    }
    return median(times)
  }
  const trip = await medianOf('select 1')
  // A transaction whose commit waits for the log, without a table.
  const commit = await medianOf("select pg_logical_emit_message(true, 'bench', 'message')")
  process.stdout.write(
    `a round trip takes ${trip.toFixed(0)} µs, a flush of the log ${(commit - trip).toFixed(0)} µs (medians)\n`,
  )
}

function print(name: string, counted: Counted): void {
  const { done, serviceMicros, databaseMicros, commits, logBytes } = counted
  process.stdout.write(
    `${name}: ${Math.round(done / SECONDS)} per second; each: service ${serviceMicros.toFixed(0)} µs, ` +
      `database ${databaseMicros.toFixed(0)} µs, ${commits.toFixed(3)} commits, ${logBytes.toFixed(0)} bytes of log\n`,
  )
}

/** Derives the costs from one project and from all, and compares them with the load in between. */
function compareWithModel([one, some, all]: readonly Counted[]): void {
  if (one === undefined || some === undefined || all === undefined) return
  for (const part of ['serviceMicros', 'databaseMicros'] as const) {
    const perTransaction = (all[part] - one[part]) / (all.commits - one.commits)
    const perRequest = one[part] - perTransaction * one.commits
    const predicted = perRequest + perTransaction * some.commits
    process.stdout.write(
      `${part}: ${perRequest.toFixed(0)} per request and ${perTransaction.toFixed(0)} per transaction; ` +
        `${SOME_PROJECTS} projects predicted ${predicted.toFixed(0)}, measured ${some[part].toFixed(0)}\n`,
    )
  }
}

/** The same loads through proxies, which cost CPU time, so they are measured separately. */
async function countBytes(url: string): Promise<void> {
  const real = new URL(url)
  const database = await startProxy(Number(real.port), real.hostname)
  const proxied = new URL(url)
  proxied.port = String(database.port)
  const service = await startService(proxied.href)
  const http = await startProxy(Number(new URL(service.url).port), '127.0.0.1')
  try {
    for (const [name, load] of Object.entries(await loadsOf(`http://127.0.0.1:${http.port}`))) {
      await generator.rate(load, WARM_UP_SECONDS)
      const before = [http.passed(), database.passed()] as const
      const done = (await generator.rate(load, SECONDS)) * SECONDS
      const each = [http.passed(), database.passed()].map((after, index) =>
        difference(after, before[index] ?? after, done),
      )
      process.stdout.write(`${name}, bytes: HTTP ${each[0] ?? ''}; database ${each[1] ?? ''}\n`)
    }
  } finally {
    await service.stop()
    await http.close()
    await database.close()
  }
}

function difference(after: Passed, before: Passed, done: number): string {
  const each = (part: keyof Passed): number => (after[part] - before[part]) / done
  return `${each('sent').toFixed(0)} sent, ${each('received').toFixed(0)} received, ${each('trips').toFixed(2)} round trips`
}
