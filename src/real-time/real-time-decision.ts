// Real-time authorisation: the project's own server decides authorisations that the rules of the
// card approve. A decision is a row from the question to its end, so that a crash in between leaves
// a hold with a deadline and not a lost payment.

import type { AuthoriseInput } from '../authorisations/authorise.ts'
import type { Verdict } from '../authorisations/verdict.ts'

/** The decision if the server does not answer in time, or not as agreed. */
export const FALLBACKS = ['decline', 'approve'] as const
export type Fallback = (typeof FALLBACKS)[number]

/** The server that decides. */
export interface DecisionEndpoint {
  readonly url: string
  /** `whsec_` and base64, sealed by the project's vault. */
  readonly sealed: string
  /** Real time. */
  readonly timeoutMs: number
  readonly onTimeout: Fallback
  readonly onError: Fallback
}

/** Ends of a question that a caller can force. Only `bad-signature` asks the server. */
export const FORCED_ANSWERS = [
  'approve',
  'decline',
  'timeout',
  'error',
  'malformed',
  'slow',
  'bad-signature',
] as const
export type ForcedAnswer = (typeof FORCED_ANSWERS)[number]

/** The answer of the server, or why there is none. */
export type ProgrammeAnswer =
  | { readonly kind: 'approve' }
  | { readonly kind: 'decline'; readonly reason?: string }
  /** In the currency of the merchant, minor units. */
  | { readonly kind: 'partial'; readonly amount: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'error'; readonly error: string }

/** An answer with its exchange. */
export interface DecisionExchange {
  readonly httpStatus: number | null
  readonly latencyMs: number
  /** Why the answer was not used; null if it was. */
  readonly error: string | null
  /** Head and start of the body. */
  readonly answer: string
}

export type DecisionState = 'pending' | 'approved' | 'declined'
export type DecidedBy = 'programme' | 'timeout' | 'error'

export interface RealTimeDecision {
  readonly id: number
  readonly cardId: number
  readonly state: DecisionState
  /** Null while it is pending. */
  readonly decidedBy: DecidedBy | null
  readonly input: AuthoriseInput
  /** That of the rules: the amounts to hold or post. */
  readonly verdict: Verdict
  /** Held until the decision, in the currency of the account, minor units. */
  readonly held: number
  /** The JSON that the server is asked with. */
  readonly question: string
  /** Real time after which anyone may decide by the fallback. */
  readonly deadline: number
  readonly fallback: Pick<DecisionEndpoint, 'onTimeout' | 'onError'>
  readonly createdAt: number
  readonly authorisationId: number | null
  /** Null without an answer. */
  readonly exchange: DecisionExchange | null
  /** An answer after the decision. It changes nothing. */
  readonly late: DecisionExchange | null
}
