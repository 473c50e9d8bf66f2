// Issuing cards, and the result of every command on a card: one set of rules behind interface A's card operations and B's /cards.

import { addMonths, yearMonth } from '../kernel/calendar.ts'
import {
  type Card,
  CARD_CURRENCY,
  CARD_LIFE_MONTHS,
  type CardNumber,
  type CardUsage,
  isExpired,
} from './card.ts'
import { type Cardholder, embossedName } from './cardholder.ts'
import { Fault } from '../kernel/fault.ts'
import { type Account, accountNumber } from '../ledger/account.ts'
import { initialLimits, unusedAt } from './limits.ts'
import { isAmount, toAmount } from '../ledger/money.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'
import { rowKey } from '../kernel/rows.ts'
import type { Draft } from '../kernel/draft.ts'
import { defineCommand } from '../kernel/command.ts'
import { credit } from './transfer.ts'

/** A number ready to be issued: found by its hash, stored sealed, shown masked. */
export interface PreparedNumber {
  readonly hash: string
  readonly sealed: string
  readonly mask: string
}

/** A card with all that a view of it needs. */
export interface CardResult {
  readonly card: Card
  readonly number: CardNumber
  readonly account: Account
  readonly usage: CardUsage
  readonly cardholder: Cardholder
  /** What the change left in the records, where it leaves something. */
  readonly entry: JournalEntry | null
}

export interface IssueCardInput {
  readonly cardholderId: number
  /** Numbers to try in order: the first that is free is issued. */
  readonly candidates: readonly PreparedNumber[]
}

/** Issues a card through B: one per cardholder, from the project's pool, valid for five years. */
export const issueCard = defineCommand<IssueCardInput, CardResult>({
  decide(input, draft) {
    const cardholder = draft.get('cardholder', 'id', input.cardholderId)
    if (cardholder === null)
      throw new Fault('cardholder-unknown', 'There is no such cardholder.', '/cardholder')
    if (cardholder.poolCards > 0)
      throw new Fault('cardholder-has-card', 'This cardholder has a card already.')
    if (draft.dataset.poolUsed >= draft.dataset.settings.cardPool)
      throw new Fault('pool-exhausted', 'All cards of the pool are issued.')
    const owner = { ...cardholder, poolCards: cardholder.poolCards + 1 }
    draft.put('cardholder', owner)
    draft.dataset = { ...draft.dataset, poolUsed: draft.dataset.poolUsed + 1 }
    const expiry = addMonths(yearMonth(draft.now), CARD_LIFE_MONTHS)
    return createCard(draft, owner, freeNumber(input.candidates, draft), expiry, '1')
  },
})

export interface CreateVirtualCardInput {
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
export const createVirtualCard = defineCommand<CreateVirtualCardInput, CardResult>({
  decide(input, draft) {
    const owner = customer(input.customerId, draft)
    const account =
      input.accountId === undefined ? null : draft.get('account', 'id', input.accountId)
    if (account?.cardholderId !== owner.id || accountNumber(account) !== input.accountNumber)
      throw new Fault('account-unknown', 'The customer has no such account.')
    if (input.currency !== CARD_CURRENCY)
      throw new Fault('currency-unsupported', 'Only EUR (978) is supported.')
    if (!isAmount(input.amount))
      throw new Fault('amount-invalid', 'The amount must be an integer from 0 to 999999999999.')
    if (isExpired(input.expiry, yearMonth(draft.now)))
      throw new Fault('expiry-past', 'The expiry date lies in the past.')
    const number = freeNumber(input.candidates, draft)
    const answer = createCard(draft, owner, number, input.expiry, input.productType)
    if (input.amount === 0) return answer
    const entry = credit(draft, answer, toAmount(input.amount))
    return { ...answer, entry: entry, account: draft.must('account', 'id', account.id) }
  },
})

/** The card a path or a request names. */
export function existingCard(cardId: number, draft: Draft): Card {
  const card = draft.get('card', 'id', cardId)
  if (card === null) throw new Fault('card-not-found', 'There is no such card.')
  return card
}

/** A card with everything around it, as the draft has it. */
export function cardResult(draft: Draft, card: Card, entry: JournalEntry | null): CardResult {
  const [number, account, usage, cardholder] = draft.mustAll(
    rowKey('cardNumber', 'id', card.numberId),
    rowKey('account', 'id', card.accountId),
    rowKey('cardUsage', 'cardId', card.id),
    rowKey('cardholder', 'id', card.cardholderId),
  )
  return { card, number, account, usage, cardholder, entry }
}

function createCard(
  draft: Draft,
  cardholder: Cardholder,
  prepared: PreparedNumber,
  expiry: number,
  productType: string,
): CardResult {
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
  return { card, number, account, usage, cardholder, entry: null }
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
  // All are looked up, not only the first that is free: what is missing is then loaded in one round.
  const [free] = candidates.filter(({ hash }) => draft.get('cardNumber', 'hash', hash) === null)
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
