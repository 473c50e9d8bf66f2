// The issuers in the model: one for the project's own cards, and one for all other cards, with test
// cards and rules.

import {
  type Behaviour,
  type Card,
  type Cvc,
  type Decision,
  required,
  type Entry,
  type Order,
  type CardData,
  refuse,
  type Model,
} from './model.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

const CODE = '123456'

// prettier-ignore
export const OUTSIDE_CARDS: Readonly<Record<string, Behaviour & { readonly cvc: string }>> = {
  [TEST_CARDS.approved]:              { cvc: '123', flow: 'ssl',                 version: 2, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.approvedWellKnown]:     { cvc: '123', flow: 'ssl',                 version: 1, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.challengeV2]:           { cvc: '123', flow: 'challenge',           version: 2, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.challengeV1]:           { cvc: '123', flow: 'challenge',           version: 1, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.frictionless]:          { cvc: '123', flow: 'frictionless',        version: 2, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.attempt]:               { cvc: '123', flow: 'attempt',             version: 2, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.attemptV1]:             { cvc: '123', flow: 'attempt',             version: 1, code: CODE, actionCode: 0, funds: null },
  [TEST_CARDS.rejected]:              { cvc: '123', flow: 'rejected',            version: 2, code: CODE, actionCode: -2025, funds: null },
  [TEST_CARDS.communicationError]:    { cvc: '123', flow: 'communication-error', version: 1, code: CODE, actionCode: 151017, funds: null },
  [TEST_CARDS.challengeLimitedFunds]: { cvc: '583', flow: 'challenge',           version: 2, code: '111111', actionCode: 0, funds: 10_000 },
  [TEST_CARDS.noFunds]:               { cvc: '123', flow: 'ssl',                 version: 1, code: CODE, actionCode: 116, funds: null },
}

/** The issuer of a card when it is entered. */
export function identify(model: Model, pan: string, expiry: number, order: Order): CardData {
  const number = model.numbers.get(pan)
  if (number !== undefined) return { kind: 'issued', pan, expiry, card: number.card }
  if (pan in OUTSIDE_CARDS) return { kind: 'test', pan, expiry, card: null }
  return { kind: ruleFor(model, pan, order) ? 'rule' : 'unknown', pan, expiry, card: null }
}

export const newDecision = (model: Model, cardData: CardData, order: Order): Decision => ({
  behaviour: behaviourOf(model, cardData, order),
  isRuled: isRuled(model, cardData, order),
})

/** An outcome rule takes precedence over the list of test cards, whenever the card was entered. */
const isRuled = (model: Model, { kind, pan }: CardData, order: Order): boolean =>
  kind !== 'issued' && ruleFor(model, pan, order) !== undefined

function ruleFor(model: Model, pan: string, order: Order): Behaviour | undefined {
  const rule = model.rules.find(
    ({ prefix, amountFrom, amountTo, client }) =>
      (prefix === null || pan.startsWith(prefix)) &&
      (amountFrom === null || order.amount >= amountFrom) &&
      (amountTo === null || order.amount <= amountTo) &&
      (client === null || order.client === client),
  )
  return rule && { ...rule, code: CODE }
}

/** The behaviour of a card now; undefined for an unknown card. */
function behaviourOf(model: Model, { kind, pan }: CardData, order: Order): Behaviour | undefined {
  if (kind === 'issued')
    return { flow: model.issuedFlow, version: 2, code: CODE, actionCode: 0, funds: null }
  return ruleFor(model, pan, order) ?? OUTSIDE_CARDS[pan]
}

/** The reason for a decline, as the order's action code and as interface A shows it. */
interface Reason {
  readonly actionCode: number
  readonly shown: number
}

// prettier-ignore
const STATUS_REASONS: Readonly<Record<string, Reason>> = {
  blocked:  { actionCode: 4,   shown: 104 },
  lost:     { actionCode: 208, shown: 208 },
  stolen:   { actionCode: 208, shown: 209 },
  damaged:  { actionCode: 125, shown: 125 },
  expired:  { actionCode: 125, shown: 125 },
}

const reason = (code: number): Reason => ({ actionCode: code, shown: code })

/** The response of the issuer of an external card; undefined if it has none. */
export function outsideAnswer(
  model: Model,
  behaviour: Behaviour | undefined,
  cardData: CardData,
  cvc: Cvc,
  debited: number,
): number | undefined {
  if (behaviour === undefined) return undefined
  if (cardData.expiry < model.month()) return 101
  if (cvc === 'wrong') return 82
  if (behaviour.actionCode !== 0) return behaviour.actionCode
  return behaviour.funds !== null && debited > behaviour.funds ? 116 : 0
}

