// Writes each project's exchanges to the request log, in batches alongside the requests. A request
// only appends to a list in memory. Writing takes a small share of the time. Under more load than
// it can store, the oldest waiting exchanges are dropped and counted.

import type { Logger } from 'pino'
import { isOutage } from '../engine/availability.ts'
import type { Directory, Project } from '../engine/directory.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { Settings } from '../kernel/settings.ts'
import { completeSettings } from '../registry/settings.ts'
import { type LogBatch, type NewLogEntry, writeLogBatch } from '../store/request-log-statements.ts'
import { type Store, transact } from '../store/store.ts'
import { eventLoopUtilization, nextTurn, performanceNow, realNow, timers } from '../time.ts'
import { clockEntry } from './clock-entry.ts'
import type { Exchange } from './exchange.ts'
import { logEntryOf } from './log-entry.ts'

/** Maximum number of waiting exchanges of a project, and of all projects. */
const WAITING_MAX = 5000
const ALL_WAITING_MAX = 10_000
/** Exchanges written in one transaction, which takes a few milliseconds. */
const BATCH_ENTRIES = 128
/**
 * If a project sends more than can be written, this many of its newest exchanges are kept; twice as
 * many may wait. The others cost little, because nothing is computed for them and they are soon
 * garbage.
 */
const OVERLOADED_KEPT = 32
/** Pause before the first write, in milliseconds, so that exchanges share a transaction. */
const PAUSE_MS = 50
const PAUSE_MAX_MS = 1000
/** Pause after a failed write. */
const RETRY_MS = 1000
/** The share of the event loop's time that writing may take: of all of it, and of idle time. */
const SHARE_OF_TIME = 0.01
const SHARE_OF_IDLE_TIME = 0.25
/** How long to remember that a project has no log: another process may turn the log on. */
const OFF_MS = 10_000
const OFF_MAX = 10_000
/** Operations that replace the project's dataset: their exchange is the first in its log. */
const DATASET_CHANGES: ReadonlySet<string> = new Set([
  'resetProject',
  'restoreSnapshot',
  'applyFixtures',
])

/** An exchange, or an entry of another kind. */
type Waiting =
  { readonly exchange: Exchange } | { readonly datasetId: number; readonly entry: NewLogEntry }

/** The waiting entries of a project. */
class WaitingList {
  #entries: Waiting[] = []
  isAfterGap = false
  /** True after a drop, until a write finds that nothing was dropped since the previous write. */
  #isOverloaded = false
  #hasDropped = false

  get isOverloaded(): boolean {
    return this.#isOverloaded
  }

  get size(): number {
    return this.#entries.length
  }

  get isFull(): boolean {
    return this.size > (this.#isOverloaded ? 2 * OVERLOADED_KEPT : WAITING_MAX)
  }

  add(entry: Waiting): void {
    if (!this.#isOverloaded && 'exchange' in entry) entry.exchange.detach?.()
    this.#entries.push(entry)
  }

  /** Keeps the newest entries, or none of a short list. Returns how many were dropped. */
  dropOldest(): number {
    this.isAfterGap = true
    this.#isOverloaded = true
    this.#hasDropped = true
    const { size } = this
    return this.#entries.splice(0, size > OVERLOADED_KEPT ? size - OVERLOADED_KEPT : size).length
  }

  /** Removes the oldest entries in order to write them. */
  take(count: number): readonly Waiting[] {
    this.#isOverloaded = this.#hasDropped
    this.#hasDropped = false
    return this.#entries.splice(0, count)
  }

  putBack(entries: readonly Waiting[]): void {
    this.#entries = [...entries, ...this.#entries]
  }
}

interface RequestLogParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byNumber'>
  readonly logger: Logger
  /** Receives the number of exchanges that were dropped. */
  readonly onDropped: (count: number) => void
}

type WrittenListener = () => void

export class RequestLog {
  readonly #parts: RequestLogParts
  readonly #waiting = new Map<number, WaitingList>()
  /** Datasets that keep no log, and until when this is assumed. */
  readonly #off = new Map<number, number>()
  readonly #listeners = new Map<number, Set<WrittenListener>>()
  #size = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #isStopped = false
  #loopUse = eventLoopUtilization()

  constructor(parts: RequestLogParts) {
    this.#parts = parts
  }

  /** Adds a finished exchange. It only appends to a list. */
  add(exchange: Exchange): void {
    this.#add(exchange.project.number, { exchange })
  }

