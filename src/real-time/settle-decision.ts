// The second of two commands: applies the server's answer or the fallback, whichever comes first. A
// later answer is stored but changes nothing.

import { keysByCard } from '../issuing/card-rows.ts'
import { type Command, defineCommand } from '../kernel/command.ts'
import type { Draft, LoadedRows } from '../kernel/draft.ts'
import type { FaultCode } from '../kernel/fault.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import { releaseHold } from '../ledger/account.ts'
import { toAmount } from '../ledger/money.ts'
import { declineCodeOf } from './programme-answer.ts'
import type {
  DecisionExchange,
  DecisionKind,
  DecisionSubject,
  DecisionSubjects,
  ProgrammeAnswer,
  ProgrammeVerdict,
  RealTimeDecision,
} from './real-time-decision.ts'

export interface SettleInput {
  readonly id: number
  readonly programmeAnswer: ProgrammeAnswer
  /** Null if the server was not called or did not answer. */
  readonly exchange: DecisionExchange | null
  /** An answer after the time limit, forced by a caller. */
  readonly late?: DecisionExchange
}

/**
 * The result of the command that sent the request. Its hold is released in any case, so a refusal
 * is a value.
 */
export type Ending =
  | { readonly result: unknown }
  | { readonly refused: { readonly code: FaultCode; readonly detail: string } }

export interface Settled {
  readonly decision: RealTimeDecision
  readonly ending: Ending
}

/** The changes of the second command. */
export interface Settlement {
  /** Null if nothing was authorised, because the order or the authorisation had ended. */
  readonly authorisationId: number | null
  readonly isApproved: boolean
  /** The card or the order changed in the meantime, and the card's own checks declined. */
  readonly isByRules: boolean
  readonly ending: Ending
}

type DecisionOf<K extends DecisionKind> = RealTimeDecision & {
  readonly subject: DecisionSubjects[K]
}

/** How to settle decisions of one kind. */
export interface DecisionEnd<K extends DecisionKind> {
  /** Rows to load with the card. */
  readonly keys: (decision: DecisionOf<K>, rows: LoadedRows) => readonly RowKey[]
  /** How a partial approval is applied. */
  readonly part: (draft: Draft, decision: DecisionOf<K>, amount: number) => ProgrammeAnswer
  /** Decides again with the server's verdict. The hold is released. */
  readonly settle: (draft: Draft, decision: DecisionOf<K>, verdict: ProgrammeVerdict) => Settlement
  /** The result of a decision that another process made. */
  readonly endingOf: (draft: Draft, decision: DecisionOf<K>) => Ending
}

/**
 * The settlement functions by kind; `src/registry/commands.ts` passes the functions of higher-level
 * subjects.
 */
type DecisionEnds = { readonly [K in DecisionKind]: DecisionEnd<K> }

export const settleDecisionBy = (ends: DecisionEnds): Command<SettleInput, Settled> => {
  const endOf = ({ kind }: DecisionSubject) => ends[kind] as DecisionEnd<DecisionKind>
  return defineCommand({
    prefetch: ({ id }, rows) => {
      const own = rowKey('realTimeDecision', 'id', id)
      const decision = rows.find('realTimeDecision', 'id', id)
      if (!decision) return [own]
      const { cardId, subject } = decision
      return [own, ...keysByCard(cardId, rows), ...endOf(subject).keys(decision, rows)]
    },
    decide({ id, programmeAnswer, exchange, late = null }, draft) {
      const decision = draft.getOrThrow('realTimeDecision', 'id', id)
      const end = endOf(decision.subject)
      // Another process has decided after the deadline.
      if (decision.state !== 'pending')
        return {
          decision: withLate(draft, decision, exchange),
          ending: end.endingOf(draft, decision),
        }
      releaseHeld(draft, decision)
      const { error, ...verdict } = verdictOf(draft, decision, { end, programmeAnswer })
      const { ending, authorisationId, isApproved, isByRules } = end.settle(
        draft,
        decision,
        verdict,
      )
      const settled: RealTimeDecision = {
        ...decision,
        state: isApproved ? 'approved' : 'declined',
        authorisationId,
        decidedBy: isByRules ? 'rules' : verdict.decidedBy,
        exchange: exchange && { ...exchange, error: exchange.error ?? error },
      }
      draft.put('realTimeDecision', settled)
      return { decision: withLate(draft, settled, late), ending }
    },
  })
}

/** Stores an answer that arrived after the decision; false if there is one already. */
export const recordLateAnswer = defineCommand<
  { readonly id: number; readonly exchange: DecisionExchange },
  boolean
>({
  decide({ id, exchange }, draft) {
    const decision = draft.get('realTimeDecision', 'id', id)
    if (decision === null || decision.state === 'pending' || decision.late !== null) return false
    withLate(draft, decision, exchange)
    return true
  },
})

const withLate = (
  draft: Draft,
  decision: RealTimeDecision,
  late: DecisionExchange | null,
): RealTimeDecision =>
  late === null ? decision : draft.put('realTimeDecision', { ...decision, late })

function releaseHeld(draft: Draft, { cardId, held }: RealTimeDecision): void {
  if (held === 0) return
  const { accountId } = draft.getOrThrow('card', 'id', cardId)
  const account = draft.getOrThrow('account', 'id', accountId)
  draft.put('account', releaseHold(account, toAmount(held)))
}

/** The verdict and, if the answer could not be used unchanged, the reason. */
type Reached = ProgrammeVerdict & { readonly error: string | null }

function verdictOf(
  draft: Draft,
  decision: RealTimeDecision,
  {
    end,
    programmeAnswer,
  }: { readonly end: DecisionEnd<DecisionKind>; readonly programmeAnswer: ProgrammeAnswer },
): Reached {
  const { id: decisionId, fallback } = decision
  const answer =
    programmeAnswer.kind === 'partial'
      ? end.part(draft, decision, programmeAnswer.amount)
      : programmeAnswer
  const byFallback = (decidedBy: 'timeout' | 'error', error: string): Reached => {
    const choice = decidedBy === 'timeout' ? fallback.onTimeout : fallback.onError
    return choice === 'approve'
      ? { decisionId, decidedBy, error, kind: 'approve' }
      : { decisionId, decidedBy, error, kind: 'decline', code: 'issuer-unavailable' }
  }
  const byServer = { decisionId, decidedBy: 'programme', error: null } as const
  switch (answer.kind) {
    case 'approve':
      return { ...byServer, kind: 'approve' }
    case 'decline':
      return {
        ...byServer,
        kind: 'decline',
        code: declineCodeOf(answer.reason),
        ...(answer.error !== undefined && { error: answer.error, because: answer.error }),
      }
    case 'partial':
      return { ...byServer, kind: 'partial', amount: answer.amount }
    case 'timeout':
      return byFallback('timeout', 'no answer within the time limit')
    case 'error':
      return byFallback('error', answer.error)
  }
}
