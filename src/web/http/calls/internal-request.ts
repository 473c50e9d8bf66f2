// Requests that a page makes to this service on behalf of its reader. They pass through the same
// routes and checks as any other request, and count towards the metrics.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the portal's app: the app that serves the APIs. */
    readonly apis: FastifyInstance
  }
}

/** An HTTP request. */
export interface HttpCall {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Its response. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True if the body was longer than the part returned. */
  readonly isCut: boolean
  /** True if a fault broke the connection; the status is 0 if no response had begun. */
  readonly isBroken?: true
}

/** Number of bytes of a body that are returned, which is enough for a page. */
const ANSWER_MAX_BYTES = 128 * 1024

export type MakeCall = (call: HttpCall) => Promise<HttpAnswer>

/** Makes requests for the sender of `request`: from the same IP address, to the same host. */
export const callsOf =
  (request: FastifyRequest): MakeCall =>
  async ({ method, path, headers, body }) => {
    const { apis } = request.server
    const answer = await orBroken(
      apis.inject({
        method: method as 'GET',
        url: path,
        remoteAddress: request.ip,
        headers: { ...headers, host: request.host },
        payloadAsStream: true,
        ...(body !== undefined && { payload: body }),
      }),
    )
    if (answer === undefined)
      return { status: 0, headers: {}, body: '', isCut: false, isBroken: true }
    // An event stream never ends, so only its beginning is read.
    const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream')
    const kept = await beginningOf(answer.stream(), isEndless ? 0 : ANSWER_MAX_BYTES)
    const texts = Object.entries(answer.headers).map(
      ([name, value]) => [name, String(value)] as const,
    )
    return { status: answer.statusCode, headers: Object.fromEntries(texts), ...kept }
  }

/** The start of a stream; the rest is not read. */
async function beginningOf(
  stream: Readable,
  bytes: number,
): Promise<Pick<HttpAnswer, 'body' | 'isCut' | 'isBroken'>> {
  const chunks: Buffer[] = []
  let length = 0
  const readBeginning = async (): Promise<true> => {
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk as Uint8Array))
      length += chunks.at(-1)?.length ?? 0
      if (length > bytes) break
    }
    return true
  }
  const isComplete = await orBroken(readBeginning())
  const body = Buffer.concat(chunks).subarray(0, bytes).toString('utf8')
  return { body, isCut: length > bytes, ...(isComplete === undefined && { isBroken: true }) }
}

/** Undefined if the response was destroyed, for example by an injected fault. */
async function orBroken<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'LIGHT_ECONNRESET')
      return undefined
    throw error
  }
}
