// An exchange that this service started: an attempt to send a callback or an event, or a request to
// the decision server.

import { randomUUID } from 'node:crypto'
import type { Exchange, LoggedProject } from './exchange.ts'
import type { SentApi } from './exchange-api.ts'
import { type LoggedMessage, loggedMessage, maskedUrl, type RawMessage } from './logged-message.ts'
import type { ExchangeOutcome } from './outcome.ts'
import { NO_CHANGES } from './record-changes.ts'
import { type TouchedId, touchedIds } from './touched-ids.ts'

export interface SentParts {
  readonly api: SentApi
  /** The operation of a callback, or the type of an event or a request. */
  readonly operation: string
  readonly project: LoggedProject
  readonly at: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly headers?: Readonly<Record<string, string>> | undefined
  }
  readonly httpStatus: number | null
  readonly durationMs: number
  /** Why there is no complete or usable response. */
  readonly error: string | null
  /** Response headers and the start of the body. */
  readonly answer: string
  readonly outcome: ExchangeOutcome
  /** By default the ids in the body. */
  readonly ids?: readonly TouchedId[]
  readonly injectedFault?: string | undefined
}

export class SentExchange implements Exchange {
  readonly requestId = randomUUID()
  readonly results: readonly unknown[] = []
  readonly changes = NO_CHANGES
  readonly api: SentApi
  readonly operation: string
  readonly project: LoggedProject
  readonly at: number
  readonly method: string
  readonly status: number | null
  readonly durationMs: number
  readonly errorCode: string | null
  readonly outcome: ExchangeOutcome
  readonly injectedFault: string | undefined
  readonly #parts: SentParts
  #request: LoggedMessage | undefined
  #response: LoggedMessage | undefined

  constructor(parts: SentParts) {
    this.api = parts.api
    this.operation = parts.operation
    this.project = parts.project
    this.at = parts.at
    this.method = parts.request.method
    this.status = parts.httpStatus
    this.durationMs = parts.durationMs
    this.errorCode = parts.error
    this.outcome = parts.outcome
    this.injectedFault = parts.injectedFault
    this.#parts = parts
  }

  get path(): string {
    return maskedUrl(this.#parts.request.url)
  }

  get request(): LoggedMessage {
    const { headers = {}, body } = this.#parts.request
    return (this.#request ??= loggedMessage({ headers, body }))
  }

  get response(): LoggedMessage {
    return (this.#response ??= loggedMessage(rawAnswer(this.#parts.answer)))
  }

  get ids(): readonly TouchedId[] {
    return this.#parts.ids ?? touchedIds({ url: '', bodies: [this.request.json], results: [] })
  }
}

/** The headers and the body of a response as the sender stores it, which starts with the status. */
function rawAnswer(answer: string): RawMessage {
  const headEnd = answer.indexOf('\n\n')
  const head = headEnd < 0 ? answer : answer.slice(0, headEnd)
  const headers: Record<string, string> = {}
  for (const line of head.split('\n').slice(1)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { headers, body: headEnd < 0 ? '' : answer.slice(headEnd + 2) }
}
