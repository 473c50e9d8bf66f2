// An entry of the journal: debit and credit side by side, and what caused it.

import { showAccount } from '../../../api/control/ledger/accounts.ts'
import { showEntry } from '../../../api/control/ledger/entries.ts'
import { showOrder } from '../../../api/control/orders/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, panel, table } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { lastFour, maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import { declineView } from '../labels/decline-labels.ts'
import { entryLabel } from '../labels/entry-labels.ts'
import { orderName } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { accountLink } from '../parts/balance-view.ts'
import { descriptionList } from '../parts/description-list.ts'
import { page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Entry = AnswerOf<typeof showEntry>

/** The link to the page of an entry. */
export const entryLink = (base: string, entry: Pick<Entry, 'id' | 'kind' | 'amount'>): Html =>
  html`<a class="name" href="${base}/ledger/entries/${entry.id}">${entryLabel(entry)}</a>`

/** The cards and the order of an entry. */
export const causeLinks = (
  base: string,
  {
    source,
    destination,
    ...entry
  }: Pick<Entry, 'source' | 'destination' | 'orderId' | 'orderNumber'>,
): Html =>
  html`<span class="causes">
    ${[source, destination].map(
      (card) =>
        card && html`<a href="${base}/cards/${card.cardId}">Card ${lastFour(card.numberMask)}</a>`,
    )}
    ${orderLink(base, entry)}
  </span>`

/** The link to the order of an entry; nothing if there is none, or if it was deleted. */
export const orderLink = (
  base: string,
  { orderId, orderNumber }: Pick<Entry, 'orderId' | 'orderNumber'>,
): HtmlValue =>
  orderId !== null &&
  orderNumber !== null &&
  html`<a class="whole" href="${base}/orders/${orderId}"
    >${orderName({ id: orderId, number: orderNumber })}</a
  >`

export const entryPage = page(
  showEntry,
  {
    path: '/ledger/entries/:entry',
    operation: 'entryPage',
    of: 'entry',
    beside: [showOrder, showAccount],
    sent: ({ params }) => ({ params: { id: params['entry'] ?? '' } }),
  },
  async (entry, context) => ({
    title: `Entry ${entry.id}`,
    head: html`${backLink(`${context.base}/ledger`, 'Ledger')}
      <header class="heading">
        <h1>
          <span>Entry <span class="number">${entry.id}</span></span>
          ${entryBadge(entry)}
        </h1>
      </header>`,
    content: entryView(
      entry,
      {
        order: await orderOf(entry, context),
        debit: await labelOf(entry.debit, context),
        credit: await labelOf(entry.credit, context),
      },
      context,
    ),
  }),
)

/** The order of the entry, with its number and callbacks. */
const orderOf = ({ orderId }: Entry, { perform }: PageContext) =>
  orderId === null ? undefined : perform(showOrder, { params: { id: orderId } })

/** The display name of an account. */
async function labelOf(account: string | null, { perform }: PageContext): Promise<string> {
  if (account === null) return ''
  const { label } = await perform(showAccount, { params: { account } })
  return label
}

interface Related {
  readonly order: AnswerOf<typeof showOrder> | undefined
  /** Names of the accounts. */
  readonly debit: string
  readonly credit: string
}

const entryBadge = (entry: Entry): Html =>
  entry.approved
    ? badge('approved', entryLabel(entry))
    : badge('declined', `${entryLabel(entry)} declined`)

const entryView = (entry: Entry, { order, ...labels }: Related, { base, now }: PageContext): Html =>
  html`<div class="columns">
    <section>
      <h2>Posting</h2>
      ${entry.declineReason && html`<p>${declineView(entry.declineReason, base)}</p>`}
      ${entry.isHold && html`<p>A hold: the amount is posted when it is captured.</p>`}
      ${posting(entry, labels, base)}
    </section>
    <aside>${panel({ title: 'Details', content: details(entry, order, base, now) })}</aside>
  </div>`

const details = (entry: Entry, order: Related['order'], base: string, now: number): Html =>
  descriptionList([
    ['When', exactly(Date.parse(entry.at), now)],
    ['Amount', entry.currency !== null && amount(moneyOf(entry.amount, entry.currency))],
    ['From card', cardLink(base, entry.source)],
    ['To card', cardLink(base, entry.destination)],
    ['Order', order && html`<a href="${base}/orders/${order.id}">${orderName(order)}</a>`],
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
  ])

/** One debit, one credit, one amount. */
function posting(
  { debit, credit, currency, amount: minor }: Entry,
  labels: Pick<Related, 'debit' | 'credit'>,
  base: string,
): Html {
  if (debit === null || credit === null) return html`<p class="aside">No money was moved.</p>`
  const money = amount(moneyOf(minor, currency ?? ''))
  return table({
    caption: 'Posting',
    stacks: true,
    columns: [
      { header: 'Account' },
      { header: 'Number' },
      { header: 'Debit', align: 'end', labelled: true },
      { header: 'Credit', align: 'end', labelled: true },
    ],
    rows: [
      [labels.debit, accountLink(base, debit), money, ''],
      [labels.credit, accountLink(base, credit), '', money],
    ],
  })
}

const cardLink = (base: string, card: Entry['source']) =>
  card &&
  html`<a class="number" href="${base}/cards/${card.cardId}">${maskedCard(card.numberMask)}</a>`
