// Sends due callbacks, project by project: they are claimed through the engine, sent outside of any
// transaction, and their results recorded through the engine. A callback whose result is never
// recorded, because the process died, is sent again when its claim expires.

import type { Logger } from 'pino'
import type { Callback, CallbackAttempt } from '../callbacks/callback.ts'
import type { ClaimedCallback } from '../callbacks/claim-callbacks.ts'
import { clockTime } from '../kernel/dataset.ts'
import type { FaultCode } from '../kernel/fault.ts'
import { isOutage } from '../engine/availability.ts'
import type { Directory, Project } from '../engine/directory.ts'
import type { CommandResult, CommandInput, CommandName } from '../registry/commands.ts'
import type { CommandExecutor } from '../engine/execution.ts'
import { type Sendable, sendableCallbacks } from '../store/reads/callbacks.ts'
import { datasetById } from '../store/reads/ledger.ts'
import type { Queryable } from '../store/store.ts'
import { realNow, timers } from '../time.ts'
import {
  CallbackClient,
  type Delivery,
  type DeliveryOptions,
  type ExchangeEnd,
} from './delivery.ts'
import type { ExchangeFeed } from '../activity/exchange-feed.ts'
import { CallbackExchange } from '../activity/callback-exchange.ts'
import { type DatasetName, Slots } from './slots.ts'
import { type CallbackRequest, callbackRequest, withWrongChecksum } from './signing.ts'

/** Callbacks claimed in one commit. */
const CLAIM_MAX_CALLBACKS = 64
/** How long running exchanges may take when the service stops. */
const STOP_GRACE_MS = 1000

/** Temporary faults: the callback stays due, or its claim expires. */
const PASSING_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'busy',
  'unavailable',
  'outcome-unknown',
])

interface SenderParts {
  readonly engine: CommandExecutor
  readonly directory: Directory
  readonly reads: Queryable
  readonly logger: Logger
  readonly delivery: DeliveryOptions
  /** Receives every attempt. */
  readonly exchanges?: ExchangeFeed
}

/** An exchange with a receiver. */
interface Sent {
  readonly request: CallbackRequest
  readonly delivery: Delivery
}

