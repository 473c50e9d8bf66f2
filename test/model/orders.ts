// Orders in the model: registered, captured, reversed, refunded, declined, and expired.

import { required, type Order, refuse, type Model } from './model.ts'
import { giveBack } from './issuer.ts'

const SESSION_MS = 1_200_000
const HOLD_MS = 7 * 86_400_000

export interface Registration extends Pick<
  Order,
  | 'id'
  | 'twoStage'
  | 'amount'
  | 'currency'
  | 'client'
  | 'features'
  | 'onlyBinding'
  | 'recurring'
  | 'completesAt'
  | 'reversesAt'
> {
  readonly sessionMs: number | null
}

const CONTRADICTIONS = [
  ['AUTO_PAYMENT', 'FORCE_TDS'],
  ['AUTO_PAYMENT', 'FORCE_SSL'],
  ['AUTO_PAYMENT', 'FORCE_FULL_TDS'],
  ['FORCE_SSL', 'FORCE_TDS'],
  ['FORCE_SSL', 'FORCE_FULL_TDS'],
]

export function register(model: Model, { sessionMs, ...asked }: Registration): Order {
  const { features, client, twoStage, onlyBinding, completesAt, reversesAt } = asked
  if (asked.amount === 0 && !features.includes('VERIFY')) refuse('value-invalid')
  for (const at of [completesAt, reversesAt])
    if (at !== null && (at <= model.now || !twoStage)) refuse('value-invalid')
  if (completesAt !== null && reversesAt !== null) refuse('value-invalid')
  if (CONTRADICTIONS.some((pair) => pair.every((each) => features.includes(each))))
    refuse('features-conflict')
  if (features.includes('FORCE_CREATE_BINDING')) {
    if (client === null) refuse('client-missing')
    if (onlyBinding !== null) refuse('features-conflict')
  }
  if (onlyBinding !== null) {
    const binding = model.binding(onlyBinding)
    if (!binding.active || binding.client !== client) refuse('binding-not-found')
  }
  return model.put({
    ...asked,
    number: asked.id.replaceAll('-', ''),
    status: 0,
    approved: 0,
    deposited: 0,
    refunded: 0,
    actionCode: -100,
    endsAt: model.now + (sessionMs ?? SESSION_MS),
    failures: 0,
    wasOpened: false,
    challenge: null,
    replaced: null,
    payment: null,
    refunds: [],
  })
}

export const isPayable = ({ status }: Order): boolean => status === 0 || status === 5

export const endOfHold = (model: Model, { completesAt, reversesAt }: Order): number =>
  completesAt ?? reversesAt ?? model.now + HOLD_MS

/** The order after the effects of time. */
export function current(model: Model, id: string): Order {
  const order = model.order(id)
  if (order.endsAt === null || order.endsAt > model.now) return order
  if (order.status === 1)
    return order.completesAt === null
      ? release(model, order)
      : capture(model, order, order.approved)
  const wasTouched = order.wasOpened || order.failures > 0
  const actionCode = order.status === 5 ? -2009 : wasTouched ? -2007 : -2014
  const expired = model.put({ ...order, status: 6, actionCode, endsAt: null, challenge: null })
  model.notify('declinedByTimeout', 0, { order })
  return expired
}

/** Advances the clock. Orders and holds expire in order, each at its own time. */
export function advance(model: Model, ms: number): void {
  const [from, to] = [model.now, model.now + ms]
  const ending = [...model.orders.values()]
    .flatMap(({ id, endsAt }) => (endsAt === null || endsAt > to ? [] : [{ id, endsAt }]))
    .toSorted((a, b) => a.endsAt - b.endsAt || (a.id < b.id ? -1 : 1))
  for (const { id, endsAt } of ending) {
    model.now = Math.max(from, endsAt)
    current(model, id)
  }
  model.now = to
}

export function deposit(model: Model, id: string, asked: number): void {
  const order = current(model, id)
  if (order.status !== 1) refuse('deposit-state')
  if (asked > order.approved) refuse('deposit-above-approved')
  capture(model, order, asked === 0 ? order.approved : asked)
}

export function reverse(model: Model, id: string, asked: number | null): void {
  const order = current(model, id)
  if (order.status !== 1) refuse('reverse-state')
  if (asked !== null && asked !== 0 && asked !== order.approved) refuse('reverse-amount-invalid')
  release(model, order)
}

export interface RefundInput {
  readonly amount: number
  readonly externalId: string | null
  readonly expected: number | null
}

export function refund(model: Model, id: string, input: RefundInput): void {
  const order = current(model, id)
  const { deposited, refunded, refunds } = order
  const { externalId, expected } = input
  if (order.status !== 2 && order.status !== 4) refuse('refund-state')
  if (externalId !== null && refunds.some((each) => each.externalId === externalId)) return
  if (expected !== null && expected !== deposited) refuse('expected-amount-differs')
  if (input.amount > deposited || deposited === 0) refuse('refund-above-deposited')
  const amount = input.amount === 0 ? deposited : input.amount
  const after = model.put({
    ...order,
    status: 4,
    deposited: deposited - amount,
    refunded: refunded + amount,
    refunds: [...refunds, { amount, externalId }],
  })
  giveBack(model, after, {
    kind: 'refund',
    amount,
    from: merchantAccountOf(order),
    to: payerAccountOf(order),
  })
  model.notify('refunded', 1, { order })
}

export function decline(model: Model, id: string): void {
  const order = current(model, id)
  if (!isPayable(order)) refuse('decline-state')
  model.put({ ...order, status: 6, actionCode: 4005, endsAt: null, challenge: null })
}

/** A decline by the payer. Unlike one by the merchant it has a callback. */
export function cancel(model: Model, id: string): void {
  const order = current(model, id)
  if (!isPayable(order)) refuse('decline-state')
  model.put({ ...order, status: 6, actionCode: 2012, endsAt: null, challenge: null })
  const isHold = order.twoStage || order.features.includes('VERIFY')
  model.notify(isHold ? 'approved' : 'deposited', 0, { order })
}

export function open(model: Model, id: string): void {
  const order = current(model, id)
  if (isPayable(order)) model.put({ ...order, wasOpened: true })
}

function capture(model: Model, order: Order, amount: number): Order {
  model.hold(payerAccountOf(order), -order.approved)
  const [from, to] = [payerAccountOf(order), merchantAccountOf(order)]
  giveBack(model, order, { kind: 'completion', amount, from, to })
  model.notify('deposited', 1, { order })
  return model.put({ ...order, status: 2, deposited: amount, endsAt: null })
}

function release(model: Model, order: Order): Order {
  model.hold(payerAccountOf(order), -order.approved)
  giveBack(model, order, { kind: 'reversal', amount: order.approved, from: null, to: null })
  model.notify('reversed', 1, { order })
  return model.put({ ...order, status: 3, approved: 0, endsAt: null })
}

export const merchantAccountOf = ({ currency }: Order): string => `merchant-${currency}`
const payerAccountOf = ({ payment }: Order): string => required(payment?.payer ?? undefined)
