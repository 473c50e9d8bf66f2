// The parts of a service that make decisions and read and write data, and the listeners of each
// batch.

import type { DestinationStream, Logger } from 'pino'
import { ExchangeFeed } from '../activity/exchange-feed.ts'
import { RequestLog } from '../activity/request-log.ts'
import type { Config } from '../config.ts'
import type { DeliveryOptions } from '../delivery/delivery.ts'
import { Availability, type DatabaseUse } from '../engine/availability.ts'
import { Directory } from '../engine/directory.ts'
import { type BatchReport, Engine, type EngineOptions } from '../engine/engine.ts'
import { ProjectWatch } from '../engine/project-watch.ts'
import type { Metrics } from '../metrics.ts'
import { isDemoCredential } from '../projects/project.ts'
import { storageLimitsOf } from '../storage-limits.ts'
import type { OpenStore } from '../store/open.ts'
import type { Queryable } from '../store/store.ts'
import { announcing, type Fronts } from '../threads/fronts.ts'
import { realNow } from '../time.ts'
import type { PasswordCost } from '../users/passwords.ts'

/** Parts that tests can replace. */
export interface StartParts {
  /** The destination of the log; default: standard error. */
  readonly logs?: DestinationStream
  /** Options of delivery, such as a shorter timeout or another name resolver. */
  readonly delivery?: Omit<DeliveryOptions, 'mode'>
  /** The delay of responses to wrong passwords. */
  readonly wait?: (ms: number) => Promise<void>
  /** The cost parameter of password hashes. */
  readonly passwordCost?: PasswordCost
  /** Whether this runtime supports the cipher of earlier versions. */
  readonly opensSiv?: boolean
  /** Optimisations of the write path that tests can turn off. */
  readonly engine?: Pick<EngineOptions, 'prefetch' | 'rowCache'>
}

/** The settings and open resources from which a service is assembled. */
export interface Given {
  readonly config: Config
  readonly parts: StartParts
  readonly opened: OpenStore
  readonly master: Buffer
  readonly logger: Logger
}

type BatchListener = (report: BatchReport) => void

export interface Data {
  readonly engine: Engine
  /** Records whether the database responds. */
  readonly reads: Queryable
  readonly availability: Availability
  readonly onOutage: OutageLog
  readonly directory: Directory
  readonly watch: ProjectWatch
  readonly requestLog: RequestLog
  readonly exchanges: ExchangeFeed
  /** Called after each batch, once it is durable. */
  readonly listeners: BatchListener[]
}

export function openData(
  { config, parts, opened, master, logger }: Given,
  { metrics, fronts }: { readonly metrics: Metrics; readonly fronts: Fronts | undefined },
): Data {
  const { store } = opened
  const onOutage = outageLog(logger)
  const availability = new Availability(onOutage, opened.hasRoom)
  const reads = availability.reads(opened.reads)
  const listeners: BatchListener[] = []
  const engine = new Engine(store, {
    ...parts.engine,
    limits: storageLimitsOf(config),
    availability,
    onBatch(report) {
      for (const listener of listeners) listener(report)
    },
  })
  const { catalogue } = engine
  const directory = new Directory({
    reads,
    catalogue: fronts === undefined ? catalogue : announcing(catalogue, () => fronts.forget()),
    master,
    // A database used in local mode has the demo project, whose credentials are public.
    refuses: config.mode === 'hosted' ? isDemoCredential : undefined,
    guessableSeeds: config.mode === 'local',
  })
  const watch = new ProjectWatch(reads, store.dialect)
  const requestLog = new RequestLog({
    store,
    directory,
    logger,
    onDropped: (count) => metrics.droppedExchanges(count),
  })
  listeners.push(
    (report) => metrics.batch(report),
    ({ commits }) => watch.tell(commits),
    ({ commits }) => {
      for (const { datasets } of commits) requestLog.noteCommit(datasets, realNow())
    },
    ({ commits }) => {
      for (const { changes, datasets } of commits)
        if (changes.faultPlan !== undefined) {
          directory.faultsChanged(datasets[0].projectNumber)
          fronts?.forget()
        }
    },
    ({ bugs }) => {
      for (const bug of bugs) logger.error({ err: bug }, 'a due item failed and was set aside')
    },
  )
  const exchanges = new ExchangeFeed(requestLog)
  return {
    engine,
    reads,
    availability,
    onOutage,
    directory,
    watch,
    requestLog,
    exchanges,
    listeners,
  }
}

type OutageLog = (use: DatabaseUse, reason: string | undefined) => void

/** Logs the start and end of an outage only once, although front threads report it as well. */
function outageLog(logger: Logger): OutageLog {
  const outages = new Set<DatabaseUse>()
  return (use, reason) => {
    const isOver = reason === undefined
    if (isOver ? !outages.delete(use) : outages.has(use)) return
    if (isOver) logger.info(`the database can be ${use} again`)
    else logger.error(`the database cannot be ${use}: ${reason}`)
    if (!isOver) outages.add(use)
  }
}
