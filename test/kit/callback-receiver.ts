// A callback receiver: it records requests and responds as the test specifies.

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
  /** Query and form parameters together, as most frameworks provide them. */
  readonly parameters: ReadonlyMap<string, string>
  /** The server name of the TLS connection (SNI); undefined without TLS or without a name. */
  readonly serverName: string | undefined
}

/** Responds to a request, or leaves it open. */
export type Behaviour = (response: ServerResponse, received: ReceivedRequest) => void

export const answer =
  (status: number, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(body)

export const hang: Behaviour = () => undefined

export class Receiver {
  readonly received: ReceivedRequest[] = []
  /** Responses to the next requests, one each; then `usual`. */
  readonly script: Behaviour[] = []
  usual: Behaviour = answer(200)
  readonly #server: Server
  #heard: () => void = () => undefined

  /** Uses TLS if it has a certificate. */
  constructor(identity?: Identity) {
    const listener = (request: IncomingMessage, response: ServerResponse) =>
      void this.#hear(request, response)
    this.#server =
      identity === undefined ? http.createServer(listener) : createSecureServer(identity, listener)
    this.#server.keepAliveTimeout = 60_000
    // A failing test must not hang because its receivers are still open.
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

  /** Resolves when this many requests have arrived in total. */
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
