// Search in a project: everything with an id, and parts of values that people remember.

import { Type } from '../../web/http/schemas/type.ts'
import type { Callback } from '../../callbacks/callback.ts'
import type { Cardholder } from '../../issuing/cardholder.ts'
import { rowIdOf } from '../../kernel/row-id.ts'
import { RECORDS_PER_CODE } from '../../ledger/journal-entry.ts'
import { MAX_AMOUNT } from '../../ledger/money.ts'
import type { Order } from '../../payments/orders/order.ts'
import { callbackById } from '../../store/reads/callbacks.ts'
import { cardholderById, cardholdersPage } from '../../store/reads/cardholders.ts'
import { type CardDetails, cardDetailsById, cardsPage } from '../../store/reads/cards.ts'
import { entryById, type EntryRow } from '../../store/reads/entries.ts'
import { entryByRecordNumber } from '../../store/reads/entry-by-record.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import {
  ordersContaining,
  ordersOfAmount,
  ordersWithIdStart,
} from '../../store/reads/order-search.ts'
import { orderById, orderByNumber } from '../../store/reads/orders.ts'
import { logEntriesWithIdPart } from '../../store/reads/request-log.ts'
import { realNow } from '../../time.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { operation } from './api.ts'
import { CallbackAnswer, callbackView } from './callbacks/callback-view.ts'
import { CardSchema, cardView } from './cards/card-view.ts'
import { CardholderSchema, cardholderView } from './cards/cardholders.ts'
import { EntrySchema, entryView } from './ledger/entry-view.ts'
import { RequestAnswer, requestView } from './requests/request-view.ts'
import { OrderSchema, orderSummary } from './orders/order-view.ts'
import { orNull, SearchText } from './schemas.ts'

/**
 * A part of a request id that is long enough to match only a few: hexadecimal digits and hyphens.
 */
const REQUEST_ID_PART = /^[\da-f-]{6,36}$/

/** Maximum number of hits of one kind. */
const HITS_MAX = 20

/** The values of an order that a search compares, by name. */
const SEARCHED = {
  number: ({ number }) => [number],
  clientId: ({ clientId }) => [clientId],
  cardholderName: ({ progress }) => [progress.payment?.card.cardholderName],
  email: ({ request }) => [request.email],
  phone: ({ request }) => [request.phone],
  label: ({ labels }) => labels,
  approvalCode: ({ progress }) => [progress.payment?.approvalCode],
  rrn: ({ progress }) => [progress.payment?.rrn],
  id: ({ id }) => [id],
} as const satisfies Readonly<
  Record<string, (order: Order) => readonly (string | null | undefined)[]>
>
type SearchedName = keyof typeof SEARCHED
const SEARCHED_NAMES = Object.keys(SEARCHED) as SearchedName[]

const FoundOrderSchema = Type.Object({
  ...OrderSchema.properties,
  matched: orNull(
    Type.Object({
      name: Type.Enum([...SEARCHED_NAMES], { description: 'Name of the value' }),
      value: Type.String({ description: 'The whole value' }),
    }),
    'The first value that contains the text; null if it is the amount or the card number',
  ),
})

/** Why a search found an order. */
function matchOf(
  order: Order,
  lower: string,
): { readonly name: SearchedName; readonly value: string } | null {
  for (const name of SEARCHED_NAMES)
    for (const value of SEARCHED[name](order))
      if (value?.toLowerCase().includes(lower)) return { name, value }
  return null
}

export const search = operation({
  name: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Search the project',
  description: `Finds orders by a part of their number, client, email, phone, cardholder name or label. Orders are also found by the start of their id, the last four digits of their card, RRN, approval code or amount. Finds cards by id, last four digits, RRN or approval code, and cardholders by id or a part of name, phone or email. Finds entries and callbacks by id, and requests by at least six characters of their id. Returns at most ${HITS_MAX} of each kind, exact matches first. Do not send a full card number: it must not appear in a URL.`,
  query: Type.Object({
    q: SearchText('An id, a number, a name, four digits, an amount, or a part of them', 'order-1'),
  }),
  answer: Type.Object({
    orders: Type.Array(FoundOrderSchema),
    cards: Type.Array(CardSchema),
    cardholders: Type.Array(CardholderSchema),
    entries: Type.Array(EntrySchema),
    callbacks: Type.Array(CallbackAnswer),
    requests: Type.Array(RequestAnswer),
  }),
  reads: ['order', 'card', 'cardholder', 'journalEntry', 'callback'],
  async handle({ service, project, query: { q }, read }) {
    const text = withoutPhoneSigns(q.trim())
    const lower = text.toLowerCase()
    // A binary search, so the other reads do not wait for it.
    const records = recordsOf(read, text)
    const [orders, cards, people, entry, callback, requests] = await Promise.all([
      ordersOf(read, text, records),
      cardsOf(read, text, records),
      peopleOf(read, text),
      byId(text, (id) => read(entryById, id)),
      byId(text, (id) => read(callbackById, id)),
      REQUEST_ID_PART.test(lower)
        ? service.readLog(project, (reads, datasetId) =>
            logEntriesWithIdPart(reads, datasetId, { part: lower, limit: HITS_MAX }),
          )
        : [],
    ])
    return {
      orders: orders.map((order) => ({ ...orderSummary(order), matched: matchOf(order, lower) })),
      cards: cards.map(cardView),
      cardholders: people.map(cardholderView),
      entries: [entry].filter(isFound).map(entryView),
      callbacks: [callback].filter(isFound).map(callbackView),
      requests: requests.map(requestView),
    }
  },
})

