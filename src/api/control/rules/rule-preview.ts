// The results of the outcome rules for the newest payments, compared with the actual ones.

import { Type } from '../../../web/http/schemas/type.ts'
import { APPROVED_ACTION_CODE, CARD_UNKNOWN } from '../../../payments/authorisation/action-code.ts'
import type { CardOutcome } from '../../../payments/methods/card-outcome.ts'
import { merchantOf } from '../../../payments/methods/decide-outcome.ts'
import type { OutcomeRule } from '../../../payments/methods/outcome-rules.ts'
import type { PaymentCard } from '../../../payments/methods/payment-card.ts'
import { replayRules } from '../../../payments/methods/replay-rules.ts'
import {
  isPayable,
  ORDER_ACTION_CODE,
  ORDER_STATUS,
} from '../../../payments/orders/order-status.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { DECLINES } from '../../../ledger/decline.ts'
import { FLOWS } from '../../../three-d-secure/authentication.ts'
import type { ListPage } from '../../../store/keyset.ts'
import { type OrderKey, ordersPage } from '../../../store/reads/order-lists.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { OrderSchema, orderSummary } from '../orders/order-view.ts'
import { orNull } from '../schemas.ts'
import {
  newestUses,
  PreviewedUse,
  previewedUse,
  ruledUse,
  type SimulatedUse,
} from './previewed-uses.ts'

/** Maximum number of payments that are tried. */
const PAYMENTS_TRIED = 100
/** Pages of the newest orders that are searched for payments. */
const PAGES_READ = 5
const PAGE_ORDERS = 100

export const previewOutcomeRules = operation({
  name: 'previewOutcomeRules',
  method: 'GET',
  path: '/outcome-rules/preview',
  summary: 'Preview the outcome rules on the newest payments',
  description: `Replays the newest ${PAYMENTS_TRIED} payments with the rules, in the same order and at the same times: payments at interface C among the newest ${PAGES_READ * PAGE_ORDERS} orders, and simulated authorisations. Counts the uses of counted rules. Nothing is changed.`,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        order: orNull(OrderSchema, 'The payment at interface C; null for an authorisation'),
        authorisation: orNull(PreviewedUse, 'The simulated authorisation; null for a payment'),
        cardKind: Type.Enum(['issued', 'test', 'rule', 'unknown']),
        ruleId: orNull(Type.String(), 'The rule that would apply'),
        place: orNull(Type.Integer(), 'Place of that rule, counted from 1'),
        actionCode: orNull(
          Type.Integer(),
          'Result by the rule; null if no rule applies, or if 3-D Secure would fail',
        ),
        changes: Type.Boolean({ description: 'True if the payment would have ended differently' }),
      }),
    ),
    changed: Type.Integer({ description: 'Payments that would have ended differently' }),
  }),
  reads: ['order', 'authorisation'],
  async handle({ read }) {
    const [attempts, uses, { settings }] = await Promise.all([
      newestAttempts(read),
      newestUses(read, PAYMENTS_TRIED),
      read(datasetById),
    ])
    const { outcomeRules } = settings
    const merchant = merchantOf(settings)
    const newest = merged(attempts, uses).slice(0, PAYMENTS_TRIED)
    const inOrder = newest.toSorted((one, other) => one.at - other.at)
    const decided = replayRules(
      outcomeRules,
      inOrder.map((each) => ('subject' in each ? each.subject : { api: 'C', merchant, ...each })),
    )
    const ruleOf = new Map(inOrder.map((each, index) => [each, decided[index]]))
    const items = newest.map((each) => {
      const rule = ruleOf.get(each)
      const place = rule && outcomeRules.findIndex(({ id }) => id === rule.id) + 1
      const decidedBy = { ruleId: rule?.id ?? null, place: place ?? null }
      return 'subject' in each
        ? {
            order: null,
            authorisation: previewedUse(each),
            cardKind: 'issued' as const,
            ...decidedBy,
            ...ruledUse(each, rule),
          }
        : { ...previewed(each, rule), ...decidedBy }
    })
    return { items, changed: items.filter(({ changes }) => changes).length }
  },
})

