// Issuing cards, and what an operation on a card answers: one set of rules behind interface A's card operations and B's /cards.

import { addMonths, yearMonth } from '../domain/calendar.ts'
import {
  type Card,
  CARD_CURRENCY,
  CARD_LIFE_MONTHS,
  type CardNumber,
  type CardUsage,
  isExpired,
} from '../domain/card.ts'
import { type Cardholder, embossedName } from '../domain/cardholder.ts'
import { Fault } from '../domain/fault.ts'
import { type Account, accountNumber } from '../domain/ledger.ts'
import { initialLimits, unusedAt } from '../domain/limits.ts'
import { isAmount, toAmount } from '../domain/money.ts'
import type { Operation } from '../domain/operation.ts'
import { want, type Want } from '../domain/rows.ts'
import { wantsSystemAccount } from './books.ts'
import { wantsByCard } from './card-rows.ts'
import type { Draft, LoadedRows } from './draft.ts'
import { operation } from './operation.ts'
import { credit } from './transfers.ts'

/** A number ready to be issued: found by its hash, stored sealed, shown masked. */
export interface PreparedNumber {
  readonly hash: string
  readonly sealed: string
  readonly mask: string
}

/** A card with all that a view of it needs. */
export interface CardAnswer {
  readonly card: Card
  readonly number: CardNumber
  readonly account: Account
  readonly usage: CardUsage
  readonly cardholder: Cardholder
  /** What the change left in the records, where it leaves something. */
  readonly operation: Operation | null
}

export interface IssueCardAsk {
  readonly cardholderId: number
  /** Numbers to try in order: the first that is free is issued. */
  readonly candidates: readonly PreparedNumber[]
}

/** Issues a card through B: one per cardholder, from the project's pool, valid for five years. */
export const issueCard = operation<IssueCardAsk, CardAnswer>({
  wants: (ask, rows) => {
    const cardholder = rows.find('cardholder', 'id', ask.cardholderId)
    return [
      want('cardholder', 'id', ask.cardholderId),
      ...ask.candidates.map(({ hash }) => want('cardNumber', 'hash', hash)),
      ...(cardholder ? [want('account', 'id', cardholder.accountId)] : []),
    ]
  },
  decide(ask, draft) {
    const cardholder = draft.get('cardholder', 'id', ask.cardholderId)
    if (cardholder === null)
      throw new Fault('cardholder-unknown', 'There is no such cardholder.', '/cardholder')
    if (cardholder.poolCards > 0)
      throw new Fault('cardholder-has-card', 'This cardholder has a card already.')
    if (draft.space.poolUsed >= draft.space.settings.cardPool)
      throw new Fault('pool-exhausted', 'All cards of the pool are issued.')
    const owner = { ...cardholder, poolCards: cardholder.poolCards + 1 }
    draft.put('cardholder', owner)
    draft.space = { ...draft.space, poolUsed: draft.space.poolUsed + 1 }
    const expiry = addMonths(yearMonth(draft.now), CARD_LIFE_MONTHS)
    return createCard(draft, owner, freeNumber(ask.candidates, draft), expiry, '1')
  },
})

export interface CreateVirtualCardAsk {
  /** Interface A's name of the customer: a customer number, or the id of a cardholder made through B. */
  readonly customerId: string
  readonly accountId: number | undefined
  /** As sent, to be compared with the account's. */
  readonly accountNumber: string
  /** The number to issue; none where it is reserved, which answers as a number that exists. */
  readonly candidates: readonly PreparedNumber[]
  /** YYYYMM. */
  readonly expiry: number
  readonly productType: string
  /** Minor units, as sent; 0 credits nothing. */
  readonly amount: number
  /** ISO 4217 numeric code, as sent. */
  readonly currency: number
}

