// What a searched text may be, and what it finds: an id or number of an order, the id or the last four digits of a card, an RRN, a name.

import { type CardDetails, cardDetailsById, cardsPage } from '../../../store/reads/cards.ts'
import { cardholderById, cardholdersPage } from '../../../store/reads/cardholders.ts'
import { orderById, orderByNumber } from '../../../store/reads/orders.ts'
import { entryByRecordNumber } from '../../../store/reads/entry-by-record.ts'
import type { Cardholder } from '../../../issuing/cardholder.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { realNow } from '../../../time.ts'
import type { PageContext } from '../shell/screen.ts'
import { wholeNumber } from '../parts/whole-number.ts'

/** Hits of one kind on the page. */
const HITS_MAX = 20
/** Texts that are longer are nothing that we keep. */
export const QUERY_LENGTH = 100

export interface Hits {
  readonly orders: readonly Order[]
  readonly cards: readonly CardDetails[]
  readonly people: readonly Cardholder[]
}

export async function find(context: PageContext, text: string): Promise<Hits> {
  const [byId, byNumber, recorded, ofCards, people] = await Promise.all([
    context.read(orderById, text.toLowerCase(), realNow()),
    context.read(orderByNumber, text, realNow()),
    byRecord(context, text),
    cardsNamed(context, text),
    peopleOf(context, text),
  ])
  const orders = [byId?.order, byNumber?.order, recorded.order]
  const card =
    recorded.cardId === undefined ? undefined : await context.read(cardDetailsById, recorded.cardId)
  return {
    orders: distinct(orders.filter((order) => order !== undefined)),
    cards: distinctCards([...ofCards, ...(card ? [card] : [])]),
    people,
  }
}

async function byRecord(
  context: PageContext,
  text: string,
): Promise<{ readonly order?: Order | undefined; readonly cardId?: number | undefined }> {
  if (!/^\d{1,12}$/.test(text)) return {}
  const entry = await context.read(entryByRecordNumber, Number(text))
  if (entry === undefined) return {}
  const found =
    entry.orderId === null ? undefined : await context.read(orderById, entry.orderId, realNow())
  return {
    order: found?.order,
    cardId: entry.sourceCardId ?? entry.destinationCardId ?? undefined,
  }
}

async function cardsNamed(context: PageContext, text: string): Promise<readonly CardDetails[]> {
  const lastFour = /^(?:[\d*• ]*[*• ])?(\d{4})$/.exec(text)?.[1]
  if (lastFour !== undefined)
    return (await context.read(cardsPage, { lastFour, limit: HITS_MAX })).items
  if (!/^\d{12}$/.test(text)) return []
  const one = await context.read(cardDetailsById, Number(text))
  return one === undefined ? [] : [one]
}

async function peopleOf(context: PageContext, text: string): Promise<readonly Cardholder[]> {
  const id = wholeNumber(text)
  if (id !== undefined) {
    const one = await context.read(cardholderById, id)
    return one === undefined ? [] : [one]
  }
  if (!/\p{L}/u.test(text)) return []
  return (await context.read(cardholdersPage, { text, limit: HITS_MAX })).items
}

const distinct = (orders: readonly Order[]): readonly Order[] => [
  ...new Map(orders.map((order) => [order.id, order])).values(),
]

const distinctCards = (cards: readonly CardDetails[]): readonly CardDetails[] => [
  ...new Map(cards.map((each) => [each.card.id, each])).values(),
]
