// Decides the outcome of a payment once, when it is sent. The decision is stored with the payment,
// so that a challenge and its completion follow it even if the rules change in between.

import type { Draft } from '../../kernel/draft.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { Order, PendingPayment } from '../orders/order.ts'
import { cardOutcome, type CardOutcome } from './card-outcome.ts'
import { afterUse, type OutcomeRule, ruleFor } from './outcome-rules.ts'
import type { PaymentCard } from './payment-card.ts'
import type { RuledOrder } from './rule-conditions.ts'
import { testCardOutcome } from './test-card.ts'

export interface OutcomeDecision {
  /** Undefined for an unknown card. */
  readonly outcome: CardOutcome | undefined
  /** Set if a rule decided. */
  readonly decidedBy?: PendingPayment['decidedBy']
  /** The rule that decides; see `countRule`. */
  readonly rule?: OutcomeRule
}

type DecidedCard = Pick<PaymentCard, 'kind' | 'mask' | 'cardId'>
type OutcomeSettings = Pick<Settings, 'outcomeRules' | 'issuedCardChallenge' | 'sslCards'>

/**
 * Decides a new attempt. The second call of an attempt keeps the decision of the first. So does a
 * new attempt by the same card if a counted rule decided, because the rule has counted it already.
 */
export function outcomeOfAttempt(
  card: DecidedCard,
  order: Order,
  { dataset }: Draft,
  isSecondCall: boolean,
): OutcomeDecision {
  const open = order.progress.challenge?.payment
  const isDecided = open?.outcome !== undefined && open.card.mask === card.mask
  return isDecided && (isSecondCall || open.decidedBy === 'counted-rule')
    ? { outcome: open.outcome, decidedBy: open.decidedBy }
    : decideOutcome(card, order, dataset.settings)
}

/** Outcome rules take precedence over the listed test cards. An issued card decides for itself. */
export function decideOutcome(
  card: DecidedCard,
  order: RuledOrder | null,
  settings: OutcomeSettings,
): OutcomeDecision {
  const rule = ruleFor(settings.outcomeRules, { card, order })
  const decided =
    rule?.outcome ??
    (card.kind === 'issued'
      ? cardOutcome({ flow: ISSUED_FLOW[settings.issuedCardChallenge] })
      : card.kind === 'test'
        ? testCardOutcome(card.mask)
        : undefined)
  const isSsl = decided !== undefined && settings.sslCards.includes(card.mask)
  const outcome = isSsl ? { ...decided, flow: 'ssl' as const } : decided
  if (rule === undefined) return { outcome }
  return { outcome, decidedBy: rule.times === undefined ? 'rule' : 'counted-rule', rule }
}

/** The 3-D Secure flow of issued cards, by the setting of the project. */
export const ISSUED_FLOW = {
  off: 'ssl',
  challenge: 'challenge',
  frictionless: 'frictionless',
} as const

/** Counts one use of a rule. The last use of a rule with a limit removes it. */
export function countRule(draft: Draft, rule: OutcomeRule | undefined): void {
  if (rule === undefined) return
  const { settings } = draft.dataset
  const outcomeRules = afterUse(settings.outcomeRules, rule)
  draft.dataset = { ...draft.dataset, settings: { ...settings, outcomeRules } }
}

/**
 * The payment behind a challenge, with its outcome. Challenges stored by older versions have no
 * outcome, so it is decided now.
 */
export const pendingPayment = (
  { payment }: { readonly payment: PendingPayment },
  order: Order,
  { dataset }: Draft,
): PendingPayment & Pick<OutcomeDecision, 'outcome'> => ({
  ...payment,
  outcome: payment.outcome ?? decideOutcome(payment.card, order, dataset.settings).outcome,
})
