// Two service processes on one PostgreSQL: throughput and CPU time of a transfer if requests are
// distributed at random, and if all requests of a project reach the same process.

import { findHaproxy, startBalancer } from '../test/kit/haproxy.ts'
import { transfersOfProjects } from './cast.ts'
import { type Child, startService } from './child.ts'
import { Generator, type Load } from './generator.ts'
import { findPgbench, initialise, transactionRate } from './pgbench.ts'
import type { Bench, Plan } from './plan.ts'
import {
  openPostgresServer,
  postmasterOf,
  type PostgresServer,
  withDatabase,
} from './postgres-server.ts'
import { processorSeconds } from './processor-time.ts'
import { perSecond } from './report.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'

const MEASURE_NAME = 'durable transfers of two processes'
const CONNECTION_COUNT = 64
const PROCESS_COUNT = 2
/** For comparison; only the ways to use two processes have a target. */
const ONE_PROCESS = 'one process'

/** The result of one run. */
interface Run {
  readonly perSecond: number
  /** Microseconds of CPU time per transfer. */
  readonly service: number
  readonly database: number
  readonly balancer: number
}

export async function measureProcesses(plan: Plan, { generator, report }: Bench): Promise<void> {
  report.heading(`Two processes on the server database, ${plan.projects.some} projects`)
  const pgbench = findPgbench()
  if (pgbench === undefined) {
    report.skipped(MEASURE_NAME, 'pgbench, the yardstick, is not installed')
    return
  }
  const server = await openPostgresServer()
  if (typeof server === 'string') {
    report.skipped(MEASURE_NAME, server)
    return
  }
  const second = new Generator()
  try {
    await withDatabase(server, (pgbenchUrl) =>
      withDatabase(server, (serviceUrl) =>
        compare({ server, pgbench, pgbenchUrl, serviceUrl }, plan, {
          generators: [generator, second],
          report,
        }),
      ),
    )
  } finally {
    second.stop()
    await server.stop()
  }
}

interface Setting {
  readonly server: PostgresServer
  readonly pgbench: string
  readonly pgbenchUrl: string
  readonly serviceUrl: string
}

async function compare(
  { server, pgbench, pgbenchUrl, serviceUrl }: Setting,
  plan: Plan,
  { generators, report }: { generators: readonly Generator[]; report: Bench['report'] },
): Promise<void> {
  await initialise(pgbench, pgbenchUrl, plan.scale)
  // One after the other: the first creates the schema.
  const first = await startService(serviceUrl)
  const services: readonly [Child, Child] = [first, await startService(serviceUrl)]
  const haproxy = findHaproxy()
  const urls: readonly [string, string] = [services[0].url, services[1].url]
  const balancer = haproxy === undefined ? undefined : await startBalancer(haproxy, urls)
  const database = await postmasterOf(server)
  try {
    const [one] = urls
    const stories = await transfersOfProjects(one, plan.projects.some)
    const load = (url: string, share: number, of: (index: number) => boolean): Load => ({
      url,
      connections: CONNECTION_COUNT / share,
      stories: stories.filter((_, index) => of(index % plan.projects.some)),
      unwanted: '"declined"',
    })
    const every = (): boolean => true
    const half = (which: number) => (project: number) => project % PROCESS_COUNT === which
    const loads: Record<string, readonly Load[]> = {
      [ONE_PROCESS]: [load(one, 1, every)],
      'two processes, any process': urls.map((url) => load(url, PROCESS_COUNT, every)),
      'two processes, one per project': urls.map((url, index) =>
        load(url, PROCESS_COUNT, half(index)),
      ),
      ...(balancer !== undefined && {
        'two processes behind HAProxy': [load(balancer.url, 1, every)],
      }),
    }
    const runs: Record<string, Run[]> = {}
    const measure = async (name: string): Promise<number> => {
      const run = await runOnce(loads[name] ?? [], generators, plan.seconds, () => ({
        service: processorSeconds(...services.map(({ pid }) => pid)),
        database: database === undefined ? 0 : processorSeconds(database),
        balancer: balancer === undefined ? 0 : processorSeconds(balancer.pid),
      }))
      ;(runs[name] ??= []).push(run)
      return run.perSecond
    }
    for (const each of Object.values(loads))
      await Promise.all(
        each.map((load, index) => rateOf(generators[index], load, plan.warmUpSeconds)),
      )
    const contenders = Object.keys(loads).map((name) => [name, () => measure(name)] as const)
    const rates = await takeTurns(plan.rounds, {
      pgbench: () => transactionRate(pgbench, pgbenchUrl, plan.seconds),
      ...Object.fromEntries(contenders),
    })
    const base = rates.pgbench
    report.fact('pgbench, TPC-B-like, prepared, 16 clients', perSecond(median(base)))
    for (const [name] of contenders) {
      const of = (part: keyof Run): number => median((runs[name] ?? []).map((run) => run[part]))
      const measured = (runs[name] ?? []).map((run) => run.perSecond)
      report.fact(
        name,
        `${perSecond(median(measured))}; ` +
          `µs per transfer: service ${of('service').toFixed(0)}, database ${of('database').toFixed(0)}, ` +
          `balancer ${of('balancer').toFixed(0)}`,
      )
      const ratio = medianRatio(measured, base)
      if (name === ONE_PROCESS) report.fact(name, `${ratio.toFixed(2)} of pgbench`)
      else report.judged(name, ratio, 'of pgbench', { atLeast: 1.2, goal: 2 })
    }
  } finally {
    await balancer?.stop()
    for (const service of services) await service.stop()
  }
}

const rateOf = (generator: Generator | undefined, load: Load, seconds: number): Promise<number> =>
  generator?.rate(load, seconds) ?? Promise.resolve(0)

type Usage = Readonly<Record<'service' | 'database' | 'balancer', number>>

async function runOnce(
  loads: readonly Load[],
  generators: readonly Generator[],
  seconds: number,
  usage: () => Usage,
): Promise<Run> {
  const before = usage()
  const rates = await Promise.all(
    loads.map((load, index) => rateOf(generators[index], load, seconds)),
  )
  const after = usage()
  const rate = rates.reduce((sum, each) => sum + each, 0)
  const microseconds = (part: keyof Usage): number =>
    ((after[part] - before[part]) * 1e6) / (rate * seconds)
  return {
    perSecond: rate,
    service: microseconds('service'),
    database: microseconds('database'),
    balancer: microseconds('balancer'),
  }
}
