// The facts that explain a decision. They are stored in the commit of the decision and found by the
// request id. They are brief, because the journal entry and the order contain the rest.

import type { Decline } from './decline.ts'

/** The limit of a card that was closest to being exceeded, before the decision. */
export type LimitFacts = readonly [
  name: string,
  cycle: NonNullable<Decline['limitCycle']>,
  value: number,
  used: number,
]

/** How the request ended. `replayed` returned the stored response of an idempotency key. */
export const DECISION_OUTCOMES = ['approved', 'declined', 'pending', 'refused', 'replayed'] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

/** Everything is optional, because a refusal can happen before anything is known. */
export interface StoredFacts {
  readonly outcome?: DecisionOutcome
  /** The decline, if the journal entry does not have it. */
  readonly decline?: Decline
  /** Interface C's code for a decline. */
  readonly actionCode?: number
  /** The fault that refused the request: its code, its detail and the field that caused it. */
  readonly fault?: string
  readonly detail?: string
  readonly member?: string
  /** The requested amount in minor units; absent if the entry or the order has it. */
  readonly amount?: number
  readonly currency?: number
  /** The requested amount in the merchant's currency, if it was partially approved. */
  readonly askedForMore?: readonly [amount: number, currency: number]
  /** The status of the paying card, and of the credited card; absent if active. */
  readonly status?: string
  readonly destinationStatus?: string
  /** Available balance of the paying card before the decision, minor units. */
  readonly available?: number
  readonly limit?: LimitFacts
  readonly entryId?: number
  readonly orderId?: string
  readonly authorisationId?: number
  /** The state of the order before the decision, and its amounts if it was paid. */
  readonly orderStatus?: number
  readonly orderAmounts?: readonly [approved: number, deposited: number, refunded: number]
  /** Mask and kind of the card of a payment at C. */
  readonly payer?: readonly [mask: string, kind: string]
  /** The outcome rule that applied. */
  readonly ruleId?: string
  /** It was the last payment to which the rule applied. */
  readonly isRuleUsedUp?: true
  /** The real-time decision, and where its answer came from. */
  readonly realTime?: readonly [id: number, decidedBy: 'programme' | 'timeout' | 'error']
  /** The name of the 3-D Secure or recurring-payment rule that applied. */
  readonly cause?: DecisionCause
}

/** Why a payment at C ended before its issuer decided. */
export type DecisionCause = '3-D Secure' | 'recurrence' | 'unknown-card' | 'cancelled'

/** A decision in a project's ring buffer: the request, its time, and the facts. */
export type DecisionLine = readonly [
  requestId: string,
  api: string | null,
  operation: string,
  at: number,
  facts: StoredFacts,
]

/** The decisions of one commit. */
export interface DecisionRow {
  /** The number of the first line; the others count up from it. */
  readonly first: number
  /** See `encodeDecisions`. */
  readonly lines: string
}

/** Fields of an approved movement, the most frequent decision. */
const MOVEMENT_MEMBERS = 4

/**
 * The text of a row. It is short, because its bytes are most of its cost: 80 bytes for a transfer.
 * Operations are stored as their position in a list. An approved movement is a list of its values;
 * its time is the time of its entry.
 */
export function encodeDecisions(lines: readonly DecisionLine[]): string {
  const names: (readonly [api: string | null, operation: string])[] = []
  const encoded = lines.map(([id, api, operation, at, facts]) => {
    let index = names.findIndex((name) => name[1] === operation && name[0] === api)
    if (index < 0) index = names.push([api, operation]) - 1
    const { outcome, entryId, available, limit } = facts
    const isMovement =
      outcome === 'approved' &&
      entryId !== undefined &&
      available !== undefined &&
      limit !== undefined &&
      Object.keys(facts).length === MOVEMENT_MEMBERS
    return isMovement ? [id, index, entryId, available, ...limit] : [id, index, at, facts]
  })
  return JSON.stringify([names, encoded])
}

type EncodedLine =
  | readonly [id: string, index: number, at: number, facts: StoredFacts]
  | readonly [id: string, index: number, entryId: number, available: number, ...LimitFacts]

/** The lines of a row; the time of an approved movement is 0, because its entry has it. */
export function decodeDecisions(text: string): readonly DecisionLine[] {
  const [names, lines] = JSON.parse(text) as [
    (readonly [api: string | null, operation: string])[],
    EncodedLine[],
  ]
  return lines.map((line) => {
    const [api, operation] = names[line[1]] ?? [null, 'unknown']
    if (line.length === 4) return [line[0], api, operation, line[2], line[3]]
    const [id, , entryId, available, ...limit] = line
    return [id, api, operation, 0, { outcome: 'approved', entryId, available, limit }]
  })
}

/** Number of decisions that a project keeps; the oldest are deleted. */
export const DECISIONS_KEPT = 10_000

declare module '../kernel/draft.ts' {
  interface DecisionFacts extends StoredFacts {}
}
