// The cardholders of a project: listed, searched, each with account and cards.

import { rowIdOf } from '../../../kernel/row-id.ts'
import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { type Cardholder, customerNumberOf } from '../../../issuing/cardholder.ts'
import {
  CARDHOLDER_SORTS,
  cardholderById,
  cardholdersPage,
} from '../../../store/reads/cardholders.ts'
import { cardsPage } from '../../../store/reads/cards.ts'
import { accountById } from '../../../store/reads/ledger.ts'
import { AccountSchema, accountView } from '../ledger/account-view.ts'
import { bindingsOfCard } from '../../../store/reads/bindings.ts'
import { operation } from '../api.ts'
import { BindingSchema, bindingView } from './bindings.ts'
import { CardSchema, cardView } from './card-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { problem } from '../problems.ts'
import { idParameter, iso, Moment, orNull, SearchText } from '../schemas.ts'

/** Maximum number of cards shown with their cardholder; `GET /cards` lists all of them. */
const CARDS_SHOWN = 50
/** Cards whose bindings are included, and the total number of bindings shown. */
const BOUND_CARDS_MAX = 10
const BINDINGS_SHOWN = 50

export const CardholderSchema = Type.Object({
  id: Type.String(),
  customerNumber: Type.String({
    description: 'Number of the customer at interface A (`customer_number`)',
  }),
  firstName: Type.String(),
  lastName: Type.String(),
  phoneNumber: Type.String(),
  profile: Type.Record(Type.String(), Type.String(), {
    description: 'Other details of the cardholder, as sent',
  }),
  createdAt: Moment,
})

const CardholderAnswer = Type.Object({
  ...CardholderSchema.properties,
  account: orNull(AccountSchema, 'Account of the cardholder; null before there is one'),
  cards: Type.Array(CardSchema, { description: `Cards, newest first, at most ${CARDS_SHOWN}` }),
  bindings: Type.Array(BindingSchema, {
    description: `Stored cards of the newest ${BOUND_CARDS_MAX} cards, newest first, at most ${BINDINGS_SHOWN}`,
  }),
})

const cardholderList = new List<readonly [id: number]>('cardholders')

export const listCardholders = operation({
  name: 'listCardholders',
  method: 'GET',
  path: '/cardholders',
  summary: 'List the cardholders',
  description:
    'Lists cardholders, newest first by default. A search reads a long list in parts: a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  query: listQuery({
    q: Type.Optional(
      SearchText('Part of the name, the phone number or the customer number', 'ann'),
    ),
    card: Type.Optional(
      Type.Enum(['with', 'without'], {
        description: 'Only cardholders who have a card, or only those who have none',
      }),
    ),
    sort: Type.Optional(
      Type.Enum([...CARDHOLDER_SORTS], {
        description: 'Order of the list: by time of registration; newest first by default',
      }),
    ),
  }),
  answer: listAnswer(CardholderSchema),
  reads: ['cardholder'],
  errors: ['cursor-invalid'],
  async handle({ project, query: { q, card, sort, ...page }, read }) {
    const list = sort === 'oldest' ? cardholderList.ofPart('oldest') : cardholderList
    const request = list.request(project, page)
    const found = await read(cardholdersPage, { ...request, text: q, card, sort })
    return list.answer(project, found, cardholderView)
  },
})

export const showCardholder = operation({
  name: 'showCardholder',
  method: 'GET',
  path: '/cardholders/:id',
  summary: 'Read a cardholder with account and cards',
  description: 'Returns the same record for cardholders of both issuing interfaces.',
  params: idParameter('cardholder', '100001'),
  answer: CardholderAnswer,
  reads: ['cardholder', 'card', 'cardNumber', 'account', 'binding'],
  errors: ['cardholder-not-found'],
  async handle({ params, read }) {
    const id = rowIdOf(params.id)
    const cardholder = id === undefined ? undefined : await read(cardholderById, id)
    if (cardholder === undefined)
      throw problem('cardholder-not-found', 'This project has no such cardholder.')
    const [account, cards] = await Promise.all([
      read(accountById, cardholder.accountId),
      read(cardsPage, { cardholderId: cardholder.id, limit: CARDS_SHOWN }),
    ])
    const bindings = await Promise.all(
      cards.items.slice(0, BOUND_CARDS_MAX).map(({ number }) => read(bindingsOfCard, number.hash)),
    )
    return {
      ...cardholderView(cardholder),
      account: account === undefined ? null : accountView(account),
      cards: cards.items.map(cardView),
      bindings: bindings
        .flat()
        .toSorted((one, other) => other.createdAt - one.createdAt)
        .slice(0, BINDINGS_SHOWN)
        .map(bindingView),
    }
  },
})

export const cardholderOperations = [listCardholders, showCardholder]

export const cardholderView = (cardholder: Cardholder): Static<typeof CardholderSchema> => {
  const { id, firstName, lastName, phoneNumber, profile, createdAt } = cardholder
  return {
    id: String(id),
    customerNumber: customerNumberOf(cardholder),
    firstName,
    lastName,
    phoneNumber,
    profile: { ...profile },
    createdAt: iso(createdAt),
  }
}
