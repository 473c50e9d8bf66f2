// Background work: runs due work, sends callbacks and cleans up. On shutdown, it completes the
// current work and starts nothing new.

import type { Logger } from 'pino'
import { dueWork } from './activity/due-work.ts'
import type { LoggedProject } from './activity/exchange.ts'
import type { ExchangeFeed } from './activity/exchange-feed.ts'
import { batchTime } from './kernel/dataset.ts'
import { sweep } from './engine/housekeeping.ts'
import { isOutage } from './engine/availability.ts'
import type { DueDataset } from './engine/batches.ts'
import type { CredentialUses } from './engine/credential-uses.ts'
import type { Bug, CommandExecutor, CommandRequest, ExecutionResult } from './engine/execution.ts'
import {
  type DatasetWithWork,
  datasetsWithWork,
  DATASETS_WITH_WORK_PAGE,
} from './store/due-statements.ts'
import type { RealTimeDecision } from './real-time/real-time-decision.ts'
import type { Settled } from './real-time/settle-decision.ts'
import { overdueDecisions } from './store/reads/real-time-decisions.ts'
import type { Queryable, Store } from './store/store.ts'
import { performanceNow, realNow, timers } from './time.ts'

/** Milliseconds between two rounds. */
const HOUSEKEEPING_PAUSE_MS = 60_000
const RETENTION_PAUSE_MS = 600_000
const DUE_PAUSE_MS = 1000
const WATCH_PAUSE_MS = 1000
/**
 * After a failure, a dataset waits one second, then twice as long each time, up to five minutes.
 */
const BACKOFF_FIRST_MS = 1000
const BACKOFF_MAX_MS = 300_000

/** Sends the callbacks of a dataset; additional calls have no effect. */
export interface Sender {
  wake(datasetId: number, projectNumber: number): void
  stop(): Promise<void>
}

interface WorkerParts {
  readonly store: Store
  readonly reads: Queryable
  readonly engine: CommandExecutor
  readonly sender: Sender
  /** Receives an entry for due work that changed something. */
  readonly exchanges?: Pick<ExchangeFeed, 'keepsChanges' | 'publish'>
  /** Sends webhook events. */
  readonly eventSender?: Sender
  readonly logger: Logger
  readonly uses?: CredentialUses
  /** Deletes data that projects no longer keep. */
  readonly retention?: (isStopping: () => boolean) => Promise<void>
  /** Receives, for metrics, each decision that was made without an answer. */
  readonly onDecided?: (decision: RealTimeDecision) => void
  /** Reads the commits of other processes on the same database. */
  readonly watch?: { readonly look: () => Promise<unknown> }
}

export class Worker {
  readonly #parts: WorkerParts
  readonly #rounds: readonly Round[]
  /** Datasets whose due work is running in the engine. */
  readonly #runningDue = new Set<number>()
  /** Datasets whose due work failed, and their pause in real time. */
  readonly #backoffs = new Map<number, { readonly pauseMs: number; readonly until: number }>()

