// Server-sent events (HTML, section 9.2): responses that stay open and notify a browser. A stream
// ends when the service stops, when its reader loses access, or after ten minutes; the browser then
// reconnects.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { timers } from '../../../time.ts'
import { securityHeaders } from '../../../web/html/security-headers.ts'

/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 1000
/** Prevents proxies from closing the stream, and detects disconnected browsers. */
const HEARTBEAT_MS = 20_000
const LIFE_MAX_MS = 600_000
/** A stream with more unread bytes is closed. */
const UNREAD_MAX_BYTES = 16 * 1024

interface StreamEvent {
  /** The browser sends the last id when it reconnects. */
  readonly id: string
  readonly event: string
  /** A single line of text. */
  readonly data: string
}

export interface EventStream {
  send(event: StreamEvent): void
  /** Calls the listener once, when either side has closed the stream. */
  onEnd(listener: () => void): void
}

/** Limits for open streams. */
export interface StreamLimits {
  readonly perProject: number
  readonly perPerson: number
  readonly total: number
  /** The part of the total that is reserved for projects without an open stream. */
  readonly reserved: number
}

export type ExceededLimit = Exclude<keyof StreamLimits, 'reserved'>

interface StreamReader {
  readonly projectId: string
  /** Undefined in local mode, which has no accounts. */
  readonly userId: string | undefined
  /** Checked at each heartbeat; the stream ends when it returns false. */
  readonly mayRead: () => Promise<boolean>
}

/** The open streams of the service. */
export class EventStreams {
  readonly #limits: StreamLimits
  readonly #open = new Map<OpenStream, StreamReader>()

  /** Streams end before the app closes, because closing waits for open responses. */
  constructor(app: FastifyInstance, limits: StreamLimits) {
    this.#limits = limits
    app.addHook('preClose', (done) => {
      for (const stream of this.#open.keys()) stream.end()
      done()
    })
  }

  /** The limit that another stream would exceed; undefined if another one is allowed. */
  exceededBy({ projectId, userId }: Omit<StreamReader, 'mayRead'>): ExceededLimit | undefined {
    const { perProject, perPerson, total, reserved } = this.#limits
    const readers = [...this.#open.values()]
    const ofProject = readers.filter((each) => each.projectId === projectId).length
    const ofPerson = readers.filter((each) => userId !== undefined && each.userId === userId).length
    if (ofProject >= perProject) return 'perProject'
    if (ofPerson >= perPerson) return 'perPerson'
    return readers.length < (ofProject === 0 ? total : total - reserved) ? undefined : 'total'
  }

  /** Sends a stream as the response. The caller checks the limits first. */
  open(reply: FastifyReply, reader: StreamReader): EventStream {
    const stream = new OpenStream(reader.mayRead)
    this.#open.set(stream, reader)
    stream.onEnd(() => this.#open.delete(stream))
    void reply
      .headers({
        ...securityHeaders(),
        'content-type': 'text/event-stream; charset=utf-8',
        // Proxies such as nginx would otherwise buffer the events.
        'x-accel-buffering': 'no',
      })
      .send(stream.body)
    return stream
  }
}

class OpenStream implements EventStream {
  readonly body = new Readable({ read: () => undefined })
  readonly #mayRead: () => Promise<boolean>

  constructor(mayRead: () => Promise<boolean>) {
    this.#mayRead = mayRead
    this.#write(`retry: ${RETRY_MS}\n\n`)
    const heartbeat = timers.setInterval(() => void this.#beat(), HEARTBEAT_MS)
    const lifetime = timers.setTimeout(() => this.end(), LIFE_MAX_MS)
    heartbeat.unref()
    lifetime.unref()
    this.onEnd(() => {
      timers.clearInterval(heartbeat)
      timers.clearTimeout(lifetime)
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

  async #beat(): Promise<void> {
    // If the role cannot be read, the database is unavailable, so no change can be read either.
    const mayRead = await this.#mayRead().catch(() => true)
    if (mayRead) this.#write(':\n\n')
    else this.end()
  }

  #write(text: string): void {
    if (this.body.destroyed || this.body.readableEnded) return
    if (this.body.readableLength > UNREAD_MAX_BYTES) this.body.destroy()
    else this.body.push(text)
  }
}
