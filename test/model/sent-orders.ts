// Commands on orders as they are sent to the product and to the model: with the same ids, amounts and dates.

import type { CommandInput } from '../../src/registry/commands.ts'
import type { Desk, Of, Sent } from './desk.ts'
import * as orders from './orders.ts'
import type { Order } from './shop.ts'

const DAY = 86_400_000

export function sentRegistration(desk: Desk, command: Of<'register'>): Sent {
  const { amount, twoStage, client, features, sessionMs, isDollar } = command
  const { now } = desk.shop
  const until = command.recurring && new Date(now + command.recurring.lasts * DAY)
  const end = twoStage || command.end === 'both' ? command.end : null
  const at = now + command.endInMs
  const registration: orders.Registration = {
    id: desk.id(),
    twoStage,
    amount,
    currency: isDollar ? 840 : 978,
    client,
    features,
    onlyBinding: (command.onlyBinding ? desk.binding(0)?.id : undefined) ?? null,
    recurring: command.recurring && {
      days: command.recurring.days,
      until: Number(until?.toISOString().slice(0, 10).replaceAll('-', '')),
    },
    completesAt: end === 'completes' || end === 'both' ? at : null,
    reversesAt: end === 'reverses' || end === 'both' ? at : null,
    sessionMs,
  }
  const input = registerInput(desk, registration)
  return {
    expected: desk.shop.attempt(() => orders.register(desk.shop, registration)),
    send: () => desk.till.input('registerOrder', input),
  }
}

export function registerInput(
  desk: Desk,
  registration: orders.Registration,
): CommandInput<'registerOrder'> {
  const { id, amount, twoStage, currency, client, features, sessionMs } = registration
  const { recurring, completesAt, reversesAt, onlyBinding } = registration
  const params: Record<string, string> = recurring
    ? { recurringFrequency: String(recurring.days), recurringExpiry: String(recurring.until) }
    : {}
  const request = {
    returnUrl: 'https://shop.example/ok',
    language: 'en',
    params,
    ...(completesAt !== null && { autocompletionAt: completesAt }),
    ...(reversesAt !== null && { autoReverseAt: reversesAt }),
    ...(onlyBinding !== null && { bindingId: onlyBinding }),
  }
  return desk.till.registerInput({
    orderId: id,
    twoStage,
    amount,
    currency,
    clientId: client,
    features,
    request,
    ...(sessionMs !== null && { sessionTimeoutSecs: sessionMs / 1000 }),
  })
}

export function sentCapture(
  desk: Desk,
  command: Of<'deposit' | 'reverse' | 'refund'>,
): Sent | undefined {
  const { till, shop } = desk
  const fits = (order: Order) =>
    command.do === 'refund' ? order.deposited > 0 : order.status === 1
  const order = desk.order(command.order, fits)
  if (order === undefined) return undefined
  const { id, deposited } = order
  const ref = { order: { id } }
  const amount = Math.floor(order.amount * (command.share ?? 0))
  switch (command.do) {
    case 'deposit':
      return {
        expected: shop.attempt(() => orders.deposit(shop, id, amount)),
        send: () => till.input('captureOrder', { ...ref, amount }),
      }
    case 'reverse': {
      const asked = command.share === null ? null : amount
      return {
        expected: shop.attempt(() => orders.reverse(shop, id, asked)),
        send: () =>
          till.input('reverseOrder', { ...ref, ...(asked !== null && { amount: asked }) }),
      }
    }
    case 'refund': {
      const { externalId } = command
      const expected = { nothing: null, right: deposited, wrong: deposited + 1 }[command.expected]
      const input = {
        ...ref,
        amount,
        ...(externalId !== null && { externalId }),
        ...(expected !== null && { expectedDepositedAmount: expected }),
      }
      return {
        expected: shop.attempt(() => orders.refund(shop, id, { amount, externalId, expected })),
        send: () => till.input('refundOrder', input),
      }
    }
  }
}

export function sentTouch(
  desk: Desk,
  command: Of<'open' | 'settle' | 'decline'>,
): Sent | undefined {
  const { till, shop } = desk
  const order = desk.order(command.order, orders.isPayable)
  if (order === undefined) return undefined
  const { id } = order
  const ways = {
    open: [orders.open, () => till.input('openPage', { orderId: id })],
    settle: [orders.current, () => till.input('updateOrder', { order: { id } })],
    decline: [orders.decline, () => till.input('declineOrder', { order: { id } })],
  } as const
  const [model, send] = ways[command.do]
  return { expected: shop.attempt(() => model(shop, id)), send }
}
