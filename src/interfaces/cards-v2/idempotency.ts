// Idempotency-Key: the same key with the same body is answered once and then replayed.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdempotencyAsk } from '../../engine/envelope.ts'
import type { AnswerOf, AskOf, OperationName } from '../../operations/index.ts'
import type { Service } from '../../service.ts'
import { bodyTextOf, projectOf } from './caller.ts'
import { Problem } from './problems.ts'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

/** The caller's key, or undefined where none was sent. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY_FORM.test(key)) return key
  throw new Problem(
    'invalid-idempotency-key',
    'An Idempotency-Key has 1 to 255 visible ASCII characters.',
  )
}

/**
 * The body is compared as it was sent, byte for byte: what was drawn by chance for a request, such as the numbers a new card may get,
 * takes no part.
 */
function idempotencyOf(request: FastifyRequest): IdempotencyAsk | undefined {
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const { vault } = projectOf(request)
  const scope = `${request.method} ${request.routeOptions.url ?? ''} ${key}`
  return {
    scope: vault.scopeHash(scope),
    request: vault.scopeHash(bodyTextOf(request)),
    answerKey: vault.answerKey(scope),
  }
}

/** Asks once per key and tells a replay by its header. */
export async function askOnce<N extends OperationName>(
  service: Service,
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'header'>,
  [operation, ask]: readonly [operation: N, ask: AskOf<N>],
): Promise<AnswerOf<N>> {
  const idempotency = idempotencyOf(request)
  const { answer, replayed } = await service.askOnce(
    projectOf(request),
    operation,
    ask,
    idempotency,
  )
  if (replayed) reply.header('Idempotency-Replayed', 'true')
  return answer
}
