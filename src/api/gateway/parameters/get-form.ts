// Reads the form in the body of a GET request. Some clients send it, and the framework does not
// read it.

import type { Readable } from 'node:stream'
import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import { announcesBody, isForm } from './sent-parameters.ts'

/** A hook for GET routes. The form has the same size limit as in a POST request. */
export function readFormOfGet(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (!isForm(request.headers['content-type']) || !announcesBody(request)) {
    done()
    return
  }
  const refuse = (error: Error): void => {
    // The rest of the body must not be parsed as the next request.
    void reply.header('connection', 'close')
    done(error)
  }
  bodyOf(request).then(
    (body) => {
      if (body === undefined) {
        refuse(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
        return
      }
      request.body = body
      done()
    },
    (cause: unknown) => {
      refuse(Object.assign(new Error('the body broke off', { cause }), { statusCode: 400 }))
    },
  )
}

/** The body; undefined if it exceeds the limit of the route. */
async function bodyOf({ headers, raw, routeOptions }: FastifyRequest): Promise<Buffer | undefined> {
  const bound = routeOptions.bodyLimit
  if (Number(headers['content-length'] ?? 0) > bound) return undefined
  const stream: Readable = raw
  const chunks: Buffer[] = []
  let length = 0
  // Destroying the stream would close the connection before the response is sent.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > bound) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks, length)
}
