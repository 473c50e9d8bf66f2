// An entry of the journal: debit and credit side by side, and what caused it.

import { showEntry } from '../../../api/control/entries.ts'
import { showOrder } from '../../../api/control/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { lastFour, maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import { declineView } from '../labels/decline-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { accountLink } from '../parts/balance-view.ts'
import { descriptionList } from '../parts/description-list.ts'
import { page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Entry = AnswerOf<typeof showEntry>

/** The link to the page of an entry. */
export const entryLink = (base: string, { id, kind }: Pick<Entry, 'id' | 'kind'>): Html =>
  html`<a class="name" href="${base}/ledger/entries/${id}">${kindLabel(kind)}</a>`

export const kindLabel = (kind: Entry['kind']): string =>
  kind === 'topup' ? 'top-up' : kind.replace('-', ' ')

/** The cards and the order of an entry. */
export const causeLinks = (
  base: string,
  { source, destination, orderId }: Pick<Entry, 'source' | 'destination' | 'orderId'>,
): HtmlValue =>
  [source, destination]
    .flatMap((card) => (card === null ? [] : [card]))
    .map(
      ({ cardId, numberMask }): HtmlValue =>
        html`<a class="whole" href="${base}/cards/${cardId}">${lastFour(numberMask)}</a> `,
    )
    .concat(
      orderId === null ? [] : [html`<a class="whole" href="${base}/orders/${orderId}">Order</a>`],
    )

export const entryPage = page(
  showEntry,
  {
    path: '/ledger/entries/:entry',
    operation: 'entryPage',
    of: 'entry',
    beside: [showOrder],
    sent: ({ params }) => ({ params: { id: params['entry'] ?? '' } }),
  },
  async (entry, context) => ({
    title: `Entry ${entry.id}`,
    content: entryView(entry, await orderOf(entry, context), context),
  }),
)

/** The order of the entry, with its number and callbacks. */
const orderOf = ({ orderId }: Entry, { perform }: PageContext) =>
  orderId === null ? undefined : perform(showOrder, { params: { id: orderId } })

const entryView = (
  entry: Entry,
  order: AnswerOf<typeof showOrder> | undefined,
  { base, now }: PageContext,
): Html =>
  html`<p class="trail"><a href="${base}/ledger">${icons.back}Ledger</a></p>
    <header class="heading">
      <h1>
        Entry <span class="number">${entry.id}</span>
        ${badge(entry.approved ? 'approved' : 'declined', kindLabel(entry.kind))}
      </h1>
    </header>
    ${entry.declineReason && html`<p>${declineView(entry.declineReason, base)}</p>`}
    ${entry.isHold && html`<p>A hold: the amount is posted when it is captured.</p>`}
    ${posting(entry, base)}
    ${descriptionList([
      ['When', exactly(Date.parse(entry.at), now)],
      ['Amount', entry.currency !== null && amount(moneyOf(entry.amount, entry.currency))],
      ['From card', cardLink(base, entry.source)],
      ['To card', cardLink(base, entry.destination)],
      ['Order', order && html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`],
      [
        'Callbacks',
        order !== undefined &&
          order.callbacks.length > 0 &&
          order.callbacks.map(
            ({ id, operation }) => html`<a href="${base}/callbacks/${id}">${operation}</a> `,
          ),
      ],
      ['RRN', html`<span class="number">${entry.rrn}</span>`],
      ['Trace number', html`<span class="number">${entry.stan}</span>`],
    ])}`

/** One debit, one credit, one amount. */
function posting({ debit, credit, currency, amount: minor }: Entry, base: string): Html {
  if (debit === null || credit === null) return html`<p>No money was moved.</p>`
  const money = amount(moneyOf(minor, currency ?? ''))
  return table({
    caption: 'Posting',
    columns: [
      { header: 'Account' },
      { header: 'Debit', align: 'end' },
      { header: 'Credit', align: 'end' },
    ],
    rows: [
      [accountLink(base, debit), money, ''],
      [accountLink(base, credit), '', money],
    ],
  })
}

const cardLink = (base: string, card: Entry['source']) =>
  card &&
  html`<a class="number" href="${base}/cards/${card.cardId}">${maskedCard(card.numberMask)}</a>`
