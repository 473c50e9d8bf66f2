// Outcome rules: what a tester wants to happen to payments. A rule names the payments it means and how they end; the first rule that matches
// decides. Cards of the project are meant only by the rules that name one: any other has its own balance and limits.

import { rowIdOf } from '../../kernel/row-id.ts'
import { numericCode } from '../../ledger/currency.ts'
import { actionCode } from '../authorisation/action-code.ts'
import type { CardOutcome } from './card-outcome.ts'
import { maskDigits, type PaymentCard } from './payment-card.ts'

/** Which payments a rule means. Every condition given must hold; none at all means every payment. */
export interface OutcomeMatch {
  /** Up to six leading digits; with `panSuffix` enough to tell cards apart without keeping a number. */
  readonly panPrefix?: string
  /** The last four digits. */
  readonly panSuffix?: string
  /** Inclusive bounds in minor units. */
  readonly amountFrom?: number
  readonly amountTo?: number
  /** ISO 4217 numeric code, three digits. */
  readonly currency?: string
  readonly orderNumber?: string
  readonly clientId?: string
  /** A card of the project. */
  readonly cardId?: string
}

export interface OutcomeRule {
  readonly id: string
  readonly match: OutcomeMatch
  readonly outcome: CardOutcome
  /** How many attempts to pay it decides before it is gone; every one where it does not say. */
  readonly times?: number
}

/** What a rule looks at. */
export interface OutcomeSubject {
  /** The first six and the last four digits of the card, all that is kept of its number. */
  readonly digits: string
  readonly amount: number
  readonly currency: string
  readonly orderNumber: string
  readonly clientId: string | undefined
  /** Of a card of the project. */
  readonly cardId?: string | undefined
}

type Condition = (expected: string | number, subject: OutcomeSubject) => boolean

// prettier-ignore
const CONDITIONS: Readonly<Record<keyof OutcomeMatch, Condition>> = {
  panPrefix:   (expected, { digits }) => digits.startsWith(String(expected)),
  panSuffix:   (expected, { digits }) => digits.endsWith(String(expected)),
  amountFrom:  (expected, { amount }) => amount >= Number(expected),
  amountTo:    (expected, { amount }) => amount <= Number(expected),
  currency:    (expected, { currency }) => currency === expected,
  orderNumber: (expected, { orderNumber }) => orderNumber === expected,
  clientId:    (expected, { clientId }) => clientId === expected,
  cardId:      (expected, { cardId }) => cardId === expected,
}

const CONDITION_NAMES = Object.keys(CONDITIONS) as readonly (keyof OutcomeMatch)[]

/** True when every condition of the rule holds. */
export function ruleMatches(match: OutcomeMatch, subject: OutcomeSubject): boolean {
  return CONDITION_NAMES.every((name) => {
    const expected = match[name]
    return expected === undefined || CONDITIONS[name](expected, subject)
  })
}

/** The first rule that matches; cards of the project are meant only by the rules that name one. */
export function firstRule(
  rules: readonly OutcomeRule[],
  subject: OutcomeSubject,
): OutcomeRule | undefined {
  const isIssued = subject.cardId !== undefined
  return rules.find(
    ({ match }) => (!isIssued || match.cardId !== undefined) && ruleMatches(match, subject),
  )
}

/** The rules once this one has decided an attempt. */
export const afterUse = (
  rules: readonly OutcomeRule[],
  { id, times }: OutcomeRule,
): readonly OutcomeRule[] =>
  times === undefined
    ? rules
    : rules.flatMap((rule) =>
        rule.id !== id ? [rule] : times > 1 ? [{ ...rule, times: times - 1 }] : [],
      )

/** What an order tells the rules. */
export interface RuledOrder {
  readonly amount: number
  readonly currency: number
  readonly number: string
  readonly clientId: string | null
}

/** What the rules look at of a card. */
type RuledCard = Pick<PaymentCard, 'mask' | 'cardId'>

const subjectOf = ({ mask, cardId }: RuledCard, order: RuledOrder): OutcomeSubject => ({
  digits: maskDigits(mask),
  amount: order.amount,
  currency: numericCode(order.currency),
  orderNumber: order.number,
  clientId: order.clientId ?? undefined,
  cardId: cardId === undefined ? undefined : String(cardId),
})

/** The rule of the project that decides payments of this order by this card; undefined where none does. */
export const ruleFor = (
  rules: readonly OutcomeRule[],
  card: RuledCard,
  order: RuledOrder,
): OutcomeRule | undefined =>
  rules.length === 0 ? undefined : firstRule(rules, subjectOf(card, order))

/** As often as a rule may be asked to decide. */
export const RULE_TIMES_MAX = 1000

/** True for a rule that can be kept: no condition tells a whole card number, the action code is known. */
export function isOutcomeRuleValid({ match, outcome, times }: Omit<OutcomeRule, 'id'>): boolean {
  const { panPrefix, panSuffix, amountFrom, amountTo, cardId } = match
  return (
    (times === undefined || (Number.isInteger(times) && times >= 1 && times <= RULE_TIMES_MAX)) &&
    (cardId === undefined || rowIdOf(cardId) !== undefined) &&
    (panPrefix === undefined || /^\d{1,6}$/.test(panPrefix)) &&
    (panSuffix === undefined || /^\d{1,4}$/.test(panSuffix)) &&
    (amountFrom === undefined || amountTo === undefined || amountFrom <= amountTo) &&
    /^\d{4,8}$/.test(outcome.code) &&
    actionCode(outcome.actionCode) !== undefined
  )
}
