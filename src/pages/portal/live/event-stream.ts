// Server-sent events (HTML, section 9.2): answers that stay open and tell a browser what happens. How many are open is bounded, in all and for each
// key; they end when the service stops, and after a while by themselves, so that whoever asks again is looked at again.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { securityHeaders } from '../../../web/html/security-headers.ts'

/** After this pause, milliseconds, a browser that lost its stream asks for another one. */
const RETRY_MS = 1000
/** A line that says nothing, so that no proxy takes the stream for dead, and a peer that is gone is noticed. */
const HEARTBEAT_MS = 20_000
const LIFE_MAX_MS = 600_000
/** A reader that leaves this much unread has gone, or is of no use to anybody. */
const UNREAD_MAX_BYTES = 16 * 1024

export interface StreamEvent {
  /** What the browser names when it asks again. */
  readonly id: string
  readonly event: string
  /** One line. */
  readonly data: string
}

export interface EventStream {
  send(event: StreamEvent): void
  /** Called once, when either side has ended it. */
  onEnd(listener: () => void): void
}

export interface StreamBounds {
  readonly perKey: number
  readonly inAll: number
}

/** The streams of a service that are open. */
export class EventStreams {
  readonly #bounds: StreamBounds
  readonly #open = new Set<OpenStream>()
  readonly #openOfKey = new Map<string, number>()

  /** They end before the app closes: it waits for its answers. */
  constructor(app: FastifyInstance, bounds: StreamBounds) {
    this.#bounds = bounds
    app.addHook('preClose', (done) => {
      for (const stream of this.#open) stream.end()
      done()
    })
  }

  hasRoom(key: string): boolean {
    const { perKey, inAll } = this.#bounds
    return this.#open.size < inAll && (this.#openOfKey.get(key) ?? 0) < perKey
  }

  /** Answers with a stream. Whoever calls has asked whether there is room. */
  open(reply: FastifyReply, key: string): EventStream {
    const stream = new OpenStream()
    this.#open.add(stream)
    this.#openOfKey.set(key, (this.#openOfKey.get(key) ?? 0) + 1)
    stream.onEnd(() => {
      this.#open.delete(stream)
      const others = (this.#openOfKey.get(key) ?? 1) - 1
      if (others === 0) this.#openOfKey.delete(key)
      else this.#openOfKey.set(key, others)
    })
    void reply
      .headers({
        ...securityHeaders(),
        'content-type': 'text/event-stream; charset=utf-8',
        // What a proxy such as nginx would otherwise hold back until it has enough of it.
        'x-accel-buffering': 'no',
      })
      .send(stream.body)
    return stream
  }
}

class OpenStream implements EventStream {
  readonly body: Readable
  readonly #heartbeat: NodeJS.Timeout
  readonly #lifetime: NodeJS.Timeout

  constructor() {
    this.body = new Readable({ read: () => undefined })
    this.#write(`retry: ${RETRY_MS}\n\n`)
    this.#heartbeat = setInterval(() => this.#write(':\n\n'), HEARTBEAT_MS)
    this.#lifetime = setTimeout(() => this.end(), LIFE_MAX_MS)
    this.#heartbeat.unref()
    this.#lifetime.unref()
    this.onEnd(() => {
      clearInterval(this.#heartbeat)
      clearTimeout(this.#lifetime)
    })
  }

  send({ id, event, data }: StreamEvent): void {
    this.#write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
  }

  onEnd(listener: () => void): void {
    this.body.once('close', listener)
  }

  end(): void {
    if (!this.body.readableEnded && !this.body.destroyed) this.body.push(null)
  }

  #write(text: string): void {
    if (this.body.destroyed) return
    if (this.body.readableLength > UNREAD_MAX_BYTES) this.body.destroy()
    else this.body.push(text)
  }
}
