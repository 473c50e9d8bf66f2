// Payments, by card and by binding, and answers of the issuer's page, as they are sent to the product and to the model.

import type { CommandInput } from '../../src/registry/commands.ts'
import { ISSUED_CARDS } from './command.ts'
import type { Desk, Of, Sent } from './desk.ts'
import { OUTSIDE_CARDS, UNKNOWN_PAN } from './issuer.ts'
import { isPayable, type Registration } from './orders.ts'
import { answer, finish, type Means, pay, type PayOrderInput, registerAndPay } from './payments.ts'
import { registerInput } from './sent-orders.ts'
import { type Cvc, found, type Order } from './shop.ts'

const OUTSIDE_PANS = [...Object.keys(OUTSIDE_CARDS), UNKNOWN_PAN]
const OUTSIDE_EXPIRY = 203412

export function sentPayment(desk: Desk, command: Of<'pay'>): Sent | undefined {
  const order = desk.order(command.order, isPayable)
  if (order === undefined) return undefined
  const { pan, expiry: rightExpiry } = numberOf(desk, command)
  const expiry = {
    right: rightExpiry,
    wrong: rightExpiry + 100,
    soon: desk.shop.month(),
    past: desk.shop.month(-1),
  }[command.expiry]
  const { cvc, keep } = command
  const asked = payInput(desk, { kind: 'card', pan, expiry, cvc, keep }, command)
  const entered = { pan, expiry, cvc: cvcOf(desk, pan, expiry, cvc), keepCard: keep }
  const over = { ...asked.common, ...(command.isMoto && { way: 'CARD_MOTO' as const }) }
  return {
    expected: desk.shop.attempt(() => pay(desk.shop, order.id, asked.model)),
    send: () => desk.till.pay(order, entered, over),
  }
}

function numberOf(
  desk: Desk,
  { card, old }: Of<'pay'>,
): { readonly pan: string; readonly expiry: number } {
  if (card >= ISSUED_CARDS)
    return { pan: found(OUTSIDE_PANS[card - ISSUED_CARDS]), expiry: OUTSIDE_EXPIRY }
  const numbers = [...desk.shop.numbers].filter(([, number]) => number.card === card)
  const [pan, { expiry }] = found(numbers.at(old ? 0 : -1))
  return { pan, expiry }
}

function cvcOf(desk: Desk, pan: string, expiry: number, cvc: Cvc): string | undefined {
  if (cvc === 'none') return undefined
  if (cvc === 'wrong') return '1234'
  const { vault } = desk.till.stand.project
  return desk.shop.numbers.has(pan) ? vault.cvc(pan, expiry) : (OUTSIDE_CARDS[pan]?.cvc ?? '123')
}

function payInput(
  desk: Desk,
  paymentMethod: Means,
  command: {
    readonly isMoto?: boolean
    readonly speaksVersion2: boolean
    readonly methodDone: boolean
  },
) {
  const { isMoto = false, speaksVersion2, methodDone } = command
  const newIds = { binding: desk.id(), challenge: desk.id() }
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

export function sentBindingPayment(desk: Desk, command: Of<'pay-by-binding'>): Sent | undefined {
  const seen = desk.binding(command.binding)
  if (seen === undefined) return undefined
  const { client } = desk.shop.binding(seen.id)
  const order = desk.order(command.order, (each) => isPayable(each) && each.client === client)
  if (order === undefined) return undefined
  const { id, pan, numberId, kind } = seen
  const { cvc } = command
  const right = cvc === 'right' || kind === 'rule'
  const sent = cvc === 'none' ? null : { numberId, right }
  const asked = payInput(desk, { kind: 'binding', id, cvc, pan }, command)
  const input: CommandInput<'payOrder'> = {
    orderId: order.id,
    paymentMethod: { kind: 'binding', bindingId: id, cvc: sent },
    ...asked.common,
  }
  return {
    expected: desk.shop.attempt(() => pay(desk.shop, order.id, asked.model)),
    send: () => desk.till.input('payOrder', input),
  }
}

export function sentCharge(desk: Desk, command: Of<'charge'>): Sent | undefined {
  const seen = desk.binding(command.binding)
  if (seen === undefined) return undefined
  const { id } = seen
  const registration: Registration = {
    id: desk.id(),
    twoStage: command.twoStage,
    amount: command.amount,
    currency: 978,
    client: desk.shop.binding(id).client,
    features: ['AUTO_PAYMENT'],
    onlyBinding: null,
    recurring: null,
    completesAt: null,
    reversesAt: null,
    sessionMs: null,
  }
  const paymentMethod: Means = { kind: 'binding', id, cvc: 'none', pan: null }
  const asked = payInput(desk, paymentMethod, { speaksVersion2: false, methodDone: false })
  const input: CommandInput<'registerAndPay'> = {
    register: registerInput(desk, registration),
    pay: { paymentMethod: { kind: 'binding', bindingId: id, cvc: null }, ...asked.common },
  }
  return {
    expected: desk.shop.attempt(() => registerAndPay(desk.shop, registration, asked.model)),
    send: () => desk.till.input('registerAndPay', input),
  }
}

export function sentAnswer(desk: Desk, command: Of<'answer'>): Sent | undefined {
  const order = desk.order(
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
    expected: desk.shop.attempt(() =>
      answer(desk.shop, id, challengeId, isCode ? { code } : given),
    ),
    send: () => desk.till.input('answerChallenge', { orderId: id, challengeId, answer: sent }),
  }
}

export function sentFinish(desk: Desk, command: Of<'finish'>): Sent | undefined {
  const order = desk.order(command.order, ({ challenge }) => typeof challenge?.answer === 'string')
  if (order === undefined) return undefined
  const { id } = order
  const challengeId = challengeIdOf(order, command.previous)
  const truth = order.challenge?.answer ?? null
  const status = { nothing: null, truth, Y: 'Y' }[
    command.claims
  ] as CommandInput<'finishPayment'>['status']
  return {
    expected: desk.shop.attempt(() => finish(desk.shop, id, challengeId, status)),
    send: () => desk.till.input('finishPayment', { orderId: id, challengeId, status }),
  }
}

const challengeIdOf = ({ challenge, replaced }: Order, previous: boolean): string =>
  (previous ? replaced : challenge?.id) ?? replaced ?? 'none'
