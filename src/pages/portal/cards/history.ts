// The history of a card: every journal entry, or the entries as interface A, B or C shows them,
// with their ids.

import type { Static } from '../../../web/http/schemas/type.ts'
import { listCardTransactions } from '../../../api/control/cards/card-transactions.ts'
import { listEntries } from '../../../api/control/ledger/entries.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { TopupAnswer, TransferAnswer } from '../../../api/issuing-v2/movement-view.ts'
import { badge, copyable, table, tabs } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import type { Transaction } from '../../../web/views/transaction-view.ts'
import { entryOutcome } from '../labels/entry-labels.ts'
import { orderName, statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { accountLink } from '../parts/balance-view.ts'
import { type Description, descriptionList } from '../parts/description-list.ts'
import { entryLink, orderLink } from '../ledger/entry-page.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ShownCard } from './card-act.ts'

const VIEWS = [
  { name: 'activity', label: 'Activity' },
  { name: 'A', label: 'Interface A' },
  { name: 'B', label: 'Interface B' },
  { name: 'C', label: 'Interface C' },
] as const

export async function history(context: PageContext, card: ShownCard): Promise<Html> {
  const { base, query } = context
  const { name } = VIEWS.find((each) => each.name === query.get('filter')) ?? VIEWS[0]
  return html`<section class="panel history" data-live="history">
    <div class="panel-head">
      <h2>History</h2>
      ${csvLink(`${base}/cards/${card.id}/history.csv`)}
    </div>
    ${tabs(
      'History by interface',
      VIEWS.map((view, index) => ({
        label: view.label,
        href: `${base}/cards/${card.id}${index === 0 ? '' : `?filter=${view.name}`}`,
        isCurrent: view.name === name,
      })),
    )}
    ${
      name === 'activity'
        ? await activity(context, card)
        : html`${descriptionList(IDS[name](card, context))} ${await shownBy(name, context, card)}`
    }
  </section>`
}

/** All entries that name the card. */
export const historyFile = answerFile(listEntries, {
  path: '/cards/:card/history.csv',
  operation: 'cardHistoryFile',
  sent: ({ params }: PageContext) => ({ query: { cardId: params['card'] ?? '' } }),
})

/** The newest entries that refer to the card, including changes. */
async function activity({ base, now, perform }: PageContext, card: ShownCard): Promise<Html> {
  const { items } = await perform(listEntries, { query: { cardId: card.id } })
  return table({
    caption: 'Activity of the card',
    stacks: true,
    columns: [
      { header: 'Event' },
      { header: 'Result' },
      { header: 'Order' },
      { header: 'When' },
      { header: 'Amount', align: 'end' },
    ],
    rows: items.map((entry) => [
      entryLink(base, entry),
      entry.declineReason === null
        ? badge(...entryOutcome(entry))
        : html`${badge('declined', 'declined')} ${entry.declineReason.reason}`,
      orderLink(base, entry),
      ago(Date.parse(entry.at), now),
      entry.currency !== null && amount(moneyOf(entry.amount, entry.currency)),
    ]),
    empty: html`<p>No activity yet. Top up the card or pay an order with it.</p>`,
  })
}

/** The card's names in each interface. */
const IDS: Readonly<
  Record<'A' | 'B' | 'C', (card: ShownCard, context: PageContext) => readonly Description[]>
> = {
  A: (card, { base }) => [
    ['cardId', copyable(card.id, 'card id')],
    ['accountNumber', accountLink(base, card.account)],
    ['productType', card.productType],
  ],
  B: (card, { base }) => [
    ['id', copyable(card.id, 'card id')],
    [
      'cardholder',
      html`<a href="${base}/cardholders/${card.cardholderId}">${card.cardholderId}</a>`,
    ],
    ['account.accountNumber', accountLink(base, card.account)],
  ],
  C: (card) => [
    ['pan', html`<span class="number">${cardAsGateway(card.numberMask)}</span>`],
    ['expiration', card.expiry],
    ['bindingId', card.bindings[0] && copyable(card.bindings[0].id, 'binding id')],
  ],
}

/** `411111**1111`, as interface C masks it. */
const cardAsGateway = (mask: string): string => `${mask.slice(0, 6)}**${mask.slice(-4)}`

async function shownBy(
  name: 'A' | 'B' | 'C',
  context: PageContext,
  card: ShownCard,
): Promise<Html> {
  const { items } = await context.perform(listCardTransactions, {
    params: { id: card.id },
    query: { as: name },
  })
  const { headers, rows } = TABLES[name]
  return table({
    caption: 'Transactions of the card',
    stacks: true,
    columns: [
      ...headers.map((header) => ({ header })),
      { header: 'When' },
      { header: 'Amount', align: 'end' },
    ],
    rows: items.flatMap((item) => rows(item, context, card)),
    empty: html`<p>No transactions yet. Top up the card or pay an order with it.</p>`,
  })
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
              html`<a href="${base}/orders/${order.id}">${orderName(order)}</a>`,
              badge(...statusLabel(order)),
              ago(Date.parse(order.createdAt), now),
              amount(moneyOf(order.amount, order.currency)),
            ],
          ],
  },
}
