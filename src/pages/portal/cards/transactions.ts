// The history of a card as interface A, B or C shows it.

import type { Static } from 'typebox'
import { listCardTransactions } from '../../../api/control/card-transactions.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { TopupAnswer, TransferAnswer } from '../../../api/issuing-v2/movement-view.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import type { Transaction } from '../../../web/views/transaction-view.ts'
import { statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { filterLinks } from '../parts/list-view.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ShownCard } from './card-act.ts'

const INTERFACES = [
  { name: 'A', label: 'As A shows it' },
  { name: 'B', label: 'As B shows it' },
  { name: 'C', label: 'Orders at C' },
] as const

export async function transactions(context: PageContext, card: ShownCard): Promise<Html> {
  const { base, query, perform } = context
  const { name } = INTERFACES.find((each) => each.name === query.get('filter')) ?? INTERFACES[0]
  const { items } = await perform(listCardTransactions, {
    params: { id: card.id },
    query: { as: name },
  })
  const { headers, rows } = TABLES[name]
  return html`<section class="transactions" data-live="transactions">
    <h2>Transactions</h2>
    ${filterLinks(`${base}/cards/${card.id}`, INTERFACES, name, { label: 'Interface' })}
    ${table({
      caption: 'Transactions of the card',
      stacks: true,
      columns: [
        ...headers.map((header) => ({ header })),
        { header: 'When' },
        { header: 'Amount', align: 'end' },
      ],
      rows: items.flatMap((item) => rows(item, context, card)),
      empty: html`<p>No transactions yet. Top up the card or pay an order with it.</p>`,
    })}
  </section>`
}

type Item = AnswerOf<typeof listCardTransactions>['items'][number]
type Rows = (item: Item, context: PageContext, card: ShownCard) => readonly (readonly HtmlValue[])[]

const TABLES: Readonly<Record<'A' | 'B' | 'C', { headers: readonly string[]; rows: Rows }>> = {
  A: {
    headers: ['Record', 'Type', 'Direction'],
    rows: ({ at, approved, shown }, { now }, { currency }) =>
      (shown as Static<typeof Transaction>[])
        .toReversed()
        .map((record) => [
          html`<span class="number">${record.utrnno}</span>`,
          `${record.transactionType} ${record.transactionDescription}`,
          approved === true
            ? record.operationDirection
            : badge('declined', `code ${record.internalResponseCode}`),
          ago(Date.parse(at), now),
          amount(moneyOf(record.requestAmount, currency)),
        ]),
  },
  B: {
    headers: ['Id', 'Movement', 'Status'],
    rows: ({ at, approved, shown }, { now }, { currency }) =>
      (shown as Static<typeof TopupAnswer | typeof TransferAnswer>[]).map((movement) => [
        html`<span class="number">${movement.id}</span>`,
        'sourceCard' in movement
          ? `Transfer from ${movement.sourceCard.cardNumber} to ${movement.destinationCard.cardNumber}`
          : 'Top-up',
        approved === true
          ? badge('approved', movement.status)
          : badge('declined', movement.statusMessage),
        ago(Date.parse(at), now),
        amount(moneyOf(movement.amount, currency)),
      ]),
  },
  C: {
    headers: ['Order', 'Status'],
    rows: ({ order }, { base, now }) =>
      order === undefined
        ? []
        : [
            [
              html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
              badge(...statusLabel(order)),
              ago(Date.parse(order.createdAt), now),
              amount(moneyOf(order.amount, order.currency)),
            ],
          ],
  },
}
