// Calls that a page makes for its reader: to this very service, through its front door, so that they pass every check that anybody's call
// passes, and are counted with them.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A call over HTTP, as its sender writes it. */
export interface HttpCall {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What came of it. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The answer was longer than what is kept of it. */
  readonly isCut: boolean
}

/** A reader looks at a page of an answer, not at a list of everything. */
const ANSWER_MAX_BYTES = 128 * 1024

export type MakeCall = (call: HttpCall) => Promise<HttpAnswer>

/** Makes calls in the name of whoever sent the request: from his address, and to the host that he reached us at. */
export const callsOf =
  (request: FastifyRequest): MakeCall =>
  async ({ method, path, headers, body }) => {
    const app: FastifyInstance = request.server
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: { ...headers, host: request.host },
      payloadAsStream: true,
      ...(body !== undefined && { payload: body }),
    })
    const kept = await beginningOf(answer.stream(), ANSWER_MAX_BYTES)
    const texts = Object.entries(answer.headers).map(
      ([name, value]) => [name, String(value)] as const,
    )
    return { status: answer.statusCode, headers: Object.fromEntries(texts), ...kept }
  }

/** What a stream begins with; the rest is not waited for. */
async function beginningOf(
  stream: Readable,
  bytes: number,
): Promise<Pick<HttpAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk as Uint8Array))
    length += chunks.at(-1)?.length ?? 0
    if (length > bytes) break
  }
  const body = Buffer.concat(chunks).subarray(0, bytes).toString('utf8')
  return { body, isCut: length > bytes }
}