  constructor(parts: WorkerParts) {
    this.#parts = parts
    const { store, logger, watch, uses, retention } = parts
    this.#rounds = [
      new Round('housekeeping', HOUSEKEEPING_PAUSE_MS, logger, (isStopping) =>
        sweep(store, isStopping),
      ),
      new Round('overdue decisions', DUE_PAUSE_MS, logger, () => this.settleOverdue()),
      new Round('due work', DUE_PAUSE_MS, logger, (isStopping) => this.runRound(isStopping)),
      ...(retention === undefined
        ? []
        : [new Round('retention', RETENTION_PAUSE_MS, logger, retention)]),
      ...(uses === undefined
        ? []
        : [
            new Round('storing the uses of credentials', HOUSEKEEPING_PAUSE_MS, logger, () =>
              uses.store(store),
            ),
          ]),
      ...(watch === undefined
        ? []
        : [
            new Round('watching other processes', WATCH_PAUSE_MS, logger, async () => {
              await watch.look()
            }),
          ]),
    ]
  }

  start(): void {
    for (const round of this.#rounds) round.start()
  }

  /** Starts the work that a commit created, so that a callback does not wait for the next round. */
  wake(datasets: readonly DueDataset[]): void {
    for (const { datasetId, projectNumber } of datasets) {
      this.#parts.sender.wake(datasetId, projectNumber)
      this.#parts.eventSender?.wake(datasetId, projectNumber)
    }
  }

  /** Whether the engine is still running due work. */
  get isRunningDue(): boolean {
    return this.#runningDue.size > 0
  }

  /** The engine completes running due work, or leaves it for the next start. */
  async stop(): Promise<void> {
    await Promise.all(this.#rounds.map((round) => round.stop()))
    await Promise.all([this.#parts.sender.stop(), this.#parts.eventSender?.stop()])
  }

  /** One round over all datasets with due work. */
  async runRound(isStopping: () => boolean = () => false): Promise<void> {
    const now = realNow()
    let last = { workAt: -1, datasetId: -1 }
    for (let found = DATASETS_WITH_WORK_PAGE; found === DATASETS_WITH_WORK_PAGE && !isStopping();) {
      const page = await datasetsWithWork(this.#parts.reads, now, last)
      for (const dataset of page) this.#attendTo(dataset, now)
      found = page.length
      last = page.at(-1) ?? last
    }
  }

  /**
   * Decides authorisations whose server did not answer, with the project's fallback. The process
   * that sent the request does so itself, unless it has ended.
   */
  async settleOverdue(): Promise<void> {
    const { reads, onDecided = () => undefined } = this.#parts
    for (const { projectNumber, datasetId, id } of await overdueDecisions(reads, realNow())) {
      const project = { number: projectNumber, datasetId }
      const settled = await this.#submitLogged(project, {
        datasetId,
        command: 'settleDecision',
        input: { id, programmeAnswer: { kind: 'timeout' }, exchange: null },
      })
      if (settled.kind === 'result') onDecided((settled.result as Settled).decision)
      else if (settled.kind === 'bug')
        this.#parts.logger.error({ err: settled, datasetId, id }, 'a decision could not be settled')
    }
  }

  #attendTo(dataset: DatasetWithWork, now: number): void {
    const { datasetId, projectNumber, clockTarget, callbackDueAt, eventDueAt } = dataset
    const time = batchTime(dataset, now)
    const isDue = (at: number | null): boolean => at !== null && at <= time
    if (isDue(callbackDueAt)) this.#parts.sender.wake(datasetId, projectNumber)
    if (isDue(eventDueAt)) this.#parts.eventSender?.wake(datasetId, projectNumber)
    // The senders only handle datasets with callbacks and events; the others store the time of
    // their next item.
    const isForSenders = isDue(callbackDueAt) || isDue(eventDueAt)
    const isEngineDue = isDue(dataset.orderDueAt) || isDue(dataset.authorisationDueAt)
    if (clockTarget !== null || isEngineDue || !isForSenders)
      this.#runDue({ datasetId, number: projectNumber }, now)
  }

  #runDue(project: LoggedProject, now: number): void {
    const { datasetId } = project
    const isLeftAlone = (this.#backoffs.get(datasetId)?.until ?? now) > now
    if (isLeftAlone || this.#runningDue.has(datasetId)) return
    this.#runningDue.add(datasetId)
    const request = { datasetId, command: 'runDue', input: {} } as const
    void this.#submitLogged(project, request).then((result) => {
      this.#runningDue.delete(datasetId)
      if (result.kind === 'bug') this.#backOff(datasetId, result)
      else this.#backoffs.delete(datasetId)
    })
  }

  /** Executes due work; its changes are an entry of the request log. */
  async #submitLogged(project: LoggedProject, request: CommandRequest): Promise<ExecutionResult> {
    const { engine, exchanges } = this.#parts
    const began = performanceNow()
    const keepsChanges = exchanges?.keepsChanges(project) === true
    const result = await engine.submit({ ...request, ...(keepsChanges && { keepsChanges }) })
    if (result.kind === 'result' && result.changes !== undefined) {
      const time = { at: realNow(), durationMs: performanceNow() - began }
      const entry = dueWork(project, result.changes, time)
      if (entry !== undefined) exchanges?.publish(entry)
    }
    return result
  }

  /** Pauses a failing dataset, so that it does not fill the log or delay other datasets. */
  #backOff(datasetId: number, bug: Bug): void {
    const before = this.#backoffs.get(datasetId)?.pauseMs
    const pauseMs = before === undefined ? BACKOFF_FIRST_MS : Math.min(2 * before, BACKOFF_MAX_MS)
    this.#backoffs.set(datasetId, { pauseMs, until: realNow() + pauseMs })
    const fields = { err: bug, datasetId, pauseMs }
    this.#parts.logger.error(fields, 'due work failed and will be retried')
  }
}

/** Repeats a task with a pause in between. A failed task is retried in the next round. */
class Round {
  readonly #what: string
  readonly #pauseMs: number
  readonly #logger: Logger
  readonly #work: (isStopping: () => boolean) => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(
    what: string,
    pauseMs: number,
    logger: Logger,
    work: (isStopping: () => boolean) => Promise<void>,
  ) {
    this.#what = what
    this.#pauseMs = pauseMs
    this.#logger = logger
    this.#work = work
  }

  start(): void {
    this.#timer = timers.setTimeout(() => {
      this.#running = this.#run()
    }, this.#pauseMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    timers.clearTimeout(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    try {
      await this.#work(() => this.#stopping)
    } catch (error) {
      // A database outage is logged when it starts, not in every round.
      if (!isOutage(error))
        this.#logger.warn({ err: error }, `${this.#what} failed and will be retried`)
    }
    if (!this.#stopping) this.start()
  }
}
