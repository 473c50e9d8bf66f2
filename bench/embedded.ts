// Durable transfers and card reads on the embedded database, relative to the echo server.

import { cardReads, type Cast, transferLoad, transfers } from './cast.ts'
import { startChild, startService } from './child.ts'
import type { Bench, Plan } from './plan.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond } from './report.ts'

const CONNECTION_COUNT = 32

export async function measureEmbedded(
  { url, cast }: { url: string; cast: Cast },
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  report.heading(
    `Embedded database (SQLite, WAL, synchronous=FULL), ${CONNECTION_COUNT} connections`,
  )
  const echo = await startChild('bench/echo.ts')
  const service = await startService(url)
  try {
    const loads = {
      echo: { url: echo.url, connections: CONNECTION_COUNT, stories: transfers(cast) },
      transfers: transferLoad(service.url, cast, CONNECTION_COUNT),
      reads: { url: service.url, connections: CONNECTION_COUNT, stories: cardReads(cast) },
    }
    for (const load of Object.values(loads)) await generator.rate(load, plan.warmUpSeconds)
    const rates = await takeTurns(plan.rounds, {
      echo: () => generator.rate(loads.echo, plan.seconds),
      transfers: () => generator.rate(loads.transfers, plan.seconds),
      reads: () => generator.rate(loads.reads, plan.seconds),
    })
    report.fact('bare node:http JSON echo', perSecond(median(rates.echo)))
    report.fact('POST /v2/transfers', perSecond(median(rates.transfers)))
    report.fact('GET /v2/cards/{id}', perSecond(median(rates.reads)))
    const transferRatio = medianRatio(rates.transfers, rates.echo)
    const readRatio = medianRatio(rates.reads, rates.echo)
    report.judged('durable transfers', transferRatio, 'of the echo', { atLeast: 0.5, goal: 0.7 })
    report.judged('card reads', readRatio, 'of the echo', { atLeast: 0.8, goal: 0.9 })
  } finally {
    await service.stop()
    await echo.stop()
  }
}
