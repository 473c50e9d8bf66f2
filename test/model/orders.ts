// Orders in the model: registered, captured, given back, refunded, declined, and what time does to them.

import { found, type Order, refuse, type Shop } from './shop.ts'
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

export function register(shop: Shop, { sessionMs, ...asked }: Registration): Order {
  const { features, client, twoStage, onlyBinding, completesAt, reversesAt } = asked
  for (const at of [completesAt, reversesAt])
    if (at !== null && (at <= shop.now || !twoStage)) refuse('value-invalid')
  if (completesAt !== null && reversesAt !== null) refuse('value-invalid')
  if (CONTRADICTIONS.some((pair) => pair.every((each) => features.includes(each))))
    refuse('features-conflict')
  if (features.includes('FORCE_CREATE_BINDING')) {
    if (client === null) refuse('client-missing')
    if (onlyBinding !== null) refuse('features-conflict')
  }
  if (asked.amount === 0 && !features.includes('VERIFY')) refuse('value-invalid')
  if (onlyBinding !== null) {
    const binding = shop.binding(onlyBinding)
    if (!binding.active || binding.client !== client) refuse('binding-not-found')
  }
  return shop.put({
    ...asked,
    number: asked.id.replaceAll('-', ''),
    status: 0,
    approved: 0,
    deposited: 0,
    refunded: 0,
    actionCode: -100,
    endsAt: shop.now + (sessionMs ?? SESSION_MS),
    failures: 0,
    wasOpened: false,
    challenge: null,
    replaced: null,
    payment: null,
    refunds: [],
  })
}

export const isPayable = ({ status }: Order): boolean => status === 0 || status === 5

export const endOfHold = (shop: Shop, { completesAt, reversesAt }: Order): number =>
  completesAt ?? reversesAt ?? shop.now + HOLD_MS

/** The order with what time has done to it. */
export function current(shop: Shop, id: string): Order {
  const order = shop.order(id)
  if (order.endsAt === null || order.endsAt > shop.now) return order
  if (order.status === 1)
    return order.completesAt === null ? release(shop, order) : capture(shop, order, order.approved)
  const wasTouched = order.wasOpened || order.failures > 0
  const actionCode = order.status === 5 ? -2009 : wasTouched ? -2007 : -2014
  const expired = shop.put({ ...order, status: 6, actionCode, endsAt: null, challenge: null })
  shop.tell('declinedByTimeout', 0, { order })
  return expired
}

/** The clock goes on; what ends on the way ends in its order, each at its own time. */
export function advance(shop: Shop, ms: number): void {
  const [from, to] = [shop.now, shop.now + ms]
  const ending = [...shop.orders.values()]
    .flatMap(({ id, endsAt }) => (endsAt === null || endsAt > to ? [] : [{ id, endsAt }]))
    .toSorted((a, b) => a.endsAt - b.endsAt || (a.id < b.id ? -1 : 1))
  for (const { id, endsAt } of ending) {
    shop.now = Math.max(from, endsAt)
    current(shop, id)
  }
  shop.now = to
}

export function deposit(shop: Shop, id: string, asked: number): void {
  const order = current(shop, id)
  if (order.status !== 1) refuse('deposit-state')
  if (asked > order.approved) refuse('deposit-above-approved')
  capture(shop, order, asked === 0 ? order.approved : asked)
}

export function reverse(shop: Shop, id: string, asked: number | null): void {
  const order = current(shop, id)
  if (order.status !== 1) refuse('reverse-state')
  if (asked !== null && asked !== 0 && asked !== order.approved) refuse('reverse-amount-invalid')
  release(shop, order)
}

export interface RefundAsk {
  readonly amount: number
  readonly externalId: string | null
  readonly expected: number | null
}

export function refund(shop: Shop, id: string, input: RefundAsk): void {
  const order = current(shop, id)
  const { deposited, refunded, refunds } = order
  const { externalId, expected } = input
  if (order.status !== 2 && order.status !== 4) refuse('refund-state')
  if (externalId !== null && refunds.some((each) => each.externalId === externalId)) return
  if (expected !== null && expected !== deposited) refuse('expected-amount-differs')
  if (input.amount > deposited || deposited === 0) refuse('refund-above-deposited')
  const amount = input.amount === 0 ? deposited : input.amount
  const after = shop.put({
    ...order,
    status: 4,
    deposited: deposited - amount,
    refunded: refunded + amount,
    refunds: [...refunds, { amount, externalId }],
  })
  giveBack(shop, after, { kind: 'refund', amount, from: merchantOf(order), to: payerOf(order) })
  shop.tell('refunded', 1, { order })
}

export function decline(shop: Shop, id: string): void {
  const order = current(shop, id)
  if (!isPayable(order)) refuse('decline-state')
  shop.put({ ...order, status: 6, actionCode: 4005, endsAt: null, challenge: null })
}

export function open(shop: Shop, id: string): void {
  const order = current(shop, id)
  if (isPayable(order)) shop.put({ ...order, wasOpened: true })
}

function capture(shop: Shop, order: Order, amount: number): Order {
  shop.hold(payerOf(order), -order.approved)
  const [from, to] = [payerOf(order), merchantOf(order)]
  giveBack(shop, order, { kind: 'completion', amount, from, to })
  shop.tell('deposited', 1, { order })
  return shop.put({ ...order, status: 2, deposited: amount, endsAt: null })
}

function release(shop: Shop, order: Order): Order {
  shop.hold(payerOf(order), -order.approved)
  giveBack(shop, order, { kind: 'reversal', amount: order.approved, from: null, to: null })
  shop.tell('reversed', 1, { order })
  return shop.put({ ...order, status: 3, approved: 0, endsAt: null })
}

export const merchantOf = ({ currency }: Order): string => `merchant-${currency}`
const payerOf = ({ payment }: Order): string => found(payment?.payer ?? undefined)
