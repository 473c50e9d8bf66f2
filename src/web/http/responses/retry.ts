// Responses that ask the client to retry soon.

import type { FastifyReply } from 'fastify'

const RETRY_AFTER_SECONDS = '1'

/** Sets 503, or 429 for too many requests, and `Retry-After` unless it is set already. */
export const retryLater = (reply: FastifyReply, status: 429 | 503 = 503): FastifyReply =>
  reply.hasHeader('Retry-After')
    ? reply.code(status)
    : reply.code(status).header('Retry-After', RETRY_AFTER_SECONDS)
