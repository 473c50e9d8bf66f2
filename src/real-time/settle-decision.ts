// The second of two commands: applies the answer of the server, or the fallback. Only the first of
// them counts; a later answer is stored and changes nothing.

import { applyVerdict, presentedSide } from '../authorisations/authorise.ts'
import { converted } from '../authorisations/exchange.ts'
import { type AuthorisationResult, keysOfUse } from '../authorisations/legs.ts'
import { ratesOf } from '../authorisations/settings.ts'
import type { Verdict } from '../authorisations/verdict.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { rowKey } from '../kernel/rows.ts'
import { releaseHold } from '../ledger/account.ts'
import type { DeclineCode } from '../ledger/decline.ts'
import { toAmount } from '../ledger/money.ts'
import { declineCodeOf } from './programme-answer.ts'
import type {
  DecidedBy,
  DecisionExchange,
  ProgrammeAnswer,
  RealTimeDecision,
} from './real-time-decision.ts'

export interface SettleInput {
  readonly id: number
  readonly programmeAnswer: ProgrammeAnswer
  /** Null if the server was not asked or did not answer. */
  readonly exchange: DecisionExchange | null
}

export interface Settled {
  readonly decision: RealTimeDecision
  readonly result: AuthorisationResult
}

export const settleDecision = defineCommand<SettleInput, Settled>({
  prefetch: ({ id }, rows) => {
    const decision = rows.find('realTimeDecision', 'id', id)
    const own = rowKey('realTimeDecision', 'id', id)
    return decision ? [own, ...keysOfUse(decision.cardId, rows)] : [own]
  },
  decide({ id, programmeAnswer, exchange }, draft) {
    const decision = draft.getOrThrow('realTimeDecision', 'id', id)
    // Another process has decided after the deadline.
    if (decision.state !== 'pending') return settled(draft, withLate(draft, decision, exchange))
    const { input, held } = decision
    const side = presentedSide(draft, input)
    const account = draft.getOrThrow('account', 'id', side.card.accountId)
    if (held > 0) draft.put('account', releaseHold(account, toAmount(held)))
    const { verdict, decidedBy, error } = applied(draft, decision, programmeAnswer)
    const result = applyVerdict(draft, input, side, verdict)
    const { authorisation } = result
    return {
      result,
      decision: draft.put('realTimeDecision', {
        ...decision,
        state: verdict.decline === undefined ? 'approved' : 'declined',
        ...{ decidedBy, authorisationId: authorisation.id },
        exchange: exchange && { ...exchange, error: exchange.error ?? error },
      }),
    }
  },
})

/** Stores an answer that came after the decision; false if there is one already. */
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

/** The result of a decision that was made before. */
function settled(draft: Draft, decision: RealTimeDecision): Settled {
  const authorisation = draft.getOrThrow('authorisation', 'id', decision.authorisationId ?? 0)
  const [leg] = authorisation.legs
  if (leg === undefined) throw new Error('an authorisation has a first leg')
  const account = draft.getOrThrow('account', 'id', authorisation.accountId)
  const { mask: numberMask } = draft.getOrThrow('cardNumber', 'id', authorisation.numberId)
  return { decision, result: { authorisation, leg, account, numberMask } }
}

interface Applied {
  readonly verdict: Verdict
  readonly decidedBy: DecidedBy
  readonly error: string | null
}

function applied(draft: Draft, decision: RealTimeDecision, answer: ProgrammeAnswer): Applied {
  const { verdict, fallback, input } = decision
  const declined = (code: DeclineCode): Verdict => ({
    ...verdict,
    decline: { code, side: 'source' },
  })
  const byFallback = (by: 'timeout' | 'error', error: string): Applied => {
    const choice = by === 'timeout' ? fallback.onTimeout : fallback.onError
    const decided = choice === 'approve' ? verdict : declined('issuer-unavailable')
    return { verdict: decided, decidedBy: by, error }
  }
  switch (answer.kind) {
    case 'approve':
      return { verdict, decidedBy: 'programme', error: null }
    case 'decline':
      return {
        ...{ verdict: declined(declineCodeOf(answer.reason)), decidedBy: 'programme' },
        error: null,
      }
    case 'partial': {
      const part = converted(
        toAmount(answer.amount),
        input.currency,
        ratesOf(draft.dataset.settings),
      )
      if (!input.partialApproval)
        return byFallback('error', 'the terminal does not accept a partial approval')
      if (part === undefined || part.cardholder > decision.held)
        return byFallback('error', 'the amount cannot be converted')
      const partial = { ...verdict, merchantAmount: toAmount(answer.amount), conversion: part }
      return { verdict: partial, decidedBy: 'programme', error: null }
    }
    case 'timeout':
      return byFallback('timeout', 'no answer within the time limit')
    case 'error':
      return byFallback('error', answer.error)
  }
}