/** Issues a card through A: any number of them on one account, with an initial amount. */
export const createVirtualCard = operation<CreateVirtualCardAsk, CardAnswer>({
  wants: (ask) => {
    const cardholderId = idOf(ask.customerId)
    return [
      want('cardholder', 'customerNumber', ask.customerId),
      ...(cardholderId === undefined ? [] : [want('cardholder', 'id', cardholderId)]),
      ...ask.candidates.map(({ hash }) => want('cardNumber', 'hash', hash)),
      wantsSystemAccount('funding', CARD_CURRENCY),
      ...(ask.accountId === undefined ? [] : [want('account', 'id', ask.accountId)]),
    ]
  },
  decide(ask, draft) {
    const owner = customer(ask.customerId, draft)
    const account = ask.accountId === undefined ? null : draft.get('account', 'id', ask.accountId)
    if (account?.cardholderId !== owner.id || accountNumber(account) !== ask.accountNumber)
      throw new Fault('account-unknown', 'The customer has no such account.')
    if (ask.currency !== CARD_CURRENCY)
      throw new Fault('currency-unsupported', 'Only EUR (978) is supported.')
    if (!isAmount(ask.amount))
      throw new Fault('amount-invalid', 'The amount must be an integer from 0 to 999999999999.')
    if (isExpired(ask.expiry, yearMonth(draft.now)))
      throw new Fault('expiry-past', 'The expiry date lies in the past.')
    const number = freeNumber(ask.candidates, draft)
    const answer = createCard(draft, owner, number, ask.expiry, ask.productType)
    if (ask.amount === 0) return answer
    const operation = credit(draft, answer, toAmount(ask.amount))
    return { ...answer, operation, account: draft.must('account', 'id', account.id) }
  },
})

/** The card a path or a request names. */
export function existingCard(cardId: number, draft: Draft): Card {
  const card = draft.get('card', 'id', cardId)
  if (card === null) throw new Fault('card-not-found', 'There is no such card.')
  return card
}

/** Keys of all that `cardAnswer` tells. */
export function wantsOfCardAnswer(cardId: number, rows: LoadedRows): Want[] {
  const wants = wantsByCard(cardId, rows)
  const card = rows.find('card', 'id', cardId)
  return card ? [...wants, want('cardholder', 'id', card.cardholderId)] : wants
}

/** The card as the draft left it. */
export function cardAnswer(draft: Draft, cardId: number, operation: Operation | null): CardAnswer {
  const card = draft.must('card', 'id', cardId)
  return {
    card,
    number: draft.must('cardNumber', 'id', card.numberId),
    account: draft.must('account', 'id', card.accountId),
    usage: draft.must('cardUsage', 'cardId', cardId),
    cardholder: draft.must('cardholder', 'id', card.cardholderId),
    operation,
  }
}

function createCard(
  draft: Draft,
  cardholder: Cardholder,
  prepared: PreparedNumber,
  expiry: number,
  productType: string,
): CardAnswer {
  const id = draft.take('nextCard')
  const number = newNumber(draft, id, prepared, expiry)
  const card: Card = {
    id,
    cardholderId: cardholder.id,
    accountId: cardholder.accountId,
    status: 'active',
    numberId: number.id,
    productType,
    plasticNumber: 1,
    embossedName: embossedName(cardholder),
    limits: initialLimits(),
    pinHash: null,
    pinDenials: 0,
    createdAt: draft.now,
    blockedAt: null,
  }
  const usage = { cardId: id, usage: unusedAt(draft.now) }
  draft.put('card', card)
  draft.put('cardUsage', usage)
  const account = draft.must('account', 'id', card.accountId)
  return { card, number, account, usage, cardholder, operation: null }
}

/** Gives a card a number from now on. */
export function newNumber(
  draft: Draft,
  cardId: number,
  prepared: PreparedNumber,
  expiry: number,
): CardNumber {
  return draft.put('cardNumber', {
    id: draft.take('nextId'),
    cardId,
    ...prepared,
    expiry,
    replaced: null,
    createdAt: draft.now,
  })
}

/** The first of the candidates that nobody has. */
export function freeNumber(candidates: readonly PreparedNumber[], draft: Draft): PreparedNumber {
  const free = candidates.find(({ hash }) => draft.get('cardNumber', 'hash', hash) === null)
  if (free === undefined)
    throw new Fault('number-exists', 'A card with this number exists already.')
  return free
}

function customer(customerId: string, draft: Draft): Cardholder {
  const byNumber = draft.get('cardholder', 'customerNumber', customerId)
  if (byNumber !== null) return byNumber
  const id = idOf(customerId)
  const byId = id === undefined ? null : draft.get('cardholder', 'id', id)
  if (byId?.customerNumber !== null)
    throw new Fault('customer-unknown', 'There is no such customer.')
  return byId
}

/** A cardholder id in decimal digits, or undefined. */
const idOf = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
