// An answer that says: not now, but soon.

import type { FastifyReply } from 'fastify'

const RETRY_AFTER_SECONDS = '1'

/** 503, or 429 for a caller who asks too often, with the time after which they may try again. */
export const retryLater = (reply: FastifyReply, status: 429 | 503 = 503): FastifyReply =>
  reply.code(status).header('Retry-After', RETRY_AFTER_SECONDS)
