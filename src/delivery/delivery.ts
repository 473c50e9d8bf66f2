// One exchange with a receiver: sent once, no redirect followed, the whole of it within the time limit, and never into a private network
// where the service is hosted.

import type { LookupAddress } from 'node:dns'
import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Mode } from '../config.ts'
import { http } from '../node-http.ts'
import { DELIVERY_TIMEOUT_MS } from '../callbacks/callback-schedule.ts'
import { VERSION } from '../version.ts'
import { isPrivateAddress, isPrivateHost } from './address.ts'
import { type ResolveName, resolverOf } from './resolve-name.ts'
import type { CallbackRequest } from './signing.ts'

/** `answered` means in time, whatever was answered. */
export type ExchangeEnd = 'answered' | 'timed-out' | 'failed'

/** How an exchange ended; `error` tells why there was no complete response. */
export interface Delivery {
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  /** Head and beginning of the body. */
  readonly answer: string
  readonly end: ExchangeEnd
}

export interface DeliveryOptions {
  readonly mode: Mode
  readonly timeoutMs?: number | undefined
  /** Finds every address of a name. */
  readonly resolve?: ResolveName | undefined
  /** Where an address that was judged leads: a test's stand-in for the open network. */
  readonly route?: ((judged: LookupAddress) => LookupAddress) | undefined
}

/** Of a response, characters that are stored of its head and of its body. */
const RESPONSE_PART_MAX_CHARACTERS = 1024
/** Bytes of a response that are read; a receiver that sends more is hung up on. */
const RESPONSE_MAX_BYTES = 65_536
/** Idle connections kept per origin, and how long. */
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
    // A tester's own machine has certificates that nobody signed.
    this.#connection = { lookup: this.#lookup, rejectUnauthorized: options.mode === 'hosted' }
    const shared = { keepAlive: true, ...this.#connection, ...IDLE_CONNECTIONS }
    this.#agents = { 'http:': new http.Agent(shared), 'https:': new HttpsAgent(shared) }
  }

  /** Sends a request. The promise always resolves: a failure is a result. `stop` gives up at once. */
  async send(request: CallbackRequest, stop: AbortSignal): Promise<Delivery> {
    const began = performance.now()
    const deadline = AbortSignal.timeout(this.#timeoutMs)
    const exchange = new ExchangeState()
    let end: ExchangeEnd = 'answered'
    try {
      await this.#exchange(request, AbortSignal.any([deadline, stop]), exchange)
    } catch (error) {
      end = deadline.aborted ? 'timed-out' : 'failed'
      exchange.error = deadline.aborted
        ? `no complete answer within ${this.#timeoutMs / 1000} s`
        : stop.aborted
          ? 'the service stopped'
          : reasonOf(error)
    }
    const { httpStatus, error, answer } = exchange
    const durationMs = Math.round(performance.now() - began)
    return { httpStatus, error, answer, durationMs, end }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  async #exchange(request: CallbackRequest, signal: AbortSignal, exchange: ExchangeState) {
    const { protocol, hostname } = new URL(request.url)
    if (protocol !== 'http:' && protocol !== 'https:') throw new Error('the address is not http(s)')
    // An address written as such is connected to without being looked up.
    if (this.#options.mode === 'hosted' && isPrivateHost(hostname)) throw new PrivateAddressError()
    const open = (fresh: boolean) => {
      const agent = fresh ? false : this.#agents[protocol]
      return sendOnce(request, { ...this.#connection, agent, signal }, exchange)
    }
    try {
      await open(false)
    } catch (error) {
      // An idle connection that the receiver closed in the meantime says nothing about the receiver.
      if (!(error instanceof IdleConnectionClosedError)) throw error
      await open(true)
    }
  }

  /** Resolves a name once and connects to exactly what was judged. */
  readonly #lookup: LookupFunction = (name, options, callback) => {
    this.#addresses(name).then(
      (addresses) => {
        const { route = (judged) => judged } = this.#options
        const routed = addresses.map(route)
        const [first] = routed
        if (first === undefined) callback(new Error('the name has no address'), '', 0)
        else if (options.all === true) callback(null, routed)
        else callback(null, first.address, first.family)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), '', 0)
      },
    )
  }

  /** One look-up at a time per name: a name server that does not answer is not asked by every callback anew. */
  #addresses(name: string): Promise<readonly LookupAddress[]> {
    const pending = this.#pendingLookUps.get(name)
    if (pending !== undefined) return pending
    const lookUp = this.#judged(name).finally(() => this.#pendingLookUps.delete(name))
    this.#pendingLookUps.set(name, lookUp)
    return lookUp
  }

  async #judged(name: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.#resolve(name)
    const isHosted = this.#options.mode === 'hosted'
    if (isHosted && addresses.some(({ address }) => isPrivateAddress(address)))
      throw new PrivateAddressError()
    return addresses
  }
}

class PrivateAddressError extends Error {
  constructor() {
    super('the address leads into a loopback or private network')
  }
}

class IdleConnectionClosedError extends Error {}

/** Says what the words of the library are about; the advice that Node.js adds to some is for whoever runs the service. */
class UntrustedCertificateError extends Error {
  constructor(cause: Error) {
    super(`the certificate is not trusted: ${cause.message.replace(/; if .*/s, '')}`, { cause })
  }
}

const isUntrustedCertificate = (
  socket: Socket | null,
  { rejectUnauthorized }: Connection,
): boolean =>
  rejectUnauthorized && socket instanceof TLSSocket && Boolean(socket.authorizationError)

/** What is known of a response so far. */
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
  { method, url, body }: CallbackRequest,
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
    // A response that switches to another protocol comes as neither of the two: without this the exchange would never end.
    request.on('close', () => {
      if (exchange.httpStatus === null) reject(new Error('the connection closed before an answer'))
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
    // Leaving the loop hangs up: the status has told what there was to know.
    if (size > RESPONSE_MAX_BYTES) return
  }
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`${statusCode ?? ''} ${statusMessage ?? ''}`]
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index] ?? ''}: ${rawHeaders[index + 1] ?? ''}`)
  return `${lines.join('\n').slice(0, RESPONSE_PART_MAX_CHARACTERS)}\n`
}

/** A connection that failed on every address has its reasons inside. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? error.name : error.message
}
