// One exchange with a receiver: one request, no redirects, all within the time limit and, in hosted
// mode, never with a private network.

import type { LookupAddress } from 'node:dns'
import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Mode } from '../config.ts'
import { http, tls } from '../node-http.ts'
import { DELIVERY_TIMEOUT_MS } from '../callbacks/callback-schedule.ts'
import { performanceNow, timers } from '../time.ts'
import { VERSION } from '../version.ts'
import { isPrivateAddress, isPrivateHost } from './address.ts'
import { type ResolveName, resolverOf } from './resolve-name.ts'
import type { CallbackRequest } from './signing.ts'

/** `answered` means a response in time, with any status. */
export type ExchangeEnd = 'answered' | 'timed-out' | 'failed'

/** The result of an exchange; `error` explains why there was no complete response. */
export interface Delivery {
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  /** Response headers and the start of the body. */
  readonly answer: string
  readonly end: ExchangeEnd
}

/** The response of a receiver of this service, sent after a pause. */
export interface OwnAnswer {
  readonly status: number
  readonly delayMs: number
  /** The number of the request. */
  readonly number: number
}

interface Sending {
  /** The number of the project that sends the request. */
  readonly senderNumber: number
  /** Aborts the exchange. */
  readonly stop: AbortSignal
}

export interface DeliveryOptions {
  readonly mode: Mode
  readonly timeoutMs?: number | undefined
  /** Delivers to a receiver of this service; undefined for any other URL. */
  readonly toOwnReceiver?:
    ((request: CallbackRequest, senderNumber: number) => Promise<OwnAnswer | undefined>) | undefined
  /** Finds every IP address of a name. */
  readonly resolve?: ResolveName | undefined
  /** Maps a checked IP address to the address to connect to. For tests. */
  readonly route?: ((checked: LookupAddress) => LookupAddress) | undefined
}

/** Maximum number of characters stored of a response's headers and of its body. */
const RESPONSE_PART_MAX_CHARACTERS = 1024
/** Number of bytes of a response that are read before the connection is closed. */
const RESPONSE_MAX_BYTES = 65_536
/** Maximum number of idle connections per origin, and how long they stay open. */
const IDLE_CONNECTIONS = { maxFreeSockets: 32, timeout: DELIVERY_TIMEOUT_MS }

export class CallbackClient {
  readonly #options: DeliveryOptions
  readonly #resolve: ResolveName
  readonly #timeoutMs: number
  readonly #agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }
  readonly #connection: Pick<Connection, 'lookup' | 'rejectUnauthorized'>
  readonly #pendingLookUps = new Map<string, Promise<readonly LookupAddress[]>>()

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#resolve = options.resolve ?? resolverOf(options.mode)
    this.#timeoutMs = options.timeoutMs ?? DELIVERY_TIMEOUT_MS
    // In local mode, receivers often use self-signed certificates.
    this.#connection = { lookup: this.#lookup, rejectUnauthorized: options.mode === 'hosted' }
    const shared = { keepAlive: true, ...this.#connection, ...IDLE_CONNECTIONS }
    this.#agents = { 'http:': new http.Agent(shared), 'https:': new HttpsAgent(shared) }
  }

  /**
   * Sends a request of a project. It always resolves, because a failure is also a result.
   */
  async send(request: CallbackRequest, { senderNumber, stop }: Sending): Promise<Delivery> {
    const began = performanceNow()
    const deadline = AbortSignal.timeout(this.#timeoutMs)
    const exchange = new ExchangeState()
    let end: ExchangeEnd = 'answered'
    try {
      const sending = { senderNumber, stop: AbortSignal.any([deadline, stop]) }
      await this.#exchange(request, sending, exchange)
    } catch (error) {
      end = deadline.aborted ? 'timed-out' : 'failed'
      exchange.error = deadline.aborted
        ? `no complete response within ${this.#timeoutMs / 1000} s`
        : stop.aborted
          ? 'the service stopped'
          : reasonOf(error)
    }
    const { httpStatus, error, answer } = exchange
    const durationMs = Math.round(performanceNow() - began)
    return { httpStatus, error, answer, durationMs, end }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  async #exchange(
    request: CallbackRequest,
    { senderNumber, stop: signal }: Sending,
    exchange: ExchangeState,
  ) {
    const { protocol, hostname } = new URL(request.url)
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new Error('the URL is not http or https')
    const own = await this.#options.toOwnReceiver?.(request, senderNumber)
    if (own !== undefined) {
      await abortablePause(own.delayMs, signal)
      exchange.httpStatus = own.status
      exchange.answer = `${own.status}\n\n{"received":${own.number}}`
      return
    }
    // An IP address in the URL needs no lookup.
    if (this.#options.mode === 'hosted' && isPrivateHost(hostname)) throw new PrivateAddressError()
    const open = (fresh: boolean) => {
      const agent = fresh ? false : this.#agents[protocol]
      return sendOnce(request, { ...this.#connection, agent, signal }, exchange)
    }
    try {
      await open(false)
    } catch (error) {
      // The receiver closed an idle connection, which is normal, so the request is retried on a new
      // one.
      if (!(error instanceof IdleConnectionClosedError)) throw error
      await open(true)
    }
  }

  /** Resolves a name once and connects to exactly the addresses that were checked. */
  readonly #lookup: LookupFunction = (name, options, callback) => {
    this.#addresses(name).then(
      (addresses) => {
        const { route = (checked) => checked } = this.#options
        const routed = addresses.map(route)
        const [first] = routed
        if (first === undefined) callback(new Error('the host name does not resolve'), '', 0)
        else if (options.all === true) callback(null, routed)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '', 0)
      },
    )
  }

  /** One lookup at a time per name, so that callbacks share the wait for a slow name server. */
  #addresses(name: string): Promise<readonly LookupAddress[]> {
    const pending = this.#pendingLookUps.get(name)
    if (pending !== undefined) return pending
    const lookUp = this.#checked(name).finally(() => this.#pendingLookUps.delete(name))
    this.#pendingLookUps.set(name, lookUp)
    return lookUp
  }

