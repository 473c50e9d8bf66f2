// An answer that says: not now, but soon.

import type { FastifyReply } from 'fastify'

const RETRY_AFTER_SECONDS = '1'

/** 503 with the time after which the caller may try again. */
export const retryLater = (reply: FastifyReply): FastifyReply =>
  reply.code(503).header('Retry-After', RETRY_AFTER_SECONDS)