/** Digits of an international phone number: interface A stores it without the plus. */
const withoutPhoneSigns = (text: string): string =>
  /^\+[\d ().-]{5,30}$/.test(text) ? text.replaceAll(/\D/g, '') : text

type ProjectRead = ProjectCall['read']

const isFound = <T>(each: T | undefined): each is T => each !== undefined

/** Ids of rows are digits. */
const byId = async <T extends EntryRow | Callback>(
  text: string,
  find: (id: number) => Promise<T | undefined>,
): Promise<T | undefined> => {
  const id = rowIdOf(text)
  return id === undefined ? undefined : find(id)
}

/** An order and a card to which a journal record refers. */
interface RecordHit {
  readonly orderId: string | null
  readonly cardId: number | null
}

/**
 * The records with this RRN or approval code. An approval code consists of the last digits of a
 * record number, so it repeats after a million records.
 */
async function recordsOf(read: ProjectRead, text: string): Promise<readonly RecordHit[]> {
  if (!/^\d{6,12}$/.test(text)) return []
  const number = Number(text)
  const numbers = [number]
  if (text.length === APPROVAL_CODE_LENGTH) {
    const { nextUtrnno } = await read(datasetById)
    const newest = Math.floor(nextUtrnno / RECORDS_PER_CODE)
    for (let turn = newest; turn > Math.max(0, newest - TURNS_MAX); turn--)
      numbers.push(number + turn * RECORDS_PER_CODE)
  }
  const entries = await Promise.all(numbers.map((each) => read(entryByRecordNumber, each)))
  return entries.filter(isFound).map(({ orderId, sourceCardId, destinationCardId }) => ({
    orderId,
    cardId: sourceCardId ?? destinationCardId,
  }))
}

const APPROVAL_CODE_LENGTH = 6
/** Number of repetitions of an approval code that are searched. */
const TURNS_MAX = 5

async function ordersOf(
  read: ProjectRead,
  text: string,
  records: Promise<readonly RecordHit[]>,
): Promise<readonly Order[]> {
  const lower = text.toLowerCase()
  const amount = minorUnitsOf(text)
  const found = await Promise.all([
    orderWithId(read, lower),
    ordersOfRecords(read, records),
    read(orderByNumber, text, realNow()).then((hit) => hit?.order),
    amount === undefined ? [] : read(ordersOfAmount, amount, HITS_MAX),
    /^[\da-f-]{6,36}$/.test(lower) ? read(ordersWithIdStart, lower, HITS_MAX) : [],
    read(ordersContaining, lastFourOf(text) ?? text, HITS_MAX),
  ])
  return distinct(found.flat().filter(isFound), ({ id }) => id)
}

const orderWithId = async (read: ProjectRead, id: string): Promise<Order | undefined> =>
  (await read(orderById, id, realNow()))?.order

async function ordersOfRecords(
  read: ProjectRead,
  records: Promise<readonly RecordHit[]>,
): Promise<readonly (Order | undefined)[]> {
  const ids = (await records).map(({ orderId }) => orderId).filter((id) => id !== null)
  return Promise.all(ids.map((id) => orderWithId(read, id)))
}

/** The last four digits of a card number: alone, or after a mask. */
const lastFourOf = (text: string): string | undefined =>
  /^(?:[\d*• ]*[*• ])?(\d{4})$/.exec(text)?.[1]

/** An amount with two decimals, such as `42.00`, in minor units. */
function minorUnitsOf(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})[.,](\d\d)(?: [A-Za-z]{3})?$/.exec(text) ?? []
  const minor = Number(whole + fraction)
  return whole === '' || minor > MAX_AMOUNT ? undefined : minor
}

async function cardsOf(
  read: ProjectRead,
  text: string,
  records: Promise<readonly RecordHit[]>,
): Promise<readonly CardDetails[]> {
  const lastFour = lastFourOf(text)
  const id = rowIdOf(text)
  const [exact, ending] = await Promise.all([
    records.then((hits) => {
      const ids = [...hits.map(({ cardId }) => cardId), id ?? null].filter((each) => each !== null)
      return Promise.all(ids.map((each) => read(cardDetailsById, each)))
    }),
    lastFour === undefined ? { items: [] } : read(cardsPage, { lastFour, limit: HITS_MAX }),
  ])
  return distinct([...exact.filter(isFound), ...ending.items], ({ card }) => String(card.id))
}

async function peopleOf(read: ProjectRead, text: string): Promise<readonly Cardholder[]> {
  const id = rowIdOf(text)
  const [one, page] = await Promise.all([
    id === undefined ? undefined : read(cardholderById, id),
    // Shorter numbers occur in nearly every phone number.
    /[\p{L}]|^\+?\d{5,}$/u.test(text)
      ? read(cardholdersPage, { text, limit: HITS_MAX })
      : { items: [] },
  ])
  return distinct([one, ...page.items].filter(isFound), (each) => String(each.id))
}

/** The first row for each key. */
function distinct<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const seen = new Set<string>()
  const first = rows.filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)))
  return first.slice(0, HITS_MAX)
}
