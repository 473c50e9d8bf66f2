// A deterministic simulation of a fleet: services that batch transfers of their projects, and
// database servers with shards. The same seed gives the same run.

import { seededDraw } from '../../src/api/control/seed/draw.ts'
import type { Costs } from './costs.ts'
import { Events } from './events.ts'

export interface Failure {
  readonly kind: 'service' | 'database'
  readonly index: number
  readonly atMicros: number
  /** Until it is restarted, or another server is promoted. */
  readonly forMicros: number
}

export interface FleetSettings {
  readonly seed: number
  readonly costs: Costs
  readonly services: number
  readonly databases: number
  readonly processorsPerDatabase: number
  readonly shards: number
  readonly projects: number
  /** Transfers that arrive per second, over all projects. */
  readonly perSecond: number
  readonly seconds: number
  /** The share of the transfers that one project sends; the others share the rest evenly. */
  readonly largestShare: number
  readonly failures: readonly Failure[]
}

interface FleetResult {
  readonly arrived: number
  /** Acknowledged after their commit. */
  readonly acknowledged: number
  /** Refused, because the service had too many waiting requests. */
  readonly refused: number
  /** Lost with a service; the caller does not know the outcome. */
  readonly lost: number
  /** Transfers in progress at the end. */
  readonly open: number
  readonly transactions: number
  readonly committed: number
  /** Transfers of each project that were committed. */
  readonly committedOf: readonly number[]
  /** Transactions that were decided again after a failover. */
  readonly repeated: number
  /** Latency of acknowledged transfers, in milliseconds. */
  readonly latency: { readonly median: number; readonly p99: number }
  /** Utilisation of the busiest of each kind, from 0 to 1. */
  readonly busiest: { readonly service: number; readonly database: number }
}

/** As in the engine. */
const TRANSACTIONS_MAX = 8
const BATCH_MAX_COMMANDS = 512
const DATASETS_MAX = 64
const WAITING_MAX = 10_000
const SECOND = 1_000_000

interface Transfer {
  readonly project: number
  readonly arrivedAt: number
}

/** CPUs that process work in the order of its arrival. */
class Processors {
  readonly #freeAt: number[]
  busyMicros = 0

  constructor(count: number) {
    this.#freeAt = Array.from({ length: count }, () => 0)
  }