type Tried = Attempt | SimulatedUse

/** Both lists are newest first, each by its own time. */
function merged(attempts: readonly Attempt[], uses: readonly SimulatedUse[]): readonly Tried[] {
  const tried: Tried[] = []
  const [orders, others] = [[...attempts], [...uses]]
  for (;;) {
    const [attempt, use] = [orders[0], others[0]]
    if (attempt === undefined) return [...tried, ...others]
    if (use === undefined) return [...tried, ...orders]
    const isUseNewer = use.at > attempt.order.createdAt
    tried.push(isUseNewer ? use : attempt)
    if (isUseNewer) others.shift()
    else orders.shift()
  }
}

interface Attempt {
  readonly order: Order
  readonly card: PaymentCard
  readonly at: number
  readonly operation: string | undefined
}

/** The last attempt of each of the newest orders with an attempt, newest order first. */
async function newestAttempts(read: ProjectCall['read']): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = []
  let after: OrderKey | undefined
  for (let page = 0; page < PAGES_READ && attempts.length < PAYMENTS_TRIED; page += 1) {
    const filter = { limit: PAGE_ORDERS, ...(after && { after }) }
    const { items, next }: ListPage<Order, OrderKey> = await read(ordersPage, filter)
    attempts.push(...items.flatMap(attemptOf))
    if (next === null) break
    after = next
  }
  return attempts.slice(0, PAYMENTS_TRIED)
}

function attemptOf(order: Order): readonly Attempt[] {
  const { payment, challenge } = order.progress
  if (payment !== null)
    return [{ order, card: payment.card, at: payment.at, operation: payment.operation }]
  if (challenge === null) return []
  const { card, operation } = challenge.payment
  return [{ order, card, at: challenge.startedAt, operation }]
}

function previewed({ order, card }: Attempt, rule: OutcomeRule | undefined) {
  const result = rule === undefined ? withoutRule(card) : resultOf(rule.outcome, order)
  const actual = actualResult(order)
  const isKnown = result !== undefined && actual !== undefined
  return {
    order: orderSummary(order),
    authorisation: null,
    cardKind: card.kind,
    actionCode: rule !== undefined && typeof result === 'number' ? result : null,
    changes: isKnown && isDifferent(result, actual, card),
  }
}

type Result = number | 'not-authenticated'

/**
 * Without its rule, a card that only the rule matched is an unknown number. Other results do not
 * change.
 */
const withoutRule = ({ kind }: PaymentCard): Result | undefined =>
  kind === 'rule' ? CARD_UNKNOWN : undefined

function resultOf({ flow, actionCode, funds }: CardOutcome, { amount }: Order): Result {
  const { enrolled, status } = FLOWS[flow]
  if (flow !== 'ssl' && (enrolled !== 'Y' || (status !== 'Y' && status !== 'A')))
    return 'not-authenticated'
  const isBeyond = actionCode === APPROVED_ACTION_CODE && funds !== undefined && amount > funds
  return isBeyond ? DECLINES['insufficient-funds'].actionCode : actionCode
}

/** Undefined while the payment is open, and for an order that ended without an attempt. */
function actualResult({ status, actionCode, progress }: Order): number | undefined {
  if (status === ORDER_STATUS.authenticating || progress.payment === null) return undefined
  if (!isPayable(status) && status !== ORDER_STATUS.declined) return APPROVED_ACTION_CODE
  return actionCode === ORDER_ACTION_CODE.untouched ? undefined : actionCode
}

/** A payment that a rule approves still needs enough balance on an issued card. */
function isDifferent(result: Result, actual: number, { kind }: PaymentCard): boolean {
  if (result === 'not-authenticated') return actual === APPROVED_ACTION_CODE
  if (result === APPROVED_ACTION_CODE && kind === 'issued') return false
  // An order that was closed later has the code of its closing, which is negative.
  return result === APPROVED_ACTION_CODE
    ? actual !== APPROVED_ACTION_CODE
    : actual === APPROVED_ACTION_CODE || (actual >= 0 && actual !== result)
}
