// Prepares payments by card and by binding, and responses on the issuer's page, for the product and
// the model.

import { credit } from './instant-refund.ts'
import type { CommandInput } from '../../src/registry/commands.ts'
import { ISSUED_CARDS } from './command.ts'
import type { CommandContext, CommandNamed, PreparedCommand } from './command-context.ts'
import { OUTSIDE_CARDS } from './issuer.ts'
import { isPayable, type Registration } from './orders.ts'
import {
  answer,
  finish,
  goOn,
  type PaymentMethod,
  pay,
  type PayOrderInput,
  registerAndPay,
} from './payments.ts'
import { registerInput } from './prepare-orders.ts'
import { type Cvc, required, type Order } from './model.ts'
import { TEST_CARD_EXPIRY, UNKNOWN_PAN } from '../kit/test-cards.ts'

const OUTSIDE_PANS = [...Object.keys(OUTSIDE_CARDS), UNKNOWN_PAN]

export function preparePayment(
  context: CommandContext,
  command: CommandNamed<'pay'>,
): PreparedCommand | undefined {
  const order = context.order(command.order, isPayable)
  if (order === undefined) return undefined
  const { pan, expiry: rightExpiry } = numberOf(context, command)
  const expiry = {
    right: rightExpiry,
    wrong: rightExpiry + 100,
    soon: context.model.month(),
    past: context.model.month(-1),
  }[command.expiry]
  const { cvc, keep } = command
  const asked = payInput(context, { kind: 'card', pan, expiry, cvc, keep }, command)
  const entered = { pan, expiry, cvc: cvcOf(context, pan, expiry, cvc), keepCard: keep }
  const over = { ...asked.common, ...(command.isMoto && { way: 'CARD_MOTO' as const }) }
  return {
    expected: context.model.attempt(() => pay(context.model, order.id, asked.model)),
    send: () => context.sandbox.pay(order, entered, over),
  }
}

function numberOf(
  context: CommandContext,
  { card, old }: Pick<CommandNamed<'pay'>, 'card' | 'old'>,
): { readonly pan: string; readonly expiry: number } {
  if (card >= ISSUED_CARDS)
    return { pan: required(OUTSIDE_PANS[card - ISSUED_CARDS]), expiry: TEST_CARD_EXPIRY }
  const numbers = [...context.model.numbers].filter(([, number]) => number.card === card)
  const [pan, { expiry }] = required(numbers.at(old ? 0 : -1))
  return { pan, expiry }
}

function cvcOf(context: CommandContext, pan: string, expiry: number, cvc: Cvc): string | undefined {
  if (cvc === 'none') return undefined
  if (cvc === 'wrong') return '1234'
  const { vault } = context.sandbox.project
  return context.model.numbers.has(pan)
    ? vault.cvc(pan, expiry)
    : (OUTSIDE_CARDS[pan]?.cvc ?? '123')
}

function payInput(
  context: CommandContext,
  paymentMethod: PaymentMethod,
  command: {
    readonly isMoto?: boolean
    readonly speaksVersion2: boolean
    readonly methodDone: boolean
  },
) {
  const { isMoto = false, speaksVersion2, methodDone } = command
  const newIds = { binding: context.id(), challenge: context.id() }
  const { binding: newBinding, challenge: newChallenge } = newIds
  const model: PayOrderInput = {
    paymentMethod,
    isMoto,
    speaksVersion2,
    methodDone,
    newBinding,
    newChallenge,
  }
  return { model, common: { speaksVersion2, methodDone, newIds } }
}

export function prepareBindingPayment(
  context: CommandContext,
  command: CommandNamed<'pay-by-binding'>,
): PreparedCommand | undefined {
  const seen = context.binding(command.binding)
  if (seen === undefined) return undefined
  const { client } = context.model.binding(seen.id)
  const order = context.order(command.order, (each) => isPayable(each) && each.client === client)
  if (order === undefined) return undefined
  const { id, pan, numberId, kind } = seen
  const { cvc } = command
  const right = cvc === 'right' || kind === 'rule'
  const sent = cvc === 'none' ? null : { numberId, right }
  const asked = payInput(context, { kind: 'binding', id, cvc, pan }, command)
  const input: CommandInput<'payOrder'> = {
    orderId: order.id,
    paymentMethod: { kind: 'binding', bindingId: id, cvc: sent },
    ...asked.common,
  }
  return {
    expected: context.model.attempt(() => pay(context.model, order.id, asked.model)),
    send: () => context.sandbox.execute('payOrder', input),
  }
}