  async #checked(name: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#resolve(name)
    const isHosted = this.#options.mode === 'hosted'
    if (isHosted && addresses.some(({ address }) => isPrivateAddress(address)))
      throw new PrivateAddressError()
    return addresses
  }
}

async function abortablePause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return
  await new Promise<void>((resolve, reject) => {
    const timer = timers.setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      timers.clearTimeout(timer)
      reject(new Error('the exchange was aborted'))
    })
  })
}

class PrivateAddressError extends Error {
  constructor() {
    super('the URL resolves to a loopback or private IP address')
  }
}

class IdleConnectionClosedError extends Error {}

/**
 * Adds the subject to the library's message, and removes the advice for operators that Node.js
 * adds.
 */
class UntrustedCertificateError extends Error {
  constructor(cause: Error) {
    super(`the certificate is not trusted: ${cause.message.replace(/; if .*/s, '')}`, { cause })
  }
}

const isUntrustedCertificate = (
  socket: Socket | null,
  { rejectUnauthorized }: Connection,
): boolean =>
  rejectUnauthorized && socket instanceof tls.TLSSocket && Boolean(socket.authorizationError)

/** The received part of a response. */
class ExchangeState {
  httpStatus: number | null = null
  error: string | null = null
  answer = ''
}

interface Connection {
  readonly agent: HttpAgent | false
  readonly lookup: LookupFunction
  readonly rejectUnauthorized: boolean
  readonly signal: AbortSignal
}

function sendOnce(
  { method, url, body, headers: own }: CallbackRequest,
  connection: Connection,
  exchange: ExchangeState,
): Promise<void> {
  const isSecure = url.startsWith('https:')
  const headers = {
    'user-agent': `Sandcard/${VERSION}`,
    accept: '*/*',
    ...(method === 'POST' && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...own,
  }
  return new Promise((resolve, reject) => {
    const send = isSecure ? httpsRequest : http.request
    const request = send(url, { method, headers, ...connection })
    request.on('response', (response) => {
      read(response, exchange).then(resolve, reject)
    })
    request.on('error', (error) => {
      const isStale =
        request.reusedSocket && exchange.httpStatus === null && !connection.signal.aborted
      if (isStale) reject(new IdleConnectionClosedError())
      else
        reject(
          isUntrustedCertificate(request.socket, connection)
            ? new UntrustedCertificateError(error)
            : error,
        )
    })
    // A response that switches protocols emits neither event, so the exchange would never end.
    request.on('close', () => {
      if (exchange.httpStatus === null) reject(new Error('the connection closed before a response'))
    })
    request.end(body)
  })
}

async function read(response: IncomingMessage, exchange: ExchangeState): Promise<void> {
  exchange.httpStatus = response.statusCode ?? null
  const head = headOf(response)
  exchange.answer = head
  const beginning: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size < RESPONSE_PART_MAX_CHARACTERS)
      beginning.push(chunk.subarray(0, RESPONSE_PART_MAX_CHARACTERS - size))
    size += chunk.length
    exchange.answer = `${head}\n${Buffer.concat(beginning).toString('utf8')}`
    // Leaving the loop closes the connection, because only the status matters.
    if (size > RESPONSE_MAX_BYTES) return
  }
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`${statusCode ?? ''} ${statusMessage ?? ''}`]
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index] ?? ''}: ${rawHeaders[index + 1] ?? ''}`)
  return `${lines.join('\n').slice(0, RESPONSE_PART_MAX_CHARACTERS)}\n`
}

/** A connection that failed for every IP address has one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? error.name : error.message
}
