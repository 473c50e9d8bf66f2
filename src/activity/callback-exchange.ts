// An attempt to send a callback, as an exchange: this service is the client.

import { randomUUID } from 'node:crypto'
import type { Callback } from '../callbacks/callback.ts'
import { DELIVERED_HTTP_STATUS } from '../callbacks/callback-schedule.ts'
import type { Project } from '../engine/directory.ts'
import type { Exchange } from './exchange.ts'
import { type LoggedMessage, loggedMessage, maskedUrl } from './logged-message.ts'
import type { ExchangeOutcome } from './outcome.ts'
import { NO_CHANGES } from './record-changes.ts'
import type { TouchedId } from './touched-ids.ts'

interface CallbackParts {
  readonly callback: Pick<Callback, 'id' | 'orderId' | 'operation'>
  readonly project: Project
  readonly at: number
  readonly request: { readonly method: string; readonly url: string; readonly body: string }
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  /** Head and start of the body of the response. */
  readonly answer: string
  readonly injectedFault: string | undefined
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const HEAD_END = /\r?\n\r?\n/

export class CallbackExchange implements Exchange {
  readonly requestId = randomUUID()
  readonly api = 'callback'
  readonly results: readonly unknown[] = []
  readonly changes = NO_CHANGES
  readonly injectedFault: string | undefined
  readonly #parts: CallbackParts
  #request: LoggedMessage | undefined
  #response: LoggedMessage | undefined

  constructor(parts: CallbackParts) {
    this.#parts = parts
    this.injectedFault = parts.injectedFault
  }

  get project(): Project {
    return this.#parts.project
  }

  get at(): number {
    return this.#parts.at
  }

  get operation(): string {
    return this.#parts.callback.operation
  }

  get method(): string {
    return this.#parts.request.method
  }

  get path(): string {
    return maskedUrl(this.#parts.request.url)
  }

  get status(): number | null {
    return this.#parts.httpStatus
  }

  get durationMs(): number {
    return this.#parts.durationMs
  }

  /** Why there is no complete response. */
  get errorCode(): string | null {
    return this.#parts.error
  }

  get outcome(): ExchangeOutcome {
    const { httpStatus, error } = this.#parts
    return error === null && httpStatus === DELIVERED_HTTP_STATUS ? 'approved' : 'error'
  }

  get request(): LoggedMessage {
    const { method, body } = this.#parts.request
    const headers = { ...(method === 'POST' && { 'content-type': FORM_TYPE }) }
    return (this.#request ??= loggedMessage({ headers, body }))
  }

  get response(): LoggedMessage {
    const [head = '', ...body] = this.#parts.answer.split(HEAD_END)
    const headers = Object.fromEntries(
      head
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(/:\s*/, 2))
        .map(([name = '', value = '']) => [name.toLowerCase(), value] as const),
    )
    return (this.#response ??= loggedMessage({ headers, body: body.join('\n\n') }))
  }

  get ids(): readonly TouchedId[] {
    const { id, orderId } = this.#parts.callback
    return [
      { kind: 'callback', id: String(id) },
      ...(orderId === null ? [] : [{ kind: 'order', id: orderId } as const]),
    ]
  }
}
