// Broken responses, as a client sees them on a bad network. They replace the writing of one raw
// response, so that every body is covered: results, errors and lists.

import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Pauses } from '../../../time.ts'

type Sent = Pick<FastifyReply, 'raw'>

/** Number of pieces in a slow body. */
const PIECES = 10

/** Resets the connection before any byte of a response that is ready to be sent. */
export function resetConnection({ raw }: Sent): void {
  const { socket } = raw
  // Requests from our own pages have no connection. They fail at the end of the response.
  if (!(socket instanceof Socket)) raw.emit('close')
  // A front thread forwards pages over a local socket, which has no port and cannot be reset.
  // The thread resets the connection of its client when the local one closes.
  else if (socket.remotePort === undefined) socket.destroy()
  else socket.resetAndDestroy()
  endBroken(raw)
}

/**
 * The response emits neither `finish` nor `error`, so its end is reported here for metrics and the
 * request log. The framework may still write to it.
 */
function endBroken(raw: ServerResponse): void {
  raw.on('error', () => undefined)
  raw.emit('error', new Error('a fault broke the response'))
}

/** Sends the headers and half of the body, and closes the connection. */
export function cutBody({ raw }: Sent): void {
  const write = raw.write.bind(raw)
  let isCut = false
  replaceBody(raw, (chunk) => {
    if (isCut) return true
    isCut = true
    if (chunk !== undefined) write(chunk.subarray(0, Math.ceil(chunk.length / 2)))
    else raw.flushHeaders()
    const { socket } = raw
    if (socket instanceof Socket) socket.destroySoon()
    else raw.destroy()
    endBroken(raw)
    return true
  })
}

/** Sends the first part of the body in pieces, over `ms` in total. */
export function slowDownBody({ raw }: Sent, pauses: Pauses, ms: number): void {
  const write = raw.write.bind(raw)
  const end = raw.end.bind(raw)
  const waiting: Buffer[] = []
  let isStarted = false
  let isRunning = false
  let isEnded = false
  const send = async (): Promise<void> => {
    isRunning = true
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      const size = isStarted ? chunk.length : Math.ceil(chunk.length / PIECES)
      isStarted = true
      for (let from = 0; from < chunk.length && !raw.destroyed; from += size) {
        if (from > 0) await pauses.wait(ms / (PIECES - 1))
        write(chunk.subarray(from, from + size))
      }
    }
    isRunning = false
    if (isEnded) end()
    else raw.emit('drain')
  }
  replaceBody(raw, (chunk, isLast) => {
    if (chunk !== undefined) waiting.push(chunk)
    isEnded ||= isLast
    if (!isRunning) void send()
    return false
  })
}

/** Passes each part of the body to `take` instead of the connection; the last may be empty. */
function replaceBody(
  raw: ServerResponse,
  take: (chunk: Buffer | undefined, isLast: boolean) => boolean,
): void {
  const bytesOf = (chunk: unknown): Buffer | undefined =>
    typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.from(chunk) : undefined
  raw.write = (chunk: unknown) => take(bytesOf(chunk), false)
  raw.end = (chunk?: unknown) => {
    take(bytesOf(chunk), true)
    return raw
  }
}
