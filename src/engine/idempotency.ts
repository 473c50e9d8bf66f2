// Responds to a repeated request with the result that was stored in the same commit as the first
// one.

import { Fault } from '../kernel/fault.ts'
import { storedAnswer } from '../projects/idempotency.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import { AwaitedDecision } from '../real-time/awaited-decision.ts'
import { open, seal, sealKeys } from '../projects/vault.ts'
import type { Draft } from '../kernel/draft.ts'
import type { IdempotencyRequest } from './execution.ts'

export const idempotencyKeys = (input: IdempotencyRequest | undefined): readonly RowKey[] =>
  input === undefined ? [] : [rowKey('idempotency', 'scope', input.scope)]

/**
 * Decides once per key. A known key with the same body gets the stored result; with another body it
 * is refused.
 */
export function decideOnce(
  input: IdempotencyRequest | undefined,
  draft: Draft,
  decide: () => unknown,
): { result: unknown; replayed: boolean } {
  if (input === undefined) return { result: decide(), replayed: false }
  const keys = sealKeys(Buffer.from(input.answerKey, 'base64url'))
  const stored = storedAnswer(input, draft)
  if (stored !== undefined) {
    const answer = JSON.parse(open(keys, stored)) as unknown
    return { result: isAsked(answer) ? decidedBefore(answer.asked, draft) : answer, replayed: true }
  }
  const result = decide()
  draft.put('idempotency', {
    scope: input.scope,
    request: input.request,
    answer: seal(keys, JSON.stringify(toStore(result))),
    storedAt: draft.realNow,
  })
  return { result, replayed: false }
}

/** The stored response of a command that waited for the project's server: its decision. */
interface Asked {
  readonly asked: number
}

const toStore = (result: unknown): unknown =>
  result instanceof AwaitedDecision ? ({ asked: result.id } satisfies Asked) : result

const isAsked = (answer: unknown): answer is Asked =>
  typeof answer === 'object' && answer !== null && 'asked' in answer

/** The decision is settled as before, and the server is not called again. */
function decidedBefore(id: number, draft: Draft): AwaitedDecision {
  if (draft.getOrThrow('realTimeDecision', 'id', id).state === 'pending')
    throw new Fault(
      'unavailable',
      'A request with this Idempotency-Key is still in progress. Retry shortly.',
    )
  return new AwaitedDecision({ id, question: '', amount: 0, endpoint: null, forced: 'timeout' })
}
