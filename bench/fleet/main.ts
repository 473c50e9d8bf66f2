// `npm run simulate-fleet`: simulates a fleet of services and database servers, and prints the
// model's predictions for it.

import { parseArgs } from 'node:util'
import { fleetFor, MEASURED } from './costs.ts'
import { type Failure, type FleetSettings, simulateFleet } from './simulation.ts'

const USAGE = `npm run simulate-fleet -- [flags]

Simulates a fleet with the measured costs. The same flags give the same figures.

  --seed N         the seed of all draws (1)
  --rate N         transfers that arrive per second (20000)
  --seconds N      simulated seconds (2)
  --services N     service processes with a processor each (8)
  --databases N    database servers (4)
  --processors N   processors of each database server (8)
  --shards N       shards over all database servers (32)
  --projects N     projects (1000)
  --largest N      percentage of the transfers that one project sends (1)
  --trip N         microseconds of a round trip between service and database (300)
  --flush N        microseconds of a flush of the database's log (1000)
  --crash N        a service that is killed after a third of the time, and restarts after 0.5 s
  --fail-over N    a database server that fails after a third of the time, for 0.5 s
  --help           prints this text
`

const FLAGS = {
  seed: 1,
  rate: 20_000,
  seconds: 2,
  services: 8,
  databases: 4,
  processors: 8,
  shards: 32,
  projects: 1000,
  largest: 1,
  trip: MEASURED.tripMicros,
  flush: MEASURED.flushMicros,
} as const

const OUTAGE_MICROS = 500_000
const NUMBER_MAX = 10_000_000

const settings = readSettings()
if (settings === undefined) process.stdout.write(USAGE)
else print(settings)

function readSettings(): FleetSettings | undefined {
  const options = Object.fromEntries(
    [...Object.keys(FLAGS), 'crash', 'fail-over'].map((name) => [
      name,
      { type: 'string' as const },
    ]),
  )
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } })
    const { help = false, ...rest } = values
    if (help) return undefined
    const given = rest as Readonly<Record<string, string | undefined>>
    const of = (name: keyof typeof FLAGS): number =>
      numberOf(name, given[name] ?? String(FLAGS[name]))
    const seconds = of('seconds')
    const failure = (name: string, kind: Failure['kind']): Failure[] => {
      const index = given[name]
      if (index === undefined) return []
      const atMicros = Math.round((seconds * 1_000_000) / 3)
      return [{ kind, index: numberOf(name, index), atMicros, forMicros: OUTAGE_MICROS }]
    }
    return {
      costs: { ...MEASURED, tripMicros: of('trip'), flushMicros: of('flush') },
      seed: of('seed'),
      perSecond: of('rate'),
      seconds,
      services: of('services'),
      databases: of('databases'),
      processorsPerDatabase: of('processors'),
      shards: of('shards'),
      projects: of('projects'),
      largestShare: of('largest') / 100,
      failures: [...failure('crash', 'service'), ...failure('fail-over', 'database')],
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exit(2)
  }
}

function numberOf(name: string, text: string): number {
  const number = Number(text)
  const least = name === 'crash' || name === 'fail-over' || name === 'largest' ? 0 : 1
  if (!Number.isInteger(number) || number < least || number > NUMBER_MAX)
    throw new Error(`--${name} takes a whole number from ${least} to ${NUMBER_MAX}`)
  return number
}

function print(of: FleetSettings): void {
  const { latency, busiest, ...result } = simulateFleet(of)
  const { arrived, acknowledged, refused, lost, open, transactions, committed, repeated } = result
  const percent = (share: number): string => `${Math.round(share * 100)}%`
  const perTransaction = committed / Math.max(1, transactions)
  const { services, databaseProcessors, logMegabytesPerSecond } = fleetFor(
    of.perSecond,
    Math.max(1, perTransaction),
  )
  const lines = {
    arrived,
    acknowledged,
    refused,
    lost,
    open,
    transactions,
    committed,
    repeated,
    'transfers per transaction': perTransaction.toFixed(1),
    'latency, median and 99th percentile': `${latency.median.toFixed(1)} and ${latency.p99.toFixed(1)} ms`,
    'work given to the busiest service': percent(busiest.service),
    'work given to the busiest database': percent(busiest.database),
    'the model expects': `${services} services, ${databaseProcessors} database processors, ${logMegabytesPerSecond} MB/s of log`,
  }
  for (const [name, value] of Object.entries(lines))
    process.stdout.write(`${name.padEnd(36)} ${value}\n`)
}
