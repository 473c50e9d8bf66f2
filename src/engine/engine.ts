// The only writer. It collects waiting commands, decides them in one transaction, commits once and
// resolves each with its result. Under load, hundreds of payments share a commit.

import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StorageLimits } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import { nextTurn, performanceNow, timers } from '../time.ts'
import { Availability } from './availability.ts'
import {
  CommitUnknown,
  type Store,
  StoreUnavailable,
  type Transaction,
  UnexpectedState,
} from '../store/store.ts'
import {
  type BatchContext,
  type BatchResult,
  type CachedBatch,
  type Commit,
  waitsForDue,
} from './batch.ts'
import { type DueDataset, dueDatasetsOf, runInTurn, runSideBySide } from './batches.ts'
import { Catalogue } from './catalogue.ts'
import { DatasetTurns } from './dataset-turns.ts'
import { type DueBug, FULL_STEP, type StepLimit, smallerStep } from './due.ts'
import { newBatchId, wasCommitted } from './lost-commit.ts'
import { bugResult, type CommandRequest, faultResult, type ExecutionResult } from './execution.ts'
import { countDecided, PassedOver } from './passed-over.ts'
import { type DatasetJobs, Queue, type Job } from './queue.ts'
import { TransactionSlots } from './transaction-slots.ts'

/** Maximum number of commands per commit, which limits how long the first one waits. */
const BATCH_MAX_COMMANDS = 512
/** Maximum number of attempts for a batch that failed before its commit for a transient reason. */
const BATCH_MAX_TRIES = 3
/**
 * Maximum number of rows cached for the next batch, over all datasets. The least recently written
 * datasets are dropped.
 */
const ROW_CACHES_MAX_ROWS = 200_000

/** Cost and effects of a batch. */
export interface BatchReport {
  readonly commands: number
  readonly seconds: number
  /** Rounds of loading, which are round trips to the database between lock and save. */
  readonly rounds: number
  /** Datasets with work due now. */
  readonly dueDatasets: readonly DueDataset[]
  /** Failures for which no caller waits. */
  readonly bugs: readonly DueBug[]
  /** The commits, per dataset. */
  readonly commits: readonly Commit[]
}

export interface EngineOptions {
  readonly onBatch?: (report: BatchReport) => void
  /** Receives whether the database accepted a write. */
  readonly availability?: Availability
  /** The storage limits of each dataset; unlimited by default. */
  readonly limits?: StorageLimits
  /** If false, commands do not load rows in advance. Results are the same. Used by tests. */
  readonly prefetch?: boolean
  /** If false, no rows are cached between batches. Results are the same. Used by tests. */
  readonly rowCache?: boolean
}

/** The options of one attempt of a batch. */
type AttemptOptions = Pick<BatchContext, 'stepsForAll' | 'stepLimit' | 'onStep' | 'waits'>

