// Search in a project.

import Type from 'typebox'
import type { Cardholder } from '../../issuing/cardholder.ts'
import { rowIdOf } from '../../kernel/row-id.ts'
import type { Order } from '../../payments/orders/order.ts'
import { cardholderById, cardholdersPage } from '../../store/reads/cardholders.ts'
import { type CardDetails, cardDetailsById, cardsPage } from '../../store/reads/cards.ts'
import { entryByRecordNumber } from '../../store/reads/entry-by-record.ts'
import { orderById, orderByNumber } from '../../store/reads/orders.ts'
import { realNow } from '../../time.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { operation } from './api.ts'
import { CardSchema, cardView } from './card-view.ts'
import { CardholderSchema, cardholderView } from './cardholders.ts'
import { OrderSchema, orderSummary } from './order-view.ts'
import { SearchText } from './schemas.ts'

/** Hits of one kind. */
const HITS_MAX = 20
export const search = operation({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Search the project',
  description: `Orders by id or number, orders and cards by RRN, cards by id or last four digits, cardholders by id or name; at most ${HITS_MAX} of each kind. Do not send a full card number: it must not appear in a URL.`,
  query: Type.Object({
    q: SearchText('An id, a number, an RRN, four digits or a name', 'order-1'),
  }),
  answer: Type.Object({
    orders: Type.Array(OrderSchema),
    cards: Type.Array(CardSchema),
    cardholders: Type.Array(CardholderSchema),
  }),
  reads: ['order', 'card', 'cardholder'],
  async handle({ query: { q }, read }) {
    const { orders, cards, people } = await find(read, q.trim())
    return {
      orders: orders.map(orderSummary),
      cards: cards.map(cardView),
      cardholders: people.map(cardholderView),
    }
  },
})

type ProjectRead = ProjectCall['read']

interface Hits {
  readonly orders: readonly Order[]
  readonly cards: readonly CardDetails[]
  readonly people: readonly Cardholder[]
}

async function find(read: ProjectRead, text: string): Promise<Hits> {
  const [byId, byNumber, recorded, ofCards, people] = await Promise.all([
    read(orderById, text.toLowerCase(), realNow()),
    read(orderByNumber, text, realNow()),
    byRecord(read, text),
    cardsNamed(read, text),
    peopleOf(read, text),
  ])
  const orders = [byId?.order, byNumber?.order, recorded.order]
  const card =
    recorded.cardId === undefined ? undefined : await read(cardDetailsById, recorded.cardId)
  return {
    orders: distinct(orders.filter((order) => order !== undefined)),
    cards: distinctCards([...ofCards, ...(card ? [card] : [])]),
    people,
  }
}

async function byRecord(
  read: ProjectRead,
  text: string,
): Promise<{ readonly order?: Order | undefined; readonly cardId?: number | undefined }> {
  if (!/^\d{1,12}$/.test(text)) return {}
  const entry = await read(entryByRecordNumber, Number(text))
  if (entry === undefined) return {}
  const found = entry.orderId === null ? undefined : await read(orderById, entry.orderId, realNow())
  return {
    order: found?.order,
    cardId: entry.sourceCardId ?? entry.destinationCardId ?? undefined,
  }
}

async function cardsNamed(read: ProjectRead, text: string): Promise<readonly CardDetails[]> {
  const lastFour = /^(?:[\d*• ]*[*• ])?(\d{4})$/.exec(text)?.[1]
  if (lastFour !== undefined) return (await read(cardsPage, { lastFour, limit: HITS_MAX })).items
  if (!/^\d{12}$/.test(text)) return []
  const one = await read(cardDetailsById, Number(text))
  return one === undefined ? [] : [one]
}

async function peopleOf(read: ProjectRead, text: string): Promise<readonly Cardholder[]> {
  const id = rowIdOf(text)
  if (id !== undefined) {
    const one = await read(cardholderById, id)
    return one === undefined ? [] : [one]
  }
  if (!/\p{L}/u.test(text)) return []
  return (await read(cardholdersPage, { text, limit: HITS_MAX })).items
}

const distinct = (orders: readonly Order[]): readonly Order[] => [
  ...new Map(orders.map((order) => [order.id, order])).values(),
]

const distinctCards = (cards: readonly CardDetails[]): readonly CardDetails[] => [
  ...new Map(cards.map((each) => [each.card.id, each])).values(),
]
