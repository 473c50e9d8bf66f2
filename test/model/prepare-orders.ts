// Prepares commands on orders for the product and the model, with the same ids, amounts and dates.

import type { CommandInput } from '../../src/registry/commands.ts'
import type { CommandContext, CommandNamed, PreparedCommand } from './command-context.ts'
import * as orders from './orders.ts'
import type { Order } from './model.ts'

const DAY = 86_400_000

export function prepareRegistration(
  context: CommandContext,
  command: CommandNamed<'register'>,
): PreparedCommand {
  const { amount, twoStage, client, features, sessionMs, isDollar } = command
  const { now } = context.model
  const until = command.recurring && new Date(now + command.recurring.lasts * DAY)
  const end = twoStage || command.end === 'both' ? command.end : null
  const at = now + command.endInMs
  const registration: orders.Registration = {
    id: context.id(),
    twoStage,
    amount,
    currency: isDollar ? 840 : 978,
    client,
    features,
    onlyBinding: (command.onlyBinding ? context.binding(0)?.id : undefined) ?? null,
    recurring: command.recurring && {
      days: command.recurring.days,
      until: Number(until?.toISOString().slice(0, 10).replaceAll('-', '')),
    },
    completesAt: end === 'completes' || end === 'both' ? at : null,
    reversesAt: end === 'reverses' || end === 'both' ? at : null,
    sessionMs,
  }
  const input = registerInput(context, registration)
  return {
    expected: context.model.attempt(() => orders.register(context.model, registration)),
    send: () => context.sandbox.execute('registerOrder', input),
  }
}

export function registerInput(
  context: CommandContext,
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
  return context.sandbox.registerInput({
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

export function prepareCapture(
  context: CommandContext,
  command: CommandNamed<'deposit' | 'reverse' | 'refund'>,
): PreparedCommand | undefined {
  const { sandbox, model } = context
  const fits = (order: Order) =>
    command.do === 'refund' ? order.deposited > 0 : order.status === 1
  const order = context.order(command.order, fits)
  if (order === undefined) return undefined
  const { id, deposited } = order
  const ref = { order: { id } }
  const amount = Math.floor(order.amount * (command.share ?? 0))
  switch (command.do) {
    case 'deposit':
      return {
        expected: model.attempt(() => orders.deposit(model, id, amount)),
        send: () => sandbox.execute('captureOrder', { ...ref, amount }),
      }
    case 'reverse': {
      const asked = command.share === null ? null : amount
      return {
        expected: model.attempt(() => orders.reverse(model, id, asked)),
        send: () =>
          sandbox.execute('reverseOrder', { ...ref, ...(asked !== null && { amount: asked }) }),
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
        expected: model.attempt(() => orders.refund(model, id, { amount, externalId, expected })),
        send: () => sandbox.execute('refundOrder', input),
      }
    }
  }
}

export function prepareTouch(
  context: CommandContext,
  command: CommandNamed<'open' | 'update' | 'decline' | 'cancel'>,
): PreparedCommand | undefined {
  const { sandbox, model } = context
  const order = context.order(command.order, orders.isPayable)
  if (order === undefined) return undefined
  const { id } = order
  const ways = {
    open: [orders.open, () => sandbox.execute('openPage', { orderId: id })],
    update: [orders.current, () => sandbox.execute('updateOrder', { order: { id } })],
    decline: [orders.decline, () => sandbox.execute('declineOrder', { order: { id } })],
    cancel: [orders.cancel, () => sandbox.execute('declineOrderByPayer', { orderId: id })],
  } as const
  const [inModel, send] = ways[command.do]
  return { expected: model.attempt(() => inModel(model, id)), send }
}
