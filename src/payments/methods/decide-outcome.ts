// Determines the outcome of a payment once, when it is sent. The outcome is stored with the
// payment, so that a challenge and its completion use it even if the rules change in between.

import { withSettings } from '../../kernel/dataset.ts'
import type { Draft } from '../../kernel/draft.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { Order, PendingPayment } from '../orders/order.ts'
import { cardOutcome, type CardOutcome, TIMEOUT_DEFAULT_MS } from './card-outcome.ts'
import {
  afterAttempt,
  isLastUse,
  lastRuleNumberOf,
  type RuleUse,
  ruleUse,
} from './outcome-rules.ts'
import type { PaymentCard } from './payment-card.ts'
import type { OutcomeSubject, RuledMerchant, RuledOrder } from './rule-condition.ts'
import { testCardOutcome } from './test-card.ts'

export interface OutcomeDecision {
  /** Undefined for an unknown card. */
  readonly outcome: CardOutcome | undefined
  /** Set if a rule applied. */
  readonly decidedBy?: PendingPayment['decidedBy']
  readonly ruleId?: string | undefined
  readonly isRuleUsedUp?: true | undefined
  /** The rules that apply to or count the attempt; see `countRules`. */
  readonly use?: RuleUse
}

type DecidedCard = Pick<PaymentCard, 'kind' | 'mask' | 'cardId'>
type OutcomeSettings = Pick<
  Settings,
  'outcomeRules' | 'issuedCardChallenge' | 'sslCards' | 'merchantName' | 'terminalId' | 'mcc'
>

/** Where and when a payment happens. */
type RuledCall = Pick<OutcomeSubject, 'api' | 'operation' | 'at'>

/** The call on which the draft decides. Payments from the portal count as payments at C. */
const callOfDraft = ({ now, origin }: Draft): RuledCall => ({
  api: 'C',
  operation: origin?.operation,
  at: now,
})

/** The merchant of payments at C. */
export const merchantOf = ({
  merchantName,
  terminalId,
  mcc,
}: Pick<Settings, 'merchantName' | 'terminalId' | 'mcc'>): RuledMerchant => ({
  name: merchantName,
  id: terminalId,
  mcc,
})

/**
 * Determines the outcome of a new attempt. The second call of an attempt keeps the outcome of the
 * first. So does a new attempt with the same card if a counted rule applied, because the rule has
 * already counted it.
 */
export function outcomeOfAttempt(
  card: DecidedCard,
  order: Order,
  draft: Draft,
  isSecondCall: boolean,
): OutcomeDecision {
  const open = order.progress.challenge?.payment
  const isDecided = open?.outcome !== undefined && open.card.mask === card.mask
  return isDecided && (isSecondCall || open.decidedBy === 'counted-rule')
    ? {
        outcome: open.outcome,
        decidedBy: open.decidedBy,
        ruleId: open.ruleId,
        isRuleUsedUp: open.isRuleUsedUp,
      }
    : decideOutcome(card, order, draft.dataset.settings, callOfDraft(draft))
}

/**
 * Outcome rules take precedence over the listed test cards. An issued card is decided by its own
 * status, balance and limits.
 */
export function decideOutcome(
  card: DecidedCard,
  order: RuledOrder | null,
  settings: OutcomeSettings,
  call: RuledCall,
): OutcomeDecision {
  const subject = { ...call, card, order, merchant: merchantOf(settings) }
  const use = ruleUse(settings.outcomeRules, subject)
  const { rule, seenBy } = use
  const decided = rule?.outcome ?? ownOutcome(card, settings)
  const isSsl = decided !== undefined && settings.sslCards.includes(card.mask)
  const outcome = isSsl ? { ...decided, flow: 'ssl' as const } : decided
  if (rule === undefined) return { outcome, ...(seenBy.length > 0 && { use }) }
  const { id: ruleId, times, match } = rule
  const isCounted = times !== undefined || match.nth !== undefined
  const decidedBy = isCounted ? 'counted-rule' : 'rule'
  return { outcome, decidedBy, ruleId, ...(isLastUse(rule) && { isRuleUsedUp: true }), use }
}

/** The outcome of a card to which no rule applies; undefined for an unknown card. */
function ownOutcome(
  { kind, mask }: DecidedCard,
  { issuedCardChallenge }: OutcomeSettings,
): CardOutcome | undefined {
  if (kind === 'issued') return cardOutcome({ flow: ISSUED_FLOW[issuedCardChallenge] })
  return kind === 'test' ? testCardOutcome(mask) : undefined
}

/** The 3-D Secure flow of issued cards, by the project's setting. */
export const ISSUED_FLOW = {
  off: 'ssl',
  challenge: 'challenge',
  frictionless: 'frictionless',
} as const

/**
 * Counts an attempt for its rules, and applies the rule's effect on the response. The last use of a
 * rule with a limit removes it.
 */
export function countRules(draft: Draft, use: RuleUse): void {
  const { settings } = draft.dataset
  const outcomeRules = afterAttempt(settings.outcomeRules, use)
  const lastRuleNumber = lastRuleNumberOf(settings)
  draft.dataset = withSettings(draft.dataset, { outcomeRules, lastRuleNumber })
  const { delayMs = 0, timeout = false } = use.rule?.outcome ?? {}
  if (timeout) draft.answer = { isLost: true, delayMs: delayMs || TIMEOUT_DEFAULT_MS }
  else if (delayMs > 0) draft.answer = { isLost: false, delayMs }
}

/**
 * The payment behind a challenge, with its outcome. Challenges stored by older versions have no
 * outcome, so it is determined now.
 */
export const pendingPayment = (
  { payment }: { readonly payment: PendingPayment },
  order: Order,
  draft: Draft,
): PendingPayment & Pick<OutcomeDecision, 'outcome'> => ({
  ...payment,
  outcome:
    payment.outcome ??
    decideOutcome(payment.card, order, draft.dataset.settings, callOfDraft(draft)).outcome,
})