export class Engine {
  /** Creates, resets and rekeys projects outside the queue, each in its own transaction. */
  readonly catalogue: Catalogue
  readonly #store: Store
  readonly #availability: Availability
  readonly #onBatch: (report: BatchReport) => void
  readonly #context: Pick<BatchContext, 'limits' | 'prefetch' | 'warmCommands'>
  readonly #cachesRows: boolean
  readonly #process = randomBytes(6).toString('base64url')
  readonly #queue = new Queue()
  readonly #slots: TransactionSlots
  readonly #rowCaches = new LRUCache<number, CachedBatch>({
    maxSize: ROW_CACHES_MAX_ROWS,
    sizeCalculation: ({ rows }) => 1 + rows.size,
  })
  readonly #turns = new DatasetTurns()
  readonly #passedOver = new PassedOver()
  /**
   * Commands that continue in a later commit. They wait for the next turn of the event loop, so
   * that other commands run in between.
   */
  #continued: Job[] = []
  #scheduled = false
  #closing = false
  #drained: () => void = () => undefined

  constructor(store: Store, options: EngineOptions = {}) {
    const { onBatch = () => undefined, prefetch = true, rowCache = true } = options
    this.#store = store
    this.#availability = options.availability ?? new Availability()
    this.#onBatch = onBatch
    this.#slots = new TransactionSlots(() => store.commitsTogether)
    const { limits: given } = options
    const limits = given && given.rows + given.bytes > 0 ? given : undefined
    this.#context = { limits, prefetch, warmCommands: new Set() }
    this.#cachesRows = rowCache
    this.catalogue = new Catalogue(store, this.#availability, this.hold.bind(this))
  }

  /** Queues a command. The promise always resolves: faults and bugs are results too. */
  submit(request: CommandRequest): Promise<ExecutionResult> {
    return new Promise((resolve) => {
      if (this.#closing) resolve(faultResult('unavailable', 'The service is stopping.'))
      else if (this.#queue.add({ request, resolve })) this.#schedule()
      else resolve(faultResult('busy', 'Too many requests are waiting. Try again shortly.'))
    })
  }

  async proveWritable(): Promise<void> {
    if (this.#availability.isWritable) return
    await this.catalogue.probe()
    if (!this.#availability.isWritable)
      throw new Fault('unavailable', 'The disk of the database is almost full.')
  }

  /**
   * Runs `work` while no batch of the dataset runs in this process. Its commands wait in the queue;
   * other datasets are not affected.
   */
  async hold<T>(datasetId: number, work: () => Promise<T>): Promise<T> {
    await this.#turns.wait(datasetId)
    try {
      return await work()
    } finally {
      this.#turns.end(datasetId)
      if (this.#queue.size > 0) this.#start()
    }
  }

  /** Completes accepted commands, then stops. */
  async close(): Promise<void> {
    this.#closing = true
    this.#resume()
    if (this.#queue.size === 0 && this.#slots.areAllFree) return
    await new Promise<void>((resolve) => (this.#drained = resolve))
  }

  /**
   * Starts after two turns of the event loop, so that requests parsed together share a batch, even
   * if some of them query the database first. (Measured with register and pay: 27 commands per
   * commit instead of 18.)
   */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    timers.setImmediate(() => timers.setImmediate(() => this.#begin()))
  }

  #begin(): void {
    this.#scheduled = false
    this.#resume()
    this.#start()
  }

  /** On shutdown, unfinished commands are continued after the next start. */
  #resume(): void {
    const continued = this.#continued
    this.#continued = []
    for (const waiting of continued)
      if (this.#closing) waiting.resolve(faultResult('unavailable', 'The service is stopping.'))
      else this.#queue.putBack(waiting)
  }

  #start(): void {
    while (this.#slots.hasFree) {
      const groups = this.#nextGroups()
      if (groups.length === 0) break
      for (const [datasetId] of groups) this.#turns.take(datasetId)
      const free = this.#slots.take(() => this.#start())
      let end = (): void => {
        end = () => undefined
        for (const [datasetId] of groups) this.#turns.end(datasetId)
        free()
        if (this.#queue.size > 0) this.#start()
      }
      void this.#run(groups, () => end()).finally(() => {
        end()
        if (this.#queue.size === 0 && this.#slots.areAllFree) this.#drained()
      })
    }
  }

  /** The commands of the datasets in the next transaction. */
  #nextGroups(): DatasetJobs[] {
    const groups: DatasetJobs[] = []
    const free = this.#queue.datasets().filter((datasetId) => !this.#turns.isUsed(datasetId))
    let room = BATCH_MAX_COMMANDS
    for (const datasetId of this.#store.share(this.#passedOver.first(free))) {
      // If datasets are processed in parallel, due work runs in its own transaction with its own
      // limit.
      const isAlone =
        !this.#store.commitsTogether &&
        this.#queue.some(datasetId, ({ request }) => waitsForDue(request))
      if (isAlone && groups.length > 0) continue
      const waiting = this.#queue.take(datasetId, room)
      groups.push([datasetId, waiting])
      room -= waiting.length
      if (isAlone || room === 0) break
    }
    return groups
  }

  /** Calls `end` when the datasets may have their next batch. */
  async #run(groups: readonly DatasetJobs[], end: () => void): Promise<void> {
    const began = performanceNow()
    let isOneCommand = groups.length === 1 && groups[0]?.[1].length === 1
    const waits = this.#passedOver.take(groups)
    const onStep = () => (isOneCommand = false)
    let results: readonly BatchResult[]
    try {
      const trying = { stepsForAll: true, stepLimit: FULL_STEP, onStep, waits }
      results = await this.#commit(groups, trying, end)
    } catch (error) {
      results = await this.#recover(groups, error, isOneCommand)
    }
    const seconds = (performanceNow() - began) / 1000
    const bugs = results.flatMap((result) => result.bugs)
    const rounds = results.reduce((sum, result) => sum + result.rounds, 0)
    const commits = results.flatMap(({ commit }) => (commit === undefined ? [] : [commit]))
    const dueDatasets = dueDatasetsOf(results)
    const commands = countDecided(groups, results)
    this.#onBatch({ commands, seconds, rounds, dueDatasets, bugs, commits })
  }

  /**
   * The database rejected a save because of one command or due item. Each command is retried on its
   * own, so that only the culprit fails.
   */
  async #recover(
    groups: readonly DatasetJobs[],
    error: unknown,
    isOneCommand: boolean,
  ): Promise<readonly BatchResult[]> {
    const failure = this.#failure(error)
    if (failure.kind === 'fault' || isOneCommand) {
      for (const [, waiting] of groups) for (const { resolve } of waiting) resolve(failure)
      return []
    }
    const results: BatchResult[] = []
    for (const [datasetId, waiting] of groups)
      for (const one of waiting) results.push(...(await this.#alone(datasetId, one)))
    return results
  }

  /**
   * A command that only waits for due work is not the cause, so the failing item is searched for.
   */
  async #alone(datasetId: number, job: Job): Promise<readonly BatchResult[]> {
    let stepLimit: StepLimit | undefined = FULL_STEP
    let failure: unknown
    while (stepLimit !== undefined) {
      try {
        const trying = { stepsForAll: false, stepLimit, waits: true }
        return await this.#commit([[datasetId, [job]]], trying)
      } catch (error) {
        failure = error
        const isOfItems = waitsForDue(job.request) && this.#store.refusesRows(error)
        stepLimit = isOfItems ? smallerStep(stepLimit, error) : undefined
      }
    }
    job.resolve(this.#failure(failure))
    return []
  }

  async #commit(
    groups: readonly DatasetJobs[],
    trying: AttemptOptions,
    end: () => void = () => undefined,
  ): Promise<readonly BatchResult[]> {
    let failures = 0
    for (;;) {
      const batch = newBatchId()
      const context = { process: this.#process, batch, ...trying }
      let decided: readonly BatchResult[] | undefined
      try {
        const results = await this.#transact(groups, context, (made) => (decided = made))
        this.#keep(groups, results)
        // A database server locks and reads for the next batch while the results are sent.
        if (!this.#store.commitsTogether && this.#queue.size > 0) {
          end()
          await nextTurn()
        }
        this.#answer(groups, results)
        return results
      } catch (error) {
        for (const [datasetId] of groups) this.#rowCaches.delete(datasetId)
        const isUnknown = error instanceof CommitUnknown
        if (isUnknown && decided !== undefined && (await this.#happened(decided, batch))) {
          this.#keep(groups, decided)
          this.#answer(groups, decided)
          return decided
        }
        // Decided again under the lock, because the rows are no longer cached.
        if (error instanceof UnexpectedState) continue
        if (!isUnknown && !this.#store.isTransient(error)) throw error
        failures += 1
        if (failures >= BATCH_MAX_TRIES)
          throw new StoreUnavailable('the database rejected the batch', { cause: error })
      }
    }
  }

  async #transact(
    groups: readonly DatasetJobs[],
    common: Pick<BatchContext, 'process' | 'batch'> & AttemptOptions,
    decided: (results: readonly BatchResult[]) => void,
  ): Promise<readonly BatchResult[]> {
    const transaction = await this.#transaction(groups)
    const batches = groups.map(([datasetId, waiting]) => ({
      datasetId,
      commands: waiting.map(({ request }) => request),
      cached: this.#rowCaches.get(datasetId),
    }))
    const run = this.#store.commitsTogether ? runInTurn : runSideBySide
    let results: readonly BatchResult[]
    try {
      results = await run(transaction, batches, { ...common, ...this.#context })
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    decided(results)
    await transaction.commit()
    return results
  }

  /** If no other process writes a dataset, it is locked and saved in one round trip. */
  #transaction(groups: readonly DatasetJobs[]): Promise<Transaction> {
    const [first, second] = groups
    const cached = second === undefined && first ? this.#rowCaches.get(first[0]) : undefined
    const { expected } = cached ?? {}
    return (expected && this.#store.beginExpecting?.(expected)) ?? this.#store.begin()
  }

  /** After the connection was lost during COMMIT. */
  async #happened(results: readonly BatchResult[], batch: string): Promise<boolean> {
    // A batch of a retired dataset has no row in which its id could be found.
    const written = results.find(({ commit }) => commit !== undefined)?.commit?.datasets[0].id
    if (written === undefined) return true
    return wasCommitted(this.#store, { datasetId: written, process: this.#process, batch })
  }

  #answer(groups: readonly DatasetJobs[], results: readonly BatchResult[]): void {
    this.#availability.succeeded('written')
    for (const [index, [, waiting]] of groups.entries()) {
      if (results[index]?.isPassedOver === true) continue
      for (const [position, { resolve }] of waiting.entries()) {
        const commandResult = results[index]?.results[position]
        if (commandResult?.kind === 'continued')
          this.#continued.push({ request: commandResult.next, resolve })
        else resolve(commandResult ?? bugResult(new Error('a command was left without a result')))
      }
    }
    if (this.#closing) this.#resume()
    else if (this.#continued.length > 0) this.#schedule()
  }

  /**
   * A database outage is a fault, and the same command may be sent again. Anything else is a bug.
   */
  #failure(error: unknown): ExecutionResult {
    const failure = this.#availability.failed('written', error)
    return failure instanceof Fault
      ? faultResult(failure.code, failure.message)
      : bugResult(failure)
  }

  /** Keeps what later batches need: the rows of this batch, and the commands that it skipped. */
  #keep(groups: readonly DatasetJobs[], results: readonly BatchResult[]): void {
    this.#passedOver.putBack(groups, results, this.#queue)
    for (const [index, [datasetId]] of groups.entries()) {
      const cached = results[index]?.cached
      if (cached !== undefined && this.#cachesRows) this.#rowCaches.set(datasetId, cached)
      else this.#rowCaches.delete(datasetId)
    }
  }
}
