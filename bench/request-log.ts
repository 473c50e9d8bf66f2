// The cost of the request log: transfers with and without it, and searches in a full log.

import { API_KEY, type Cast, transferLoad } from './cast.ts'
import { startService } from './child.ts'
import type { Bench, Plan } from './plan.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond } from './report.ts'

const CONNECTION_COUNT = 32
const KEPT = 10_000

/** Searches in a full log: one that finds many entries, and one that reads every entry. */
const SEARCHES = {
  'by outcome': 'outcome=approved',
  'by an unknown text': 'q=found-nowhere',
  'by id': 'id=100001',
} as const

export async function measureRequestLog(
  { url, cast }: { url: string; cast: Cast },
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  report.heading(`Request log of ${KEPT.toLocaleString('en')} entries (SQLite)`)
  const service = await startService(url)
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' }
    const response = await fetch(`${service.url}/control/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response
  }
  const load = transferLoad(service.url, cast, CONNECTION_COUNT)
  /** Transfers per second of CPU time, which other programs affect less than the rate. */
  const transfersKeeping = (requestLogEntries: number) => async () => {
    await call('PATCH', '/project', { requestLogEntries })
    const before = await processorSeconds(service.url)
    const began = performance.now()
    const rate = await generator.rate(load, plan.seconds)
    const seconds = (performance.now() - began) / 1000
    return (rate * seconds) / ((await processorSeconds(service.url)) - before)
  }
  try {
    await generator.rate(load, plan.warmUpSeconds)
    const rates = await takeTurns(plan.rounds, {
      without: transfersKeeping(0),
      withLog: transfersKeeping(KEPT),
    })
    report.fact('transfers without a log', `${perSecond(median(rates.without))} of processor time`)
    report.fact('transfers with a log', `${perSecond(median(rates.withLog))} of processor time`)
    report.judged(
      'transfers with a log',
      medianRatio(rates.withLog, rates.without),
      'of those without',
      {
        atLeast: 0.95,
      },
    )
    while ((await entryCount(call)) < Math.min(KEPT, plan.stored.many))
      await generator.rate(load, plan.seconds)
    for (const [name, query] of Object.entries(SEARCHES)) {
      const times = await takeTurns(plan.portal.rounds, {
        search: async () => {
          const began = performance.now()
          await (await call('GET', `/requests?limit=50&${query}`)).text()
          return performance.now() - began
        },
      })
      report.judged(`search ${name}`, median(times.search), 'ms', { atMost: 20 })
    }
  } finally {
    await service.stop()
  }
}

/** The CPU time that the service has used. */
export async function processorSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(metrics)?.[1])
}

/** The number of the newest entry. */
async function entryCount(call: (method: string, path: string) => Promise<Response>) {
  const newest = (await (await call('GET', '/requests?limit=1')).json()) as {
    readonly items: readonly { readonly seq: number }[]
  }
  return newest.items[0]?.seq ?? 0
}
