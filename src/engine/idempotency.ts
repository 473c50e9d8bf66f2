// Answers a repeated request from what was stored with its first answer, in the same commit.

import { Fault } from '../domain/fault.ts'
import { IDEMPOTENCY_LIFE_MS } from '../domain/idempotency.ts'
import { want, type Want } from '../domain/rows.ts'
import { open, seal } from '../domain/vault.ts'
import type { Draft } from '../operations/draft.ts'
import type { IdempotencyAsk } from './envelope.ts'

export const idempotencyWants = (ask: IdempotencyAsk | undefined): readonly Want[] =>
  ask === undefined ? [] : [want('idempotency', 'scope', ask.scope)]

/** Decides once per key: a known key with the same body is answered again, with another body refused. */
export function decideOnce(
  ask: IdempotencyAsk | undefined,
  draft: Draft,
  decide: () => unknown,
): { answer: unknown; replayed: boolean } {
  if (ask === undefined) return { answer: decide(), replayed: false }
  const key = Buffer.from(ask.answerKey, 'base64url')
  const stored = draft.get('idempotency', 'scope', ask.scope)
  if (stored !== null && draft.realNow - stored.storedAt < IDEMPOTENCY_LIFE_MS) {
    if (stored.request !== ask.request)
      throw new Fault(
        'idempotency-mismatch',
        'This Idempotency-Key was used with another request body.',
      )
    return { answer: JSON.parse(open(key, stored.answer)) as unknown, replayed: true }
  }
  const answer = decide()
  draft.put('idempotency', {
    scope: ask.scope,
    request: ask.request,
    answer: seal(key, key, JSON.stringify(answer)),
    storedAt: draft.realNow,
  })
  return { answer, replayed: false }
}
