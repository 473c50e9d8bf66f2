// Measures a service on a database with a long history.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { configOf } from '../../src/config.ts'
import { Engine } from '../../src/engine/engine.ts'
import { applyRetention } from '../../src/engine/retention.ts'
import { openStore } from '../../src/store/open.ts'
import { API_KEY, type Cast, transferLoad } from '../cast.ts'
import { BENCH_SECRET, type Child, startService } from '../child.ts'
import { Generator } from '../generator.ts'
import { microsecondsOfCounting } from './counting.ts'
import { timesOfWalk } from './walk.ts'
import { processorSeconds } from '../processor-time.ts'
import type { Report } from '../report.ts'
import { median, medianRatio, takeTurns } from '../rounds.ts'

interface Past {
  readonly database: string
  readonly cast: Cast
}

const CONNECTIONS = 32
const SECONDS = 4
const ROUNDS = 5
const IDLE_MS = 3000
const REQUESTS = 5
const DAY_MS = 86_400_000
const NANOSECONDS = 1e6

const PATHS = [
  '/readyz',
  '/control/v1/orders',
  '/control/v1/orders?q=nothing-here',
  '/control/v1/callbacks',
  '/control/v1/cards',
  '/control/v1/entries',
  '/control/v1/authorisations',
  '/control/v1/overview',
  '/control/v1/ledger',
  '/control/v1/projects',
  '/control/v1/search?q=nothing-here',
  '/control/v1/requests',
]

/** Lists that are read to the end, page by page. */
const WALKED = ['/control/v1/orders', '/control/v1/callbacks', '/control/v1/entries']

export async function measurePast(
  { young, old, backup }: { readonly young: Past; readonly old: Past; readonly backup: string },
  report: Report,
): Promise<void> {
  report.heading('A long past')
  const services = {
    few: await startService(young.database),
    many: await startService(old.database),
  }
  try {
    report.fact('start', `${services.many.startMs.toFixed(0)} ms`)
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    report.fact('resident memory', `${residentMegabytes(services.many).toFixed(0)} MB`)
    for (const path of PATHS) report.fact(path, await timesOf(services.many.url + path))
    for (const path of WALKED)
      report.fact(`${path}, to its last page`, await timesOfWalk(services.many.url + path, API_KEY))
    await compareTransfers(services, { few: young.cast, many: old.cast }, report)
    const began = performance.now()
    const script = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
    const args = [script, 'database', 'backup', backup, '--database', old.database]
    await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, SANDCARD_SECRET: BENCH_SECRET },
    })
    report.fact('backup, checked', `${((performance.now() - began) / 1000).toFixed(1)} s`)
  } finally {
    await services.few.stop()
    await services.many.stop()
  }
  await measureRetention(old.database, report)
}

const residentMegabytes = ({ pid }: Child): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000

/** The first response, which reads from disk, and the median of the others. */
async function timesOf(url: string): Promise<string> {
  const times: number[] = []
  for (let request = 0; request <= REQUESTS; request++) {
    const began = performance.now()
    const answer = await fetch(url, { headers: { 'x-api-key': API_KEY } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} returned ${answer.status}`)
    times.push(performance.now() - began)
  }
  const [first = 0, ...others] = times
  return `first ${first.toFixed(1)} ms, then ${median(others).toFixed(1)} ms`
}

async function compareTransfers(
  services: { readonly few: Child; readonly many: Child },
  casts: { readonly few: Cast; readonly many: Cast },
  report: Report,
): Promise<void> {
  const generator = new Generator()
  const micros: { few: number[]; many: number[] } = { few: [], many: [] }
  const run = async (which: 'few' | 'many', seconds: number): Promise<number> => {
    const { url, pid } = services[which]
    const before = processorSeconds(pid)
    const rate = await generator.rate(transferLoad(url, casts[which], CONNECTIONS), seconds)
    micros[which].push(((processorSeconds(pid) - before) * 1e6) / (rate * seconds))
    return rate
  }
  try {
    for (const which of ['few', 'many'] as const) await run(which, SECONDS)
    for (const which of ['few', 'many'] as const) micros[which] = []
    const rates = await takeTurns(ROUNDS, {
      few: () => run('few', SECONDS),
      many: () => run('many', SECONDS),
    })
    const cost = medianRatio(rates.few, rates.many)
    report.judged('cost of a transfer', cost, 'times that after 1,000', { atMost: 1.2, goal: 1.1 })
    report.fact('the same in processor time', medianRatio(micros.many, micros.few).toFixed(2))
  } finally {
    generator.stop()
  }
}

/** Rounds over all projects: the first one, an idle one, and one that deletes all orders. */
async function measureRetention(database: string, report: Report): Promise<void> {
  const { store, closeReads } = await openStore(configOf({ database }).database)
  const engine = new Engine(store)
  const round = async (name: string, at: number): Promise<void> => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const began = performance.now()
    let deleted = 0
    await applyRetention(store, {
      serviceMaxDays: 30,
      hold: engine.hold.bind(engine),
      now: () => at,
      onDeleted: (_kind, rows) => (deleted += rows),
    })
    delay.disable()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const p99 = (delay.percentile(99) / NANOSECONDS).toFixed(0)
    report.fact(name, `${seconds} s, ${deleted} rows deleted, event loop delayed ${p99} ms (p99)`)
  }
  try {
    const now = Date.now()
    for (const [what, micros] of await microsecondsOfCounting(store))
      report.fact(`counting the bytes of ${what}`, `${micros.toFixed(2)} µs`)
    await round('retention, first round', now)
    await round('retention, idle round', now + DAY_MS)
    await round('retention, all orders expire', now + 40 * DAY_MS)
  } finally {
    await engine.close()
    await closeReads()
    await store.close()
  }
}
