// Streams a project's request log as server-sent events (HTML, section 9.2). A stream reads entries
// by their numbers, so a client that reconnects with `Last-Event-ID` continues where it stopped,
// and events from other processes arrive too.

import { Readable } from 'node:stream'
import type { DetailedLogEntry } from '../store/reads/request-log.ts'
import { timers } from '../time.ts'

/** Prevents proxies from closing the stream, and detects disconnected clients. */
const HEARTBEAT_MS = 15_000
/** How long a client waits before it reconnects, in milliseconds. */
const RETRY_MS = 1000
/** After this time the client reconnects, which checks its credentials again. */
const LIFE_MAX_MS = 600_000
/** Number of entries read per batch. */
const PAGE_ENTRIES = 100

/** A position in the log: a dataset, which a reset replaces, and the number of an entry. */
interface LogPosition {
  readonly datasetId: number
  readonly seq: number
}

/** A position as the text of `Last-Event-ID`. */
const positionText = ({ datasetId, seq }: LogPosition): string => `${datasetId}.${seq}`

/** Parses a position; undefined for any other text. */
export function positionOf(text: string): LogPosition | undefined {
  const [, datasetId, seq] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  return seq === undefined ? undefined : { datasetId: Number(datasetId), seq: Number(seq) }
}

/** An event of the stream, without its id. */
export interface ActivityEvent {
  readonly event: string
  /** A single line of text. */
  readonly data: string
}

interface StreamSource {
  /** Entries after a number in the project's current dataset; undefined if it was deleted. */
  readonly read: (
    seq: number,
    limit: number,
  ) => Promise<
    { readonly datasetId: number; readonly entries: readonly DetailedLogEntry[] } | undefined
  >
  /** Calls the listener when there may be new entries, until the returned function is called. */
  readonly watch: (listener: () => void) => () => void
  /** The events of an entry. */
  readonly eventsOf: (entry: DetailedLogEntry) => readonly ActivityEvent[]
}

class ActivityStream extends Readable {
  readonly #source: StreamSource
  readonly #stopWatching: () => void
  readonly #timers: readonly NodeJS.Timeout[]
  #position: LogPosition
  #isReading = false
  /** New entries may have arrived while the stream was reading. */
  #isStale = true
  /** Whether the client can accept more data. */
  #isWanted = false
  #hasEnded = false

  constructor(source: StreamSource, from: LogPosition) {
    super()
    this.#source = source
    this.#position = from
    this.push(`retry: ${RETRY_MS}\n\n`)
    const heartbeat = timers.setInterval(() => this.push(':\n\n'), HEARTBEAT_MS)
    const life = timers.setTimeout(() => this.end(), LIFE_MAX_MS)
    this.#timers = [heartbeat.unref(), life.unref()]
    this.#stopWatching = source.watch(() => {
      this.#isStale = true
      void this.#pump()
    })
  }

  /** Ends the response; the client reconnects. */
  end(): void {
    if (!this.#hasEnded && !this.destroyed) this.push(null)
    this.#hasEnded = true
    this.#stop()
  }

  override _read(): void {
    this.#isWanted = true
    void this.#pump()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stop()
    done(error)
  }

  #stop(): void {
    this.#stopWatching()
    for (const timer of this.#timers) timers.clearTimeout(timer)
  }

  async #pump(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isStale && this.#isWanted && !this.destroyed && !this.#hasEnded)
        await this.#readSome()
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#isReading = false
    }
  }

  async #readSome(): Promise<void> {
    this.#isStale = false
    const { seq } = this.#position
    const found = await this.#source.read(seq, PAGE_ENTRIES)
    if (found === undefined) {
      this.end()
      return
    }
    const { datasetId, entries } = found
    if (datasetId !== this.#position.datasetId) {
      // After a reset, the new log starts with number 1.
      this.#position = { datasetId, seq: 0 }
      this.#isStale = true
      this.#send({ event: 'reset', data: '{}' })
      return
    }
    for (const entry of entries) this.#sendEntry(entry)
    if (entries.length === PAGE_ENTRIES) this.#isStale = true
  }

  #sendEntry(entry: DetailedLogEntry): void {
    const before = this.#position.seq
    if (entry.seq !== before + 1) {
      const gap = { after: before, before: entry.seq }
      this.#send({ event: 'gap', data: JSON.stringify(gap) })
    }
    this.#position = { ...this.#position, seq: entry.seq }
    const events = this.#source.eventsOf(entry)
    // Only the last event has the id, so that a client that missed it gets all of them again.
    for (const [index, event] of events.entries())
      this.#send(event, index === events.length - 1 ? positionText(this.#position) : undefined)
  }

  #send({ event, data }: ActivityEvent, id?: string): void {
    // The stream may have ended while it was reading entries.
    if (this.destroyed || this.#hasEnded) return
    const head = id === undefined ? '' : `id: ${id}\n`
    this.#isWanted = this.push(`${head}event: ${event}\ndata: ${data}\n\n`)
  }
}

/** Maximum number of open streams of a project, and of all projects. */
const PROJECT_STREAMS_MAX = 20
const STREAMS_MAX = 200

/** The open streams of the service. */
export class ActivityStreams {
  readonly #open = new Map<ActivityStream, number>()

  /** True if the project or the service has reached its limit of streams. */
  isFull(projectNumber: number): boolean {
    if (this.#open.size >= STREAMS_MAX) return true
    const ofProject = [...this.#open.values()].filter((number) => number === projectNumber)
    return ofProject.length >= PROJECT_STREAMS_MAX
  }

  open(projectNumber: number, source: StreamSource, from: LogPosition): ActivityStream {
    const stream = new ActivityStream(source, from)
    this.#open.set(stream, projectNumber)
    stream.once('close', () => this.#open.delete(stream))
    return stream
  }

  /** Ends all streams, because a shutdown waits for open responses. */
  endAll(): void {
    for (const stream of this.#open.keys()) stream.end()
  }
}