  /** When work that starts now ends. */
  take(now: number, micros: number): number {
    let first = 0
    for (const [index, freeAt] of this.#freeAt.entries())
      if (freeAt < (this.#freeAt[first] ?? 0)) first = index
    const end = Math.max(now, this.#freeAt[first] ?? 0) + micros
    this.#freeAt[first] = end
    this.busyMicros += micros
    return end
  }
}

interface Service {
  readonly processor: Processors
  /** Waiting transfers by project, longest waiting first. */
  readonly waiting: Map<number, Transfer[]>
  waitingCount: number
  running: number
  downUntil: number
  /** Incremented by each crash: earlier work is lost. */
  life: number
}

interface Database {
  readonly processors: Processors
  /** Transactions that wait for the next flush. */
  flushing: (() => void)[]
  isFlushing: boolean
  downUntil: number
}

export function simulateFleet(settings: FleetSettings): FleetResult {
  return new Fleet(settings).run()
}

class Fleet {
  readonly #settings: FleetSettings
  readonly #events = new Events()
  readonly #draw
  readonly #services: readonly Service[]
  readonly #databases: readonly Database[]
  readonly #shardOf: readonly number[]
  /** Projects with a transaction, whose rows are locked. */
  readonly #locked = new Set<number>()
  readonly #committedOf: number[]
  readonly #latencies: number[] = []
  #count = { arrived: 0, acknowledged: 0, refused: 0, lost: 0, transactions: 0, repeated: 0 }

  constructor(settings: FleetSettings) {
    this.#settings = settings
    this.#draw = seededDraw(settings.seed)
    this.#services = Array.from({ length: settings.services }, () => ({
      processor: new Processors(1),
      waiting: new Map<number, Transfer[]>(),
      waitingCount: 0,
      running: 0,
      downUntil: 0,
      life: 0,
    }))
    this.#databases = Array.from({ length: settings.databases }, () => ({
      processors: new Processors(settings.processorsPerDatabase),
      flushing: [],
      isFlushing: false,
      downUntil: 0,
    }))
    const projects = Array.from({ length: settings.projects })
    this.#shardOf = projects.map(() => this.#draw(0, settings.shards - 1))
    this.#committedOf = projects.map(() => 0)
  }

  run(): FleetResult {
    const { failures, seconds } = this.#settings
    for (const failure of failures)
      this.#events.at(failure.atMicros, () => {
        if (failure.kind === 'service') this.#crash(failure)
        else this.#failOver(failure)
      })
    this.#scheduleArrival()
    this.#events.runUntil(seconds * SECOND)
    return this.#result()
  }

  /** Arrivals are independent of each other, so the intervals between them are exponential. */
  #scheduleArrival(): void {
    const uniform = this.#draw(1, SECOND) / SECOND
    this.#events.in((-Math.log(uniform) * SECOND) / this.#settings.perSecond, () => {
      this.#arrive()
      this.#scheduleArrival()
    })
  }

  #arrive(): void {
    const { projects, largestShare } = this.#settings
    const isOfLargest = this.#draw(1, SECOND) <= largestShare * SECOND
    const project = isOfLargest || projects === 1 ? 0 : this.#draw(1, projects - 1)
    this.#count.arrived += 1
    const service = this.#serviceOf(project)
    if (service === undefined || service.waitingCount >= WAITING_MAX) {
      this.#count.refused += 1
      return
    }
    const transfer: Transfer = { project, arrivedAt: this.#events.now }
    service.waitingCount += 1
    const { perRequest } = this.#settings.costs.service
    const { life } = service
    this.#events.at(service.processor.take(this.#events.now, perRequest), () => {
      if (service.life !== life) return
      this.#queue(service, transfer)
      this.#start(service)
    })
  }

  /** The service of a project: the next running one, as a load balancer selects it. */
  #serviceOf(project: number): Service | undefined {
    const { length } = this.#services
    for (let step = 0; step < length; step++) {
      const service = this.#services[(project + step) % length]
      if (service !== undefined && service.downUntil <= this.#events.now) return service
    }
    return undefined
  }

  #queue(service: Service, transfer: Transfer): void {
    const waiting = service.waiting.get(transfer.project)
    if (waiting === undefined) service.waiting.set(transfer.project, [transfer])
    else waiting.push(transfer)
  }

  /** Starts transactions, each with waiting projects of one shard. */
  #start(service: Service): void {
    while (service.running < TRANSACTIONS_MAX) {
      const free = [...service.waiting.keys()].filter((project) => !this.#locked.has(project))
      const [first] = free
      if (first === undefined) return
      const shard = this.#shardOf[first] ?? 0
      const projects = free.filter((each) => this.#shardOf[each] === shard).slice(0, DATASETS_MAX)
      const transfers: Transfer[] = []
      for (const project of projects) {
        const waiting = service.waiting.get(project) ?? []
        transfers.push(...waiting.splice(0, BATCH_MAX_COMMANDS - transfers.length))
        if (waiting.length === 0) service.waiting.delete(project)
        this.#locked.add(project)
        if (transfers.length === BATCH_MAX_COMMANDS) break
      }
      service.running += 1
      this.#transact(service, shard, transfers)
    }
  }

  #transact(service: Service, shard: number, transfers: readonly Transfer[]): void {
    const { costs } = this.#settings
    const { life } = service
    const database = this.#databases[shard % this.#databases.length]
    if (database === undefined) throw new Error('a shard has no server')
    const isGone = (): boolean => service.life !== life
    const decided = service.processor.take(this.#events.now, costs.service.perTransaction)
    this.#events.at(decided + costs.trips * costs.tripMicros, () => {
      if (isGone()) {
        this.#unlock(transfers)
        return
      }
      if (database.downUntil > this.#events.now) {
        this.#repeatAfter(
          database,
          () => this.#transact(service, shard, transfers),
          isGone,
          transfers,
        )
        return
      }
      const { perRequest, perTransaction } = costs.database
      const micros = perTransaction + perRequest * transfers.length
      this.#events.at(database.processors.take(this.#events.now, micros), () => {
        this.#flush(database, () => this.#commit(service, transfers, isGone))
      })
    })
  }

  #repeatAfter(
    database: Database,
    again: () => void,
    isGone: () => boolean,
    transfers: readonly Transfer[],
  ): void {
    this.#count.repeated += 1
    this.#events.at(database.downUntil, () => {
      if (isGone()) this.#unlock(transfers)
      else again()
    })
  }

  /** One flush at a time; transactions that arrive in the meantime share the next one. */
  #flush(database: Database, committed: () => void): void {
    database.flushing.push(committed)
    if (database.isFlushing) return
    database.isFlushing = true
    const batch = database.flushing
    database.flushing = []
    const end = Math.max(this.#events.now, database.downUntil) + this.#settings.costs.flushMicros
    this.#events.at(end, () => {
      for (const commit of batch) commit()
      database.isFlushing = false
      const next = database.flushing.shift()
      if (next !== undefined) this.#flush(database, next)
    })
  }

  #commit(service: Service, transfers: readonly Transfer[], isGone: () => boolean): void {
    this.#count.transactions += 1
    for (const { project } of transfers)
      this.#committedOf[project] = (this.#committedOf[project] ?? 0) + 1
    this.#unlock(transfers)
    if (isGone()) return
    service.running -= 1
    service.waitingCount -= transfers.length
    this.#count.acknowledged += transfers.length
    for (const { arrivedAt } of transfers) this.#latencies.push(this.#events.now - arrivedAt)
    this.#start(service)
  }

  #unlock(transfers: readonly Transfer[]): void {
    for (const { project } of transfers) this.#locked.delete(project)
    for (const service of this.#services) if (service.waiting.size > 0) this.#wake(service)
  }

  /** Projects that another service had locked can be taken now. */
  #wake(service: Service): void {
    this.#events.in(0, () => this.#start(service))
  }

  /** Transactions that were sent may still commit, without a response to their callers. */
  #crash({ index, forMicros }: Failure): void {
    const service = this.#services[index % this.#services.length]
    if (service === undefined) return
    service.life += 1
    service.downUntil = this.#events.now + forMicros
    this.#count.lost += service.waitingCount
    service.waiting.clear()
    service.waitingCount = 0
    service.running = 0
  }

  #failOver({ index, forMicros }: Failure): void {
    const database = this.#databases[index % this.#databases.length]
    if (database !== undefined) database.downUntil = this.#events.now + forMicros
  }

  #result(): FleetResult {
    const sorted = this.#latencies.toSorted((one, other) => one - other)
    const at = (share: number): number =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) / 1000
    const micros = this.#settings.seconds * SECOND
    const busiest = (all: readonly Processors[], count: number): number =>
      Math.max(...all.map(({ busyMicros }) => busyMicros)) / (micros * count)
    return {
      ...this.#count,
      open: this.#services.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
      committed: this.#committedOf.reduce((sum, each) => sum + each, 0),
      committedOf: this.#committedOf,
      latency: { median: at(0.5), p99: at(0.99) },
      busiest: {
        service: busiest(
          this.#services.map(({ processor }) => processor),
          1,
        ),
        database: busiest(
          this.#databases.map(({ processors }) => processors),
          this.#settings.processorsPerDatabase,
        ),
      },
    }
  }
}