export function prepareCharge(
  context: CommandContext,
  command: CommandNamed<'charge'>,
): PreparedCommand | undefined {
  const seen = context.binding(command.binding)
  if (seen === undefined) return undefined
  const { id } = seen
  const registration: Registration = {
    id: context.id(),
    twoStage: command.twoStage,
    amount: command.amount,
    currency: 978,
    client: context.model.binding(id).client,
    features: ['AUTO_PAYMENT'],
    ...PLAIN_ORDER,
  }
  const paymentMethod: PaymentMethod = { kind: 'binding', id, cvc: 'none', pan: null }
  const asked = payInput(context, paymentMethod, { speaksVersion2: false, methodDone: false })
  const input: CommandInput<'registerAndPay'> = {
    register: registerInput(context, registration),
    pay: { paymentMethod: { kind: 'binding', bindingId: id, cvc: null }, ...asked.common },
  }
  return {
    expected: context.model.attempt(() => registerAndPay(context.model, registration, asked.model)),
    send: () => context.sandbox.execute('registerAndPay', input),
  }
}

export function prepareGoOn(
  context: CommandContext,
  command: CommandNamed<'go-on'>,
): PreparedCommand | undefined {
  const order = context.order(command.order, ({ challenge }) => challenge?.version === 2)
  if (order === undefined) return undefined
  const { id } = order
  const challengeId = context.id()
  return {
    expected: context.model.attempt(() => goOn(context.model, id, challengeId)),
    send: () => context.sandbox.execute('continuePayment', { orderId: id, challengeId }),
  }
}

export function prepareCredit(
  context: CommandContext,
  command: CommandNamed<'credit'>,
): PreparedCommand {
  const { model, sandbox } = context
  const { amount, cvc } = command
  const registration: Registration = {
    ...PLAIN_ORDER,
    id: context.id(),
    twoStage: false,
    amount,
    currency: command.isDollar ? 840 : 978,
    client: null,
    features: [],
  }
  const { pan, expiry: rightExpiry } = numberOf(context, command)
  const expiry = {
    right: rightExpiry,
    wrong: rightExpiry + 100,
    past: model.month(-1),
  }[command.expiry]
  const register = registerInput(context, registration)
  const entered = { pan, expiry, cvc: cvcOf(context, pan, expiry, cvc) }
  const { paymentMethod } = sandbox.payInput({ id: registration.id }, entered)
  return {
    expected: model.attempt(() =>
      credit(model, registration, { kind: 'card', pan, expiry, cvc, keep: false }),
    ),
    send: () => sandbox.execute('instantRefund', { register, paymentMethod }),
  }
}

/** The settings of an order without any requirement. */
const PLAIN_ORDER = {
  onlyBinding: null,
  recurring: null,
  completesAt: null,
  reversesAt: null,
  sessionMs: null,
} as const

export function prepareAnswer(
  context: CommandContext,
  command: CommandNamed<'answer'>,
): PreparedCommand | undefined {
  const order = context.order(
    command.order,
    ({ challenge }) => challenge?.isOpen === true && challenge.answer === null,
  )
  if (order === undefined) return undefined
  const { id } = order
  const challengeId = challengeIdOf(order, command.previous)
  const given = command.answer
  const code = given === 'right' ? (order.challenge?.code ?? '123456') : '000000'
  const isCode = given === 'right' || given === 'wrong'
  const sent: CommandInput<'answerChallenge'>['answer'] = isCode
    ? { kind: 'code', code }
    : given === 'cancel' || given === 'resend'
      ? { kind: given }
      : { kind: 'outcome', status: given }
  return {
    expected: context.model.attempt(() =>
      answer(context.model, id, challengeId, isCode ? { code } : given),
    ),
    send: () =>
      context.sandbox.execute('answerChallenge', { orderId: id, challengeId, answer: sent }),
  }
}

export function prepareFinish(
  context: CommandContext,
  command: CommandNamed<'finish'>,
): PreparedCommand | undefined {
  const order = context.order(
    command.order,
    ({ challenge }) => typeof challenge?.answer === 'string',
  )
  if (order === undefined) return undefined
  const { id } = order
  const challengeId = challengeIdOf(order, command.previous)
  const truth = order.challenge?.answer ?? null
  const status = { nothing: null, truth, Y: 'Y' }[
    command.claims
  ] as CommandInput<'finishPayment'>['status']
  return {
    expected: context.model.attempt(() => finish(context.model, id, challengeId, status)),
    send: () => context.sandbox.execute('finishPayment', { orderId: id, challengeId, status }),
  }
}

const challengeIdOf = ({ challenge, replaced }: Order, previous: boolean): string =>
  (previous ? replaced : challenge?.id) ?? replaced ?? 'none'
