// The results of the outcome rules for the newest payments, compared with the actual ones.

import Type from 'typebox'
import { APPROVED_ACTION_CODE, CARD_UNKNOWN } from '../../../payments/authorisation/action-code.ts'
import type { CardOutcome } from '../../../payments/methods/card-outcome.ts'
import { type OutcomeRule, ruleFor } from '../../../payments/methods/outcome-rules.ts'
import type { PaymentCard } from '../../../payments/methods/payment-card.ts'
import {
  isPayable,
  ORDER_ACTION_CODE,
  ORDER_STATUS,
} from '../../../payments/orders/order-status.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { DECLINES } from '../../../ledger/decline.ts'
import { FLOWS } from '../../../three-d-secure/authentication.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { operation } from '../api.ts'
import { OrderSchema, orderSummary } from '../orders/order-view.ts'
import { orNull } from '../schemas.ts'

/** Newest orders that are searched for payments. */
const ORDERS_TRIED = 20

export const previewOutcomeRules = operation({
  name: 'previewOutcomeRules',
  method: 'GET',
  path: '/outcome-rules/preview',
  summary: 'Preview the outcome rules on the newest payments',
  description: `Tries the rules on the payments among the newest ${ORDERS_TRIED} orders. Nothing is changed.`,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        order: OrderSchema,
        cardKind: Type.Enum(['issued', 'test', 'rule', 'unknown']),
        ruleId: orNull(Type.String(), 'The rule that would decide'),
        place: orNull(Type.Integer(), 'Its place, counted from 1'),
        actionCode: orNull(
          Type.Integer(),
          'Result by the rule; null if no rule decides, or if 3-D Secure would fail',
        ),
        changes: Type.Boolean({ description: 'True if the payment would have ended differently' }),
      }),
    ),
    changed: Type.Integer({ description: 'Payments that would have ended differently' }),
  }),
  reads: ['order'],
  async handle({ read }) {
    const [{ items: orders }, { settings }] = await Promise.all([
      read(ordersPage, { limit: ORDERS_TRIED }),
      read(datasetById),
    ])
    const items = orders.flatMap((order) => {
      const card = order.progress.payment?.card ?? order.progress.challenge?.payment.card
      return card === undefined ? [] : [previewed(order, card, settings.outcomeRules)]
    })
    return { items, changed: items.filter(({ changes }) => changes).length }
  },
})

function previewed(order: Order, card: PaymentCard, rules: readonly OutcomeRule[]) {
  const rule = ruleFor(rules, { card, order })
  const result = rule === undefined ? withoutRule(card) : resultOf(rule.outcome, order)
  const actual = actualResult(order)
  const isKnown = result !== undefined && actual !== undefined
  return {
    order: orderSummary(order),
    cardKind: card.kind,
    ruleId: rule?.id ?? null,
    place: rule === undefined ? null : rules.indexOf(rule) + 1,
    actionCode: rule !== undefined && typeof result === 'number' ? result : null,
    changes: isKnown && isDifferent(result, actual, card),
  }
}

type Result = number | 'not-authenticated'

/** A card that a rule decided before is an unknown number now. Other results stay as they were. */
const withoutRule = ({ kind }: PaymentCard): Result | undefined =>
  kind === 'rule' ? CARD_UNKNOWN : undefined

function resultOf({ flow, actionCode, funds }: CardOutcome, { amount }: Order): Result {
  const { enrolled, status } = FLOWS[flow]
  if (flow !== 'ssl' && (enrolled !== 'Y' || (status !== 'Y' && status !== 'A')))
    return 'not-authenticated'
  const isBeyond = actionCode === APPROVED_ACTION_CODE && funds !== undefined && amount > funds
  return isBeyond ? DECLINES['insufficient-funds'].actionCode : actionCode
}

/** Undefined while the payment is open, and after an order ended without an attempt. */
function actualResult({ status, actionCode, progress }: Order): number | undefined {
  if (status === ORDER_STATUS.authenticating || progress.payment === null) return undefined
  if (!isPayable(status) && status !== ORDER_STATUS.declined) return APPROVED_ACTION_CODE
  return actionCode === ORDER_ACTION_CODE.untouched ? undefined : actionCode
}

/** The balance of an issued card still decides a payment that a rule approves. */
function isDifferent(result: Result, actual: number, { kind }: PaymentCard): boolean {
  if (result === 'not-authenticated') return actual === APPROVED_ACTION_CODE
  if (result === APPROVED_ACTION_CODE && kind === 'issued') return false
  // An order that ended later has the code of its end, which is negative.
  return result === APPROVED_ACTION_CODE
    ? actual !== APPROVED_ACTION_CODE
    : actual === APPROVED_ACTION_CODE || (actual >= 0 && actual !== result)
}