/** The reason why the issuer of the project's cards declines; undefined if it approves. */
export function ownAnswer(
  model: Model,
  cardData: CardData,
  order: Order,
  cvc: Cvc,
): Reason | undefined {
  const notGood = cardAnswer(model, cardData, order, cvc)
  if (notGood !== undefined) return notGood
  const number = model.number(cardData.pan)
  if (order.amount > model.available(accountOf(number.card))) return reason(116)
  const isAbove = isAboveLimit(model, number.card, model.card(number.card), order.amount)
  return isAbove ? reason(121) : undefined
}

/** The reason why a card of the project cannot pay or receive money, apart from its balance. */
export function cardAnswer(
  model: Model,
  { pan, expiry }: CardData,
  order: Order,
  cvc: Cvc,
): Reason | undefined {
  const number = model.number(pan)
  const card = model.card(number.card)
  if (order.currency !== 978) return reason(110)
  if (expiry !== number.expiry || number.expiry < model.month()) return reason(101)
  if (cvc === 'wrong') return { actionCode: 82, shown: 122 }
  return STATUS_REASONS[number.replaced ?? card.status]
}

export const accountOf = (card: number): string => `card-${card}`

const WINDOWS = { 0: 10, 3: 7, 4: 4 } as const
const PURCHASE_LIMITS = ['LMTP0109', 'LMTP0110', 'LMTP0111', 'LMTP0112']

const isAboveLimit = (model: Model, index: number, card: Card, amount: number): boolean =>
  PURCHASE_LIMITS.some((name) => {
    const { value, cycle } = required(card.limits[name])
    return used(model, index, WINDOWS[cycle], model.now) + amount > value
  })

/**
 * The amount that a card has used in the window of a time: payments in it, minus what was returned
 * while it ran. `length` is the number of characters of an ISO date that identify the window.
 */
export function used(model: Model, card: number, length: number, at: number): number {
  const windowOf = (time: number) => new Date(time).toISOString().slice(0, length)
  const current = windowOf(at)
  const paid = new Map<string, Entry>()
  let sum = 0
  for (const entry of model.entries) {
    if (entry.card !== card || !entry.approved || entry.order === null) continue
    if (entry.kind === 'purchase') paid.set(entry.order, entry)
    const purchase = paid.get(entry.order)
    // Money that was paid out without a previous payment uses nothing and returns nothing.
    if (purchase === undefined) continue
    if (windowOf(purchase.at) !== current || windowOf(entry.at) !== current) continue
    if (entry.kind === 'purchase') sum += entry.amount
    else sum -= entry.kind === 'completion' ? purchase.amount - entry.amount : entry.amount
  }
  return sum
}

/** An entry that follows a payment, on the card that paid, whatever has happened to the card. */
export function giveBack(
  model: Model,
  { id, currency, payment }: Order,
  entry: Pick<Entry, 'kind' | 'amount' | 'from' | 'to'>,
): void {
  const card = required(payment ?? undefined).cardData.card
  model.write({
    ...entry,
    order: id,
    card,
    approved: true,
    currency,
    posDataCode: null,
    reason: -1,
  })
}

const NO_MONEY = {
  order: null,
  approved: true,
  amount: 0,
  currency: 0,
  from: null,
  to: null,
  posDataCode: null,
  reason: -1,
} as const

export function changeStatus(model: Model, index: number, status: Card['status']): void {
  const card = model.card(index)
  if (card.status === 'lost' || card.status === 'stolen') refuse('status-final')
  if (card.status === status) return
  model.cards.set(index, { ...card, status })
  model.write({ ...NO_MONEY, kind: status === 'blocked' ? 'block' : 'status-change', card: index })
}

export function reissue(
  model: Model,
  index: number,
  why: 'damaged' | 'expired' | 'lost' | 'stolen',
  pan: string,
): void {
  const card = model.card(index)
  model.numbers.set(card.pan, { ...model.number(card.pan), replaced: why })
  model.numbers.set(pan, { card: index, expiry: model.month(60), replaced: null })
  model.cards.set(index, { ...card, pan, status: 'active' })
}

export function changeLimit(
  model: Model,
  index: number,
  name: string,
  value: number,
  cycle: 0 | 3 | 4,
): void {
  const card = model.card(index)
  model.cards.set(index, { ...card, limits: { ...card.limits, [name]: { value, cycle } } })
  model.write({ ...NO_MONEY, kind: 'limit-change', card: index })
}

export function topup(model: Model, index: number, amount: number): void {
  const { status } = model.card(index)
  const entry = {
    kind: 'topup',
    order: null,
    card: index,
    amount,
    currency: 978,
    posDataCode: null,
  }
  const declined = STATUS_REASONS[status]
  if (declined === undefined)
    model.write({ ...entry, approved: true, from: 'funding-978', to: accountOf(index), reason: -1 })
  else model.write({ ...entry, approved: false, from: null, to: null, reason: declined.shown })
}
