// The history of a card as interface A, B or C shows it.

import { Type } from '../../../web/http/schemas/type.ts'
import type { JournalEntry } from '../../../ledger/journal-entry.ts'
import { entriesPage, type EntryRow } from '../../../store/reads/entries.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { type CardOrder, ordersOfCard } from '../../../store/reads/order-lists.ts'
import { sentExpiry, topupView, transferView } from '../../../web/views/movement-view.ts'
import { orderView } from '../../../web/views/order-view.ts'
import { recordsOf } from '../../../web/views/record.ts'
import { transactionView } from '../../../web/views/transaction-view.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { CARD_EXAMPLE, cardOf } from './cards.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { OrderSchema, orderSummary } from '../orders/order-view.ts'
import { idParameter, iso, Moment } from '../schemas.ts'

const TransactionSchema = Type.Object({
  entryId: Type.String({
    description: 'Id of the journal entry; for an order, of its first entry',
  }),
  at: Moment,
  shown: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description:
      'A: one or two records of getTransactions; B: the transfer or top-up, with masked numbers; C: the order as in getOrderStatusExtended. Empty if the interface does not show it',
  }),
  approved: Type.Optional(Type.Boolean({ description: 'A and B: false if it was declined' })),
  order: Type.Optional(
    Type.Object(OrderSchema.properties, { description: 'C: the order as `listOrders` shows it' }),
  ),
})

const transactionList = new List<readonly [at: number, id: number]>('transactions')

export const listCardTransactions = operation({
  name: 'listCardTransactions',
  method: 'GET',
  path: '/cards/:id/transactions',
  summary: "List a card's transactions as an interface shows them",
  description:
    'Lists the transactions as an interface shows them, newest first: all at A, top-ups and transfers at B, and orders that the card paid or tried to pay at C. For B and C, a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  params: idParameter('card', CARD_EXAMPLE),
  query: listQuery({
    as: Type.Optional(
      Type.Enum(['A', 'B', 'C'], {
        description: 'Interface whose view of the transactions to return (default A)',
        examples: ['A'],
      }),
    ),
  }),
  answer: listAnswer(TransactionSchema),
  reads: ['journalEntry', 'order'],
  errors: ['card-not-found', 'cursor-invalid'],
  async handle({ params, query: { as = 'A', ...page }, ...call }) {
    const { card } = await cardOf(call.read, params.id)
    const list = transactionList.ofPart(`${as} ${params.id}`)
    const request = list.request(call.project, page)
    return READ_AS[as](call, card.id, { list, request })
  },
})

export const cardTransactionOperations = [listCardTransactions]

interface Part {
  readonly list: typeof transactionList
  readonly request: ReturnType<(typeof transactionList)['request']>
}

const READ_AS = { A: asA, B: asB, C: asC } as const

async function asA({ project, read }: ProjectCall, cardId: number, { list, request }: Part) {
  const found = await read(entriesPage, { ...request, cardId })
  return list.answer(project, found, ({ entry }) => ({
    ...shown(entry, recordsOf(entry, cardId).map(transactionView)),
    approved: entry.approved,
  }))
}

async function asB({ project, read }: ProjectCall, cardId: number, { list, request }: Part) {
  const found = await read(entriesPage, { ...request, cardId, kinds: ['transfer', 'topup'] })
  return list.answer(project, found, (row) => ({
    ...shown(row.entry, [movementView(row)]),
    approved: row.entry.approved,
  }))
}

async function asC({ project, read }: ProjectCall, cardId: number, { list, request }: Part) {
  const [found, { settings }] = await Promise.all([
    read(ordersOfCard, cardId, request),
    read(datasetById),
  ])
  const context = { language: 'en', terminalId: settings.terminalId } as const
  return list.answer(project, found, ({ order, key: [at, id] }: CardOrder) => ({
    ...shown({ at, id }, [orderView(order, context)]),
    order: orderSummary(order),
  }))
}

const shown = ({ at, id }: Pick<JournalEntry, 'at' | 'id'>, views: readonly object[]) => ({
  entryId: String(id),
  at: iso(at),
  shown: views.map((view) => ({ ...view })),
})

function movementView({ entry, source, destination }: EntryRow): object {
  const destinationCard = { cardNumber: destination?.mask ?? '' }
  if (source === null) return topupView(entry, destinationCard)
  const expiryDate = sentExpiry(entry.details.sourceExpiry ?? source.expiry)
  return transferView(entry, {
    sourceCard: { cardNumber: source.mask, expiryDate },
    destinationCard,
  })
}
