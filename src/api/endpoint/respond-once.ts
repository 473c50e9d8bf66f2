// Stores the response to a request with several transactions, for its `Idempotency-Key`. The key is
// claimed first, so that a second request with it does not run at the same time.

import type { FastifyBaseLogger } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { IdempotencyRequest } from '../../engine/execution.ts'
import { Fault } from '../../kernel/fault.ts'
import { open, seal, sealKeys } from '../../projects/vault.ts'
import type { Service } from '../../service.ts'
import { Problem } from './problems.ts'
import { RepeatedAnswer } from './repeated-answer.ts'

interface Caller {
  readonly service: Service
  readonly project: Project
  readonly log: FastifyBaseLogger
}

/** Returns the stored response, or responds and stores the response. A refusal is not stored. */
export async function respondOnce(
  { service, project, log }: Caller,
  { scope, request, answerKey }: IdempotencyRequest,
  respond: () => Promise<unknown>,
): Promise<unknown> {
  const keys = sealKeys(Buffer.from(answerKey, 'base64url'))
  const claim = await service.execute(project, 'claimResponse', { scope, request })
  if (claim.kind === 'stored') return new RepeatedAnswer(JSON.parse(open(keys, claim.answer)))
  if (claim.kind === 'open')
    throw new Fault(
      'outcome-unknown',
      'A request with this Idempotency-Key is in progress, or the service stopped before it ended. Retry shortly, or read the state and send a new key.',
    )
  const store = (answer: string | null) =>
    service.execute(project, 'storeResponse', { scope, request, answer })
  let answer: unknown
  try {
    answer = await respond()
  } catch (error) {
    if (isRefusal(error)) await store(null)
    throw error
  }
  // The changes are saved, so the caller gets the response even if it cannot be stored.
  await store(seal(keys, JSON.stringify(answer))).catch((error: unknown) =>
    log.error({ err: error }, 'the response for an Idempotency-Key was not stored'),
  )
  return answer
}

/** A refusal has changed nothing. After other errors the claim stays: nothing runs twice. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Problem
    ? error.status < 500
    : error instanceof Fault && error.code !== 'outcome-unknown'