  /** False for a while after a write found that the project keeps no log. */
  keeps({ datasetId }: Pick<Project, 'datasetId'>): boolean {
    if (this.#off.size === 0) return true
    const until = this.#off.get(datasetId)
    return until === undefined || until < realNow()
  }

  /** Adds a change of the clock, and notices when a project turns its log on again. */
  noteCommit(datasets: readonly [before: Dataset, after: Dataset], now: number): void {
    const [before, after] = datasets
    if (before.settings !== after.settings) this.#off.delete(after.id)
    const entry = clockEntry(datasets, now)
    if (entry === undefined) return
    this.#add(after.projectNumber, { datasetId: after.id, entry })
  }

  #add(projectNumber: number, entry: Waiting): void {
    if (this.#isStopped) return
    let list = this.#waiting.get(projectNumber)
    if (list === undefined) this.#waiting.set(projectNumber, (list = new WaitingList()))
    list.add(entry)
    this.#size += 1
    if (list.isFull || this.#size > ALL_WAITING_MAX) this.#drop(list)
    if (this.#timer === undefined) this.#schedule(PAUSE_MS)
  }

  #drop(list: WaitingList): void {
    const count = list.dropOldest()
    this.#size -= count
    this.#parts.onDropped(count)
  }

  /** Calls the listener after entries of the project were written by this process. */
  onWritten(projectNumber: number, listener: WrittenListener): () => void {
    const listeners = this.#listeners.get(projectNumber) ?? new Set()
    this.#listeners.set(projectNumber, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(projectNumber) === listeners)
        this.#listeners.delete(projectNumber)
    }
  }

  /** Writes the exchanges of a project that have finished, so that a reader finds them. */
  async settle(projectNumber: number): Promise<void> {
    while ((this.#waiting.get(projectNumber)?.size ?? 0) > 0) await this.#write([projectNumber])
    await this.#writing
  }

  /** Writes what is waiting and accepts nothing more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    timers.clearTimeout(this.#timer)
    try {
      while (this.#size > 0) await this.#write([...this.#waiting.keys()])
      await this.#writing
    } catch (error) {
      this.#reportFailure(error)
    }
  }

  #schedule(ms: number): void {
    this.#timer = timers.setTimeout(() => void this.#round(), ms)
    this.#timer.unref()
  }

  async #round(): Promise<void> {
    let pause = RETRY_MS
    try {
      const began = performanceNow()
      await this.#write([...this.#waiting.keys()])
      pause = this.#pauseAfter(performanceNow() - began)
    } catch (error) {
      this.#reportFailure(error)
    }
    this.#timer = undefined
    if (this.#waiting.size > 0 && !this.#isStopped) this.#schedule(pause)
  }

  /** The pause after a write that took this many milliseconds. A busy service writes less often. */
  #pauseAfter(took: number): number {
    const before = this.#loopUse
    this.#loopUse = eventLoopUtilization()
    const { utilization } = eventLoopUtilization(this.#loopUse, before)
    const share = Math.max(SHARE_OF_TIME, SHARE_OF_IDLE_TIME * (1 - utilization))
    return Math.min(Math.max(PAUSE_MS, took / share - took), PAUSE_MAX_MS)
  }

  #reportFailure(error: unknown): void {
    // A database outage is logged when it starts.
    if (!isOutage(error)) this.#parts.logger.warn({ err: error }, 'the request log was not written')
  }

  /** One transaction at a time writes the next entries of each project in turn. */
  #write(projectNumbers: readonly number[]): Promise<void> {
    const next = this.#writing
      // A failed write is reported to its own caller.
      .catch(() => undefined)
      .then(() => this.#writeNow(projectNumbers))
    this.#writing = next
    return next
  }

  async #writeNow(projectNumbers: readonly number[]): Promise<void> {
    let room = BATCH_ENTRIES
    for (const number of projectNumbers) {
      const list = this.#waiting.get(number)
      if (list === undefined || room === 0) continue
      const entries = list.take(room)
      room -= entries.length
      this.#size -= entries.length
      try {
        await this.#writeOf(number, entries, list.isAfterGap)
        list.isAfterGap = false
      } catch (error) {
        list.putBack(entries)
        this.#size += entries.length
        throw error
      }
      // The list moves to the end of the queue, so that a busy project does not delay the others.
      this.#waiting.delete(number)
      if (list.size > 0 || list.isOverloaded) this.#waiting.set(number, list)
    }
  }

  #turnOff(datasetId: number): void {
    if (this.#off.size >= OFF_MAX) this.#off.clear()
    this.#off.set(datasetId, realNow() + OFF_MS)
  }

  async #writeOf(
    projectNumber: number,
    waiting: readonly Waiting[],
    isAfterGap: boolean,
  ): Promise<void> {
    const { store, directory } = this.#parts
    const project = await directory.byNumber(projectNumber)
    if (project === undefined) return
    const { datasetId } = project
    const entries = waiting.flatMap((each) => entryIn(each, datasetId) ?? [])
    if (entries.length === 0) return
    const batch: LogBatch = { datasetId, entries, isAfterGap, limitOf }
    const result = await transact(store, (transaction) =>
      writeLogBatch(transaction, store.dialect, batch),
    )
    if (result?.limit === 0) this.#turnOff(datasetId)
    await nextTurn()
    if (result !== undefined && result.written > 0)
      for (const listener of this.#listeners.get(projectNumber) ?? []) listener()
  }
}

/** The entry, unless its dataset was reset in the meantime. */
function entryIn(waiting: Waiting, datasetId: number): NewLogEntry | undefined {
  if ('entry' in waiting) return waiting.datasetId === datasetId ? waiting.entry : undefined
  const { exchange } = waiting
  const isCurrent =
    exchange.project.datasetId === datasetId || DATASET_CHANGES.has(exchange.operation)
  return isCurrent ? logEntryOf(exchange) : undefined
}

const limitOf = (settings: string): number =>
  completeSettings(JSON.parse(settings) as Partial<Settings>).requestLogEntries
