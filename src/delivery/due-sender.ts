// The common part of senders: searches datasets for due items, sends claimed ones as slots allow,
// records the results, and stops.

import type { Logger } from 'pino'
import type { ExchangeFeed } from '../activity/exchange-feed.ts'
import { SentExchange, type SentParts } from '../activity/sent-exchange.ts'
import type { AttemptReport, ClaimedSending } from '../callbacks/queued-item.ts'
import { clockTime } from '../kernel/dataset.ts'
import type { FaultCode } from '../kernel/fault.ts'
import { isOutage } from '../engine/availability.ts'
import type { Directory, Project } from '../engine/directory.ts'
import type { CommandExecutor } from '../engine/execution.ts'
import type { CommandInput, CommandName, CommandResult } from '../registry/commands.ts'
import { datasetById } from '../store/reads/ledger.ts'
import type { Sendable, SendableFilter } from '../store/sendable-sql.ts'
import type { Queryable } from '../store/store.ts'
import { realNow, timers } from '../time.ts'
import {
  CallbackClient,
  type Delivery,
  type DeliveryOptions,
  type ExchangeEnd,
} from './delivery.ts'
import type { CallbackRequest } from './signing.ts'
import { type DatasetName, Slots } from './slots.ts'

/** Maximum number of items claimed in one commit. */
const CLAIM_MAX_ITEMS = 64
/** How long running exchanges may take while the service stops. */
const STOP_GRACE_MS = 1000

/** Temporary faults, after which the item stays due or its claim expires. */
const PASSING_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'busy',
  'unavailable',
  'outcome-unknown',
])

export interface SenderParts {
  readonly engine: CommandExecutor
  readonly directory: Directory
  readonly reads: Queryable
  readonly logger: Logger
  readonly delivery: DeliveryOptions
  /** Receives every attempt. */
  readonly exchanges?: ExchangeFeed
}

type FindSendable = (
  reads: Queryable,
  datasetId: number,
  filter: SendableFilter,
) => Promise<readonly Sendable[]>

/** An exchange with a receiver. */
export interface Sent {
  readonly request: CallbackRequest
  readonly delivery: Delivery
}

/** A claimed item of a project. */
interface ClaimedItem extends ClaimedSending {
  readonly id: number
  readonly attempt: number
  readonly origin: string | null
}

/** How a kind of item is sent, published and recorded. */
interface Sending<Exchange extends Sent, Attempt> {
  readonly project: Project
  readonly send: () => Promise<Exchange>
  readonly published: (
    exchange: Exchange,
  ) => Pick<SentParts, 'api' | 'operation' | 'request' | 'outcome' | 'ids'>
  /** The attempt as it is stored. */
  readonly attemptOf: (exchange: Exchange) => Attempt
  readonly record: (report: AttemptReport<Attempt>, first: Exchange) => Promise<void>
}

export abstract class DueSender<Parts extends SenderParts = SenderParts> {
  protected readonly parts: Parts
  protected readonly client: CallbackClient
  protected readonly slots = new Slots()
  /** Aborts exchanges that take too long while the service stops. */
  protected readonly giveUp = new AbortController()
  readonly #find: FindSendable
  readonly #item: string
  #stopping = false
  /**
   * Datasets that are being searched; true if they changed in the meantime and must be searched
   * again.
   */
  readonly #searches = new Map<number, boolean>()
  readonly #pending = new Set<Promise<void>>()

  /** `item` is the kind of item in log lines. */
  constructor(parts: Parts, item: 'callback' | 'event', find: FindSendable) {
    this.parts = parts
    this.#item = item
    this.#find = find
    this.client = new CallbackClient(parts.delivery)
  }

  /**
   * Claims the chosen items and starts sending them with `track`. It adds the ids of the items that
   * it starts; the slots of the others are returned. True if there may be more.
   */
  protected abstract sendChosen(
    name: DatasetName,
    chosen: readonly Sendable[],
    started: Set<number>,
  ): Promise<boolean>

