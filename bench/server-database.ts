// Durable transfers on PostgreSQL, relative to pgbench on the same server.

import { prepare, transferLoad, transfersOfProjects } from './cast.ts'
import { startService } from './child.ts'
import { measureGateway } from './gateway.ts'
import { measureOneByOne } from './one-by-one.ts'
import { findPgbench, initialise, transactionRate } from './pgbench.ts'
import type { Bench, Plan } from './plan.ts'
import {
  openPostgresServer,
  type PostgresServer,
  settingOf,
  withDatabase,
} from './postgres-server.ts'
import type { Story } from './generator.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond, type Target } from './report.ts'

const CONNECTION_COUNT = 64
const MEASURE_NAME = 'durable transfers'
/** A shared service has more clients than one that a single team uses. */
const MANY_CONNECTION_COUNT = 256

export async function measureServerDatabase(plan: Plan, bench: Bench): Promise<void> {
  const { report } = bench
  report.heading(`Server database (PostgreSQL), ${CONNECTION_COUNT} connections`)
  const pgbench = findPgbench()
  if (pgbench === undefined) {
    const where = 'neither on the path nor below /usr/lib/postgresql'
    report.skipped(MEASURE_NAME, `pgbench, the yardstick, is ${where}`)
    return
  }
  const server = await openPostgresServer()
  if (typeof server === 'string') {
    report.skipped(MEASURE_NAME, server)
    return
  }
  try {
    await compare(server, pgbench, plan, bench)
    await withDatabase(server, (url) =>
      measureGateway('server', url, { ...plan, rounds: 1 }, bench),
    )
    await withDatabase(server, async (url) =>
      measureOneByOne('server', { url, cast: await prepare(url) }, plan, bench),
    )
  } finally {
    await server.stop()
  }
}

async function compare(
  server: PostgresServer,
  pgbench: string,
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  const [version, fsync] = [
    await settingOf(server, 'server_version'),
    await settingOf(server, 'fsync'),
  ]
  report.fact('server', `PostgreSQL ${version}, fsync ${fsync}`)
  const rates = await withDatabase(server, (pgbenchUrl) =>
    withDatabase(server, async (serviceUrl) => {
      await initialise(pgbench, pgbenchUrl, plan.scale)
      const cast = await prepare(serviceUrl)
      const service = await startService(serviceUrl)
      try {
        const one = transferLoad(service.url, cast, CONNECTION_COUNT)
        const stories = await transfersOfProjects(service.url, plan.projects.many)
        const loads = {
          one,
          some: { ...one, stories: someOf(stories, plan.projects) },
          many: { ...one, stories, connections: MANY_CONNECTION_COUNT },
        }
        await transactionRate(pgbench, pgbenchUrl, plan.warmUpSeconds)
        for (const load of Object.values(loads)) await generator.rate(load, plan.warmUpSeconds)
        return await takeTurns(plan.rounds, {
          pgbench: () => transactionRate(pgbench, pgbenchUrl, plan.seconds),
          one: () => generator.rate(loads.one, plan.seconds),
          some: () => generator.rate(loads.some, plan.seconds),
          many: () => generator.rate(loads.many, plan.seconds),
        })
      } finally {
        await service.stop()
      }
    }),
  )
  report.fact('pgbench, TPC-B-like, prepared, 16 clients', perSecond(median(rates.pgbench)))
  const { some, many } = plan.projects
  const judge = (name: string, measured: readonly number[], target: Target): void => {
    report.fact(name, perSecond(median(measured)))
    report.judged(
      `${MEASURE_NAME}, ${name}`,
      medianRatio(measured, rates.pgbench),
      'of pgbench',
      target,
    )
  }
  judge('1 project', rates.one, { atLeast: 2.2, goal: 3 })
  judge(`${some} projects`, rates.some, { atLeast: 1.5, goal: 2 })
  judge(`${many} projects`, rates.many, { atLeast: 1.2, goal: 2 })
}

/** The stories of the first projects. */
const someOf = (stories: readonly Story[], { some, many }: Plan['projects']): readonly Story[] =>
  stories.filter((_, index) => index % many < some)
