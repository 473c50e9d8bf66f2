// A finished exchange: a request with its response. Fields that are expensive to compute are
// computed when they are first read, because most exchanges are stored later or never.

import type { Project } from '../engine/directory.ts'
import type { RequestContext } from '../request-context.ts'
import { type ExchangeApi, isWait } from './exchange-api.ts'
import { errorCodeOf } from './error-code.ts'
import { type LoggedMessage, loggedMessage, maskedUrl, type RawMessage } from './logged-message.ts'
import { type ExchangeOutcome, outcomeOf } from './outcome.ts'
import { type RecordChanges, recordChanges } from './record-changes.ts'
import { type TouchedId, touchedIds } from './touched-ids.ts'

export type LoggedProject = Pick<Project, 'number' | 'datasetId'>

export interface Exchange {
  readonly requestId: string
  readonly project: LoggedProject
  /** The end of the exchange in real time, epoch milliseconds. */
  readonly at: number
  readonly api: ExchangeApi
  /** The name of the operation, as in the reference. */
  readonly operation: string
  readonly method: string
  /** Path and query, without secrets. */
  readonly path: string
  /** Null if a callback receiver did not respond. */
  readonly status: number | null
  readonly errorCode: string | null
  readonly outcome: ExchangeOutcome
  readonly durationMs: number
  readonly request: LoggedMessage
  readonly response: LoggedMessage
  readonly ids: readonly TouchedId[]
  /** The results of the commands that the request executed. */
  readonly results: readonly unknown[]
  /** Null if they were not recorded, because the log was off when the request arrived. */
  readonly changes: RecordChanges | null
  /** The fault that was injected into the response. */
  readonly injectedFault: string | undefined
  /** Copies what it needs from its request, so that it does not keep the request in memory. */
  detach?(): void
}

/** The parts of an exchange with this service. */
export interface ServedParts {
  readonly context: Pick<
    RequestContext,
    'id' | 'results' | 'changes' | 'tally' | 'injectedFault' | 'isRefused'
  >
  readonly at: number
  readonly api: ExchangeApi
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly status: number
  /** As recorded by interface C. */
  readonly errorCode: string | undefined
  readonly durationMs: number
  readonly request: RawMessage
  readonly response: RawMessage
}

/**
 * Buffers and forms lose their class, and with it their masking, when they are sent to another
 * thread.
 */
const plainMessage = ({ headers, body }: RawMessage): RawMessage => ({
  headers,
  body: Buffer.isBuffer(body) || body instanceof URLSearchParams ? body.toString() : body,
})

/** Control API commands that make a decision, such as a real-time decision by a server. */
const COMMANDS_MAX = 3

const netChanges = ({ changes, tally }: ServedParts['context']) =>
  changes && tally ? [tally.net()] : changes

/** An exchange with this service. */
export class ServedExchange implements Exchange {
  readonly project: LoggedProject
  #source: ServedParts | (() => ServedParts)
  #request: LoggedMessage | undefined
  #response: LoggedMessage | undefined
  #ids: readonly TouchedId[] | undefined
  #errorCode: string | null | undefined
  #path: string | undefined

  /** `collect` refers to the request, which stays in memory until the parts are collected. */
  constructor(project: LoggedProject, collect: () => ServedParts) {
    this.project = project
    this.#source = collect
  }

  get #parts(): ServedParts {
    if (typeof this.#source === 'function') this.#source = this.#source()
    return this.#source
  }

  detach(): void {
    void this.#parts
  }

  /** The parts, except those that another thread does not need or cannot receive. */
  plain(): ServedParts {
    const { context, request, response, ...rest } = this.#parts
    const { id, results, injectedFault, isRefused } = context
    const changes = netChanges(context)
    return {
      ...rest,
      request: plainMessage(request),
      response: plainMessage(response),
      context: { id, results, changes, tally: undefined, injectedFault, isRefused },
    }
  }

  get requestId(): string {
    return this.#parts.context.id
  }

  get at(): number {
    return this.#parts.at
  }

  get api(): ExchangeApi {
    return this.#parts.api
  }

  get operation(): string {
    return this.#parts.operation
  }

  get method(): string {
    return this.#parts.method
  }

  get path(): string {
    return (this.#path ??= maskedUrl(this.#parts.url))
  }

  get status(): number {
    return this.#parts.status
  }

  get durationMs(): number {
    return this.#parts.durationMs
  }

  /**
   * A call that executes many commands, such as the one for sample data, makes no decision itself.
   */
  get results(): readonly unknown[] {
    const { api, context } = this.#parts
    return api === 'control' && context.results.length > COMMANDS_MAX ? [] : context.results
  }

  /** Computed at each call, because only the log writer and listeners read it. */
  get changes(): RecordChanges | null {
    const changes = netChanges(this.#parts.context)
    return changes && recordChanges(changes)
  }

  get injectedFault(): string | undefined {
    return this.#parts.context.injectedFault
  }

  get errorCode(): string | null {
    if (this.#errorCode === undefined) {
      const { errorCode, api, status } = this.#parts
      this.#errorCode = errorCode ?? errorCodeOf(api, status, this.response.json)
    }
    return this.#errorCode
  }

  get outcome(): ExchangeOutcome {
    const { status, context } = this.#parts
    const { isRefused } = context
    return outcomeOf({ status, errorCode: this.errorCode, results: this.results, isRefused })
  }

  get request(): LoggedMessage {
    return (this.#request ??= loggedMessage(this.#parts.request))
  }

  get response(): LoggedMessage {
    return (this.#response ??= loggedMessage(this.#parts.response))
  }

  get ids(): readonly TouchedId[] {
    if (this.#ids === undefined) {
      const { url, context } = this.#parts
      const bodies = isWait(this) ? [] : [this.request.json, this.response.json]
      this.#ids = touchedIds({ url, bodies, results: context.results })
    }
    return this.#ids
  }
}