  /** Sends the due items of a dataset, as slots allow. Additional calls do no harm. */
  wake(datasetId: number, projectNumber: number): void {
    if (this.#stopping) return
    if (this.#searches.has(datasetId)) {
      this.#searches.set(datasetId, true)
      return
    }
    this.#searches.set(datasetId, false)
    this.track(this.#search({ datasetId, projectNumber }))
  }

  /**
   * Starts no further exchanges and waits for running ones. Exchanges that take too long are
   * aborted, and the items are sent again when their claims expire.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    const grace = timers.setTimeout(() => {
      this.giveUp.abort()
    }, STOP_GRACE_MS)
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    timers.clearTimeout(grace)
    this.client.close()
  }

  protected track(work: Promise<void>): void {
    this.#pending.add(work)
    void work.finally(() => this.#pending.delete(work))
  }

  async #search(name: DatasetName): Promise<void> {
    const { datasetId } = name
    try {
      do {
        this.#searches.set(datasetId, false)
        while (await this.#sendSome(name));
      } while (this.#searches.get(datasetId) === true)
    } catch (error) {
      // Database outages are logged once, elsewhere; the worker retries the dataset.
      if (!isOutage(error))
        this.parts.logger.warn({ err: error }, 'callbacks could not be sent; retrying')
    } finally {
      this.#searches.delete(datasetId)
      this.#wakeNext()
    }
  }

  /**
   * Sends a claimed item, twice if a fault duplicates it, and records the result. If it cannot be
   * recorded, the item is sent again when its claim expires.
   */
  protected async sendClaimed<Exchange extends Sent, Attempt>(
    name: DatasetName,
    { id, attempt, origin, sentWith, overtakes }: ClaimedItem,
    { project, send, published, attemptOf, record }: Sending<Exchange, Attempt>,
  ): Promise<void> {
    let end: ExchangeEnd | undefined
    try {
      const first = await send()
      const second = sentWith === 'duplicate' ? await send() : undefined
      if (this.giveUp.signal.aborted) return
      end = first.delivery.end
      const { exchanges } = this.parts
      if (exchanges?.isHeard(project) === true)
        for (const exchange of second === undefined ? [first] : [first, second]) {
          const parts = { ...exchange.delivery, ...published(exchange), injectedFault: sentWith }
          exchanges.publish(new SentExchange({ project, at: realNow(), ...parts }))
        }
      const report = {
        id,
        attempt,
        outcome: attemptOf(first),
        ...(second && { duplicate: attemptOf(second) }),
        ...(overtakes !== undefined && { overtakes }),
      }
      await record(report, first)
    } catch (error) {
      this.parts.logger.warn({ err: error, [this.#item]: id }, `${this.#item} attempt not recorded`)
    } finally {
      this.slots.give(name.datasetId, origin ?? '', end)
      // The next item of its lane may be sendable now, and so may others that waited for a slot.
      this.wake(name.datasetId, name.projectNumber)
      this.#wakeNext()
    }
  }

  /** Wakes the next dataset that waits for a slot; its search wakes the one after that. */
  #wakeNext(): void {
    const next = this.slots.next()
    if (next !== undefined) this.wake(next.datasetId, next.projectNumber)
  }

  /** Starts as many exchanges as slots allow. True if there may be more. */
  async #sendSome(name: DatasetName): Promise<boolean> {
    const { datasetId } = name
    const room = this.slots.room(datasetId)
    if (this.#stopping) return false
    if (room === 0) {
      this.slots.wait(name)
      return false
    }
    const found = await this.#due(datasetId, Math.min(room, CLAIM_MAX_ITEMS))
    const chosen = found.filter(({ origin }) => this.slots.take(datasetId, origin))
    if (chosen.length === 0) return false
    const started = new Set<number>()
    try {
      return await this.sendChosen(name, chosen, started)
    } finally {
      for (const { id, origin } of chosen)
        if (!started.has(id)) this.slots.give(datasetId, origin, undefined)
    }
  }

  async #due(datasetId: number, limit: number): Promise<readonly Sendable[]> {
    const { reads } = this.parts
    const dataset = await datasetById(reads, datasetId)
    const now = Math.max(clockTime(dataset, realNow()), dataset.lastAt)
    const full = this.slots.full(datasetId)
    return this.#find(reads, datasetId, { now, realNow: realNow(), full, limit })
  }

  /**
   * Records an attempt in the dataset of its claim. If a snapshot was restored in the meantime, the
   * copy of the item has the same claim and gets the outcome.
   */
  protected async record<N extends 'recordAttempt' | 'recordEventAttempt'>(
    { datasetId, projectNumber }: DatasetName,
    command: N,
    { report, createdAt }: { readonly report: CommandInput<N>; readonly createdAt: number },
  ): Promise<void> {
    if ((await this.execute(datasetId, command, report)) !== undefined) return
    const project = await this.parts.directory.refresh(projectNumber)
    if (project !== undefined && project.datasetId !== datasetId)
      await this.execute(project.datasetId, command, { ...report, createdAt })
  }

  /** Undefined if the dataset is gone or the engine cannot accept the command now. */
  protected async execute<N extends CommandName>(
    datasetId: number,
    command: N,
    input: CommandInput<N>,
  ): Promise<CommandResult<N> | undefined> {
    const execution = await this.parts.engine.submit({ datasetId, command, input })
    if (execution.kind === 'result') return execution.result as CommandResult<N>
    if (execution.kind === 'stale') return undefined
    if (execution.kind === 'fault' && PASSING_FAULTS.has(execution.code)) return undefined
    if (execution.kind === 'awaits') throw new Error('a sender asks no server')
    throw new Error(execution.kind === 'fault' ? execution.detail : execution.message)
  }
}
