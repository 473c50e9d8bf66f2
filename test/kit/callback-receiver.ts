// A merchant's address for callbacks: it writes down what arrives and answers as it is told.

import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { http } from '../../src/node-http.ts'
import type { Identity } from './certificate.ts'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Query and form together, as most frameworks hand them over. */
  readonly parameters: ReadonlyMap<string, string>
  /** The name that the connection was opened for (SNI); undefined where it is not secured or names none. */
  readonly serverName: string | undefined
}

/** Answers a request, or leaves it hanging. */
export type Behaviour = (response: ServerResponse, received: ReceivedRequest) => void

export const answer =
  (status: number, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(body)

export const hang: Behaviour = () => undefined

export class Receiver {
  readonly received: ReceivedRequest[] = []
  /** What the next requests get, one each; then `usual`. */
  readonly script: Behaviour[] = []
  usual: Behaviour = answer(200)
  readonly #server: Server
  #heard: () => void = () => undefined

  /** Speaks TLS where it has an identity to show. */
  constructor(identity?: Identity) {
    const listener = (request: IncomingMessage, response: ServerResponse) =>
      void this.#hear(request, response)
    this.#server =
      identity === undefined ? http.createServer(listener) : createSecureServer(identity, listener)
    this.#server.keepAliveTimeout = 60_000
    // A test that fails must not hang because its receivers were left open.
    this.#server.unref()
    this.#server.on('connection', (socket) => socket.unref())
  }

  static async open(port = 0, identity?: Identity): Promise<Receiver> {
    const receiver = new Receiver(identity)
    receiver.#server.listen(port, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  url(path = '/callback'): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  /** Resolves when so many requests have arrived in all. */
  async until(count: number): Promise<readonly ReceivedRequest[]> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => (this.#heard = resolve))
    }
    return this.received
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString()
    const { method = '', url = '', headers } = request
    const query = new URL(url, 'http://receiver').searchParams
    const parameters = new Map([...query, ...new URLSearchParams(body)])
    const { socket } = request
    const serverName =
      socket instanceof TLSSocket && typeof socket.servername === 'string'
        ? socket.servername
        : undefined
    const received = { method, path: url, headers, body, parameters, serverName }
    this.received.push(received)
    const behave = this.script.shift() ?? this.usual
    behave(response, received)
    this.#heard()
  }
}
