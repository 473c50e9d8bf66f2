// Durable transfers on PostgreSQL, relative to pgbench on the same server.

import { prepare, transferLoad } from './cast.ts'
import { startService } from './child.ts'
import { tellGateway } from './gateway.ts'
import { findPgbench, initialise, transactionRate } from './pgbench.ts'
import type { Bench, Plan } from './plan.ts'
import {
  openPostgresServer,
  type PostgresServer,
  settingOf,
  withDatabase,
} from './postgres-server.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond } from './report.ts'

const CONNECTION_COUNT = 64
const MEASURE_NAME = 'durable transfers'

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
    await withDatabase(server, (url) => tellGateway(url, { ...plan, rounds: 1 }, bench))
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
        const load = transferLoad(service.url, cast, CONNECTION_COUNT)
        await transactionRate(pgbench, pgbenchUrl, plan.warmUpSeconds)
        await generator.rate(load, plan.warmUpSeconds)
        return await takeTurns(plan.rounds, {
          pgbench: () => transactionRate(pgbench, pgbenchUrl, plan.seconds),
          transfers: () => generator.rate(load, plan.seconds),
        })
      } finally {
        await service.stop()
      }
    }),
  )
  report.fact('pgbench, TPC-B-like, prepared, 16 clients', perSecond(median(rates.pgbench)))
  report.fact('POST /v2/transfers', perSecond(median(rates.transfers)))
  const ratio = medianRatio(rates.transfers, rates.pgbench)
  report.judged(MEASURE_NAME, ratio, 'of pgbench', { atLeast: 1.5, goal: 2 })
}
