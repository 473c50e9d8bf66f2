// A project's events as they happen: server-sent events (HTML, section 9.2) over fetch. After a
// lost connection, the stream continues where it stopped.

import { ApiError, type Caller } from './client.ts'

export interface ProjectEvent {
  /**
   * `request`, `decision`, `callback`, `clock`, `reset` or `gap`; `open` after each connection,
   * `heartbeat` while nothing happens.
   */
  readonly event: string
  /** Position in the stream, for `lastEventId`. */
  readonly id: string | undefined
  readonly data: unknown
}

export interface EventOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
  /** Continues after this event instead of now. */
  readonly lastEventId?: string | undefined
  /** Called once when the service stops responding; the stream reconnects. */
  readonly onReconnect?: (() => void) | undefined
}

const PATH = '/control/v1/events'
const RETRY_MS = 1000

/** Yields the events until the signal aborts. Throws if the first connection fails. */
export async function* eventsOf(
  { url, headers }: Caller,
  { signal, lastEventId, onReconnect }: EventOptions = {},
): AsyncGenerator<ProjectEvent, void, undefined> {
  let position = lastEventId
  let isConnected = false
  let isReported = false
  while (signal?.aborted !== true) {
    try {
      const response = await fetch(url + PATH, {
        headers: {
          ...headers,
          accept: 'text/event-stream',
          ...(position !== undefined && { 'last-event-id': position }),
        },
        ...(signal !== undefined && { signal }),
      })
      if (!response.ok || response.body === null) throw await refusalOf(response)
      isConnected = true
      isReported = false
      yield { event: 'open', id: position, data: null }
      for await (const event of messagesIn(response.body)) {
        position = event.id ?? position
        yield event
      }
    } catch (error) {
      if (isAborted(signal)) return
      if (error instanceof ApiError || !isConnected) throw error
      if (!isReported) onReconnect?.()
      isReported = true
    }
    await pause(RETRY_MS, signal)
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    return new ApiError('streamEvents', response, JSON.parse(text))
  } catch {
    return new ApiError('streamEvents', response, text)
  }
}

async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ProjectEvent> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    const blocks = (rest + text.replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield messageOf(block)
  }
}

/** A block of `name: value` lines. A block without data keeps the connection open. */
function messageOf(block: string): ProjectEvent {
  const values = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    values.set(name, [values.get(name), value].filter((part) => part !== undefined).join('\n'))
  }
  const data = values.get('data')
  if (data === undefined) return { event: 'heartbeat', id: undefined, data: null }
  return {
    event: values.get('event') ?? 'message',
    id: values.get('id'),
    data: JSON.parse(data) as unknown,
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
