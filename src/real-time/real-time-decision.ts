// Real-time authorisation: the project's own server decides on authorisations that pass the card's
// checks. A decision is stored as a row from the request until it is settled, so that a crash in
// between leaves a hold with a deadline instead of a lost payment.

import type { Decline, DeclineCode } from '../ledger/decline.ts'

/** The decision if the server does not answer in time, or if its answer is invalid. */
export const FALLBACKS = ['decline', 'approve'] as const
type Fallback = (typeof FALLBACKS)[number]

/** The decision server. */
export interface DecisionEndpoint {
  readonly url: string
  /** `whsec_` and base64, encrypted by the project's vault. */
  readonly sealed: string
  /** Real time. */
  readonly timeoutMs: number
  readonly onTimeout: Fallback
  readonly onError: Fallback
}

/** Outcomes that a caller can force. Only `bad-signature` actually calls the server. */
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

/** The server's answer, or why there is none. */
export type ProgrammeAnswer =
  | { readonly kind: 'approve' }
  /** `error`: why another answer counts as a decline. */
  | { readonly kind: 'decline'; readonly reason?: string; readonly error?: string }
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
  /** Response headers and the start of the body. */
  readonly answer: string
}

/** The start of an answer without a server; the answer of a server starts with its headers. */
const SIMULATED = 'simulated\n\n'

/** An exchange without a server, for a request that forces the answer. */
export const simulatedExchange = (
  body: string,
  httpStatus: number,
  error: string | null,
): DecisionExchange => ({ httpStatus, latencyMs: 0, error, answer: SIMULATED + body })

export const isSimulated = ({ answer }: DecisionExchange): boolean => answer.startsWith(SIMULATED)

/** The body of a simulated answer. */
export const simulatedBody = ({ answer }: DecisionExchange): string =>
  answer.slice(SIMULATED.length)

type DecisionState = 'pending' | 'approved' | 'declined'

/** `rules`: the card or the order changed before the answer, and the card's own checks declined. */
export const DECIDERS = ['programme', 'timeout', 'error', 'rules'] as const
type DecidedBy = (typeof DECIDERS)[number]

/**
 * The subjects of decisions by kind: the data that the second command needs. Higher-level subjects
 * add their kinds with `declare module`, in the same way as rows.
 */
export interface DecisionSubjects {}
export type DecisionKind = keyof DecisionSubjects
export type DecisionSubject = {
  readonly [K in DecisionKind]: { readonly kind: K } & DecisionSubjects[K]
}[DecisionKind]

export interface RealTimeDecision {
  readonly id: number
  readonly cardId: number
  readonly state: DecisionState
  /** Null while it is pending. */
  readonly decidedBy: DecidedBy | null
  readonly subject: DecisionSubject
  /** The amount held until the decision, in the account's currency, in minor units. */
  readonly held: number
  /** The JSON body of the request to the server. */
  readonly question: string
  /** Real time after which any process may apply the fallback. */
  readonly deadline: number
  readonly fallback: Pick<DecisionEndpoint, 'onTimeout' | 'onError'>
  readonly createdAt: number
  /** Null while it is pending, and if the order ended before the answer. */
  readonly authorisationId: number | null
  /** Null without an answer. */
  readonly exchange: DecisionExchange | null
  /** An answer that arrived after the decision. It changes nothing. */
  readonly late: DecisionExchange | null
}

/** The decision of the server or the fallback, as the second command applies it. */
export type ProgrammeVerdict = {
  readonly decisionId: number
  readonly decidedBy: Exclude<DecidedBy, 'rules'>
} & (
  | { readonly kind: 'approve' }
  | { readonly kind: 'partial'; readonly amount: number }
  | { readonly kind: 'decline'; readonly code: DeclineCode; readonly because?: string }
)

/** The decline by the server or its fallback. */
export function declineOf(verdict: ProgrammeVerdict): Decline | undefined {
  if (verdict.kind !== 'decline') return undefined
  const { code, decidedBy, decisionId, because } = verdict
  return { code, side: 'source', decidedBy, decisionId, ...(because !== undefined && { because }) }
}