export class CallbackSender {
  readonly #parts: SenderParts
  readonly #client: CallbackClient
  readonly #slots = new Slots()
  readonly #giveUp = new AbortController()
  #stopping = false
  /** Datasets being searched; true if they changed meanwhile and must be searched again. */
  readonly #searches = new Map<number, boolean>()
  readonly #pending = new Set<Promise<void>>()

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#client = new CallbackClient(parts.delivery)
  }

  /** Sends what is due in a dataset, as slots allow. Calling it too often is harmless. */
  wake(datasetId: number, projectNumber: number): void {
    if (this.#stopping) return
    if (this.#searches.has(datasetId)) {
      this.#searches.set(datasetId, true)
      return
    }
    this.#searches.set(datasetId, false)
    this.#track(this.#search({ datasetId, projectNumber }))
  }

  /**
   * Starts nothing new and waits for running exchanges. Those that take too long are aborted, and
   * sent again when their claim expires.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    const grace = timers.setTimeout(() => {
      this.#giveUp.abort()
    }, STOP_GRACE_MS)
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    timers.clearTimeout(grace)
    this.#client.close()
  }

  #track(work: Promise<void>): void {
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
      // Outages of the database are logged once, elsewhere; the worker retries the dataset.
      if (!isOutage(error))
        this.#parts.logger.warn({ err: error }, 'callbacks could not be sent; retrying')
    } finally {
      this.#searches.delete(datasetId)
      this.#wakeNext()
    }
  }

  /** Wakes the next dataset that waits for a slot; its search wakes the one after it. */
  #wakeNext(): void {
    const next = this.#slots.next()
    if (next !== undefined) this.wake(next.datasetId, next.projectNumber)
  }

  /** Claims and starts as many as slots allow. True if there may be more. */
  async #sendSome(name: DatasetName): Promise<boolean> {
    const { datasetId, projectNumber } = name
    const room = this.#slots.room(datasetId)
    if (this.#stopping) return false
    if (room === 0) {
      this.#slots.wait(name)
      return false
    }
    const found = await this.#find(datasetId, Math.min(room, CLAIM_MAX_CALLBACKS))
    const chosen = found.filter(({ origin }) => this.#slots.take(datasetId, origin))
    if (chosen.length === 0) return false
    const started = new Set<number>()
    try {
      const project = await this.#parts.directory.byNumber(projectNumber)
      const claimed =
        project &&
        (await this.#execute(datasetId, 'claimCallbacks', { ids: chosen.map(({ id }) => id) }))
      if (!claimed) return false
      for (const callback of claimed.callbacks) {
        started.add(callback.id)
        this.#track(this.#send(callback, name, { project, keys: claimed.keys, at: claimed.now }))
      }
      return claimed.callbacks.length + claimed.unsent > 0
    } finally {
      for (const { id, origin } of chosen)
        if (!started.has(id)) this.#slots.give(datasetId, origin, undefined)
    }
  }

  async #find(datasetId: number, limit: number): Promise<readonly Sendable[]> {
    const { reads } = this.#parts
    const dataset = await datasetById(reads, datasetId)
    const now = Math.max(clockTime(dataset, realNow()), dataset.lastAt)
    const full = this.#slots.full(datasetId)
    return sendableCallbacks(reads, datasetId, { now, realNow: realNow(), full, limit })
  }

  async #send(
    callback: ClaimedCallback,
    name: DatasetName,
    claim: {
      project: Project
      keys: CommandResult<'claimCallbacks'>['keys']
      at: number
    },
  ): Promise<void> {
    const { datasetId, projectNumber } = name
    let end: ExchangeEnd | undefined
    try {
      const { id, attempt, sentWith: fault, overtakes } = callback
      const first = await this.#deliver(callback, claim.project, claim.keys)
      const second =
        fault === 'duplicate' ? await this.#deliver(callback, claim.project, claim.keys) : undefined
      if (this.#giveUp.signal.aborted) return
      end = first.delivery.end
      this.#publish(callback, claim.project, first)
      if (second !== undefined) this.#publish(callback, claim.project, second)
      const outcomeOf = ({ request, delivery }: Sent): CallbackAttempt => {
        const { httpStatus, durationMs, error, answer } = delivery
        const outcome = { at: claim.at, httpStatus, durationMs, error, request, answer }
        return { ...outcome, ...(fault && { fault }) }
      }
      const report = {
        ...{ id, attempt, outcome: outcomeOf(first) },
        ...(second && { duplicate: outcomeOf(second) }),
        ...(overtakes !== undefined && { overtakes }),
      }
      await this.#record(name, report, callback)
    } catch (error) {
      // The callback is sent again when its claim expires.
      this.#parts.logger.warn(
        { err: error, callback: callback.id },
        'callback attempt not recorded',
      )
    } finally {
      this.#slots.give(datasetId, callback.origin ?? '', end)
      // The next callback of the order may be free now, and so may others that waited for a slot.
      this.wake(datasetId, projectNumber)
      this.#wakeNext()
    }
  }

  #publish(callback: ClaimedCallback, project: Project, { request, delivery }: Sent): void {
    const { exchanges } = this.#parts
    if (exchanges?.isHeard(project) !== true) return
    const { sentWith: injectedFault } = callback
    const parts = { callback, project, at: realNow(), request, injectedFault, ...delivery }
    exchanges.publish(new CallbackExchange(parts))
  }

  async #deliver(
    callback: ClaimedCallback,
    project: Project,
    keys: CommandResult<'claimCallbacks'>['keys'],
  ): Promise<Sent> {
    const url = callback.url ?? ''
    if (!URL.canParse(url)) {
      const request = { method: callback.message.method, url, body: '' }
      const error = 'the URL is not valid'
      return {
        request,
        delivery: { httpStatus: null, durationMs: 0, error, answer: '', end: 'failed' },
      }
    }
    const { directory } = this.#parts
    const signed = await callbackRequest({ ...callback, url }, project, keys, directory)
    const request = callback.sentWith === 'wrong-signature' ? withWrongChecksum(signed) : signed
    return { request, delivery: await this.#client.send(request, this.#giveUp.signal) }
  }

  /**
   * Records an attempt in the dataset of its claim. If a snapshot was restored meanwhile, the copy
   * of the callback has the same claim and gets the outcome.
   */
  async #record(
    { datasetId, projectNumber }: DatasetName,
    report: CommandInput<'recordAttempt'>,
    { createdAt }: Callback,
  ): Promise<void> {
    const isRecorded = await this.#execute(datasetId, 'recordAttempt', report)
    if (isRecorded !== undefined) return
    const project = await this.#parts.directory.refresh(projectNumber)
    if (project !== undefined && project.datasetId !== datasetId)
      await this.#execute(project.datasetId, 'recordAttempt', { ...report, createdAt })
  }

  /** Undefined if the dataset is gone or the engine cannot take the command now. */
  async #execute<N extends CommandName>(
    datasetId: number,
    command: N,
    input: CommandInput<N>,
  ): Promise<CommandResult<N> | undefined> {
    const execution = await this.#parts.engine.submit({ datasetId, command, input })
    if (execution.kind === 'result') return execution.result as CommandResult<N>
    if (execution.kind === 'stale') return undefined
    if (execution.kind === 'fault' && PASSING_FAULTS.has(execution.code)) return undefined
    throw new Error(execution.kind === 'fault' ? execution.detail : execution.message)
  }
}
