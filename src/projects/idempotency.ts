// A stored response, which is sent again when the same request is repeated, without executing it
// again.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'

export interface Idempotency {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the request's body. */
  readonly request: string
  /** The encrypted response; empty until a claimed response is stored. */
  readonly answer: string
  /** Real time, epoch milliseconds. */
  readonly storedAt: number
}

/** How long a response is stored, in real time. */
export const IDEMPOTENCY_LIFE_MS = 24 * 60 * 60 * 1000

/** The encrypted response of the same request; undefined if there is none. */
export function storedAnswer(
  { scope, request }: Pick<Idempotency, 'scope' | 'request'>,
  draft: Draft,
): string | undefined {
  const stored = draft.get('idempotency', 'scope', scope)
  if (stored === null || draft.realNow - stored.storedAt >= IDEMPOTENCY_LIFE_MS) return undefined
  if (stored.request === request) return stored.answer
  throw new Fault(
    'idempotency-mismatch',
    'This Idempotency-Key was used with another request body.',
  )
}

/** The state of a request before it runs: new, in progress, or its encrypted response. */
export type Claim =
  { readonly kind: 'new' | 'open' } | { readonly kind: 'stored'; readonly answer: string }

/**
 * Reserves the response of a request with several transactions, so that a repeated request does not
 * run at the same time.
 */
export const claimResponse = defineCommand<Pick<Idempotency, 'scope' | 'request'>, Claim>({
  decide(input, draft) {
    const answer = storedAnswer(input, draft)
    if (answer === '') return { kind: 'open' }
    if (answer !== undefined) {
      draft.decision = { outcome: 'replayed' }
      return { kind: 'stored', answer }
    }
    draft.put('idempotency', { ...input, answer: '', storedAt: draft.realNow })
    return { kind: 'new' }
  },
})

/** Stores a claimed response, or with null ends the claim, so that the request can be repeated. */
export const storeResponse = defineCommand<
  Pick<Idempotency, 'scope' | 'request'> & { readonly answer: string | null },
  null
>({
  decide({ scope, request, answer }, draft) {
    const storedAt = answer === null ? 0 : draft.realNow
    draft.put('idempotency', { scope, request, answer: answer ?? '', storedAt })
    return null
  },
})
