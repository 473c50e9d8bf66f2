// What happened to a card as each interface tells it: A's records, B's movements, C's orders. All are views of the same entries.

import { orderSummary } from '../../../api/control/order-view.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { entriesPage } from '../../../store/reads/entries.ts'
import { ordersOfCard } from '../../../store/reads/order-lists.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { topupView } from '../../../web/views/movement-view.ts'
import { recordsOf } from '../../../web/views/record.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { moneyOf } from '../parts/amounts.ts'
import { filterLinks } from '../parts/list-view.ts'
import { statusLabel } from '../labels/order-labels.ts'
import type { PageContext } from '../shell/screen.ts'

const INTERFACES = [
  { name: 'A', label: 'As A shows it' },
  { name: 'B', label: 'As B shows it' },
  { name: 'C', label: 'Orders at C' },
] as const
type InterfaceName = (typeof INTERFACES)[number]['name']

/** Entries that the page shows: the newest. */
const SHOWN_MAX = 50

export async function transactions(context: PageContext, { card }: CardResult): Promise<Html> {
  const interfaceName =
    INTERFACES.find(({ name }) => name === context.query.get('filter'))?.name ?? 'A'
  return html`<section class="transactions" data-live="transactions">
    <h2>Transactions</h2>
    ${filterLinks(`${context.base}/cards/${card.id}`, INTERFACES, interfaceName, 'Interface')}
    ${await TABLE_OF_INTERFACE[interfaceName](context, card.id)}
  </section>`
}

const TABLE_OF_INTERFACE: Readonly<
  Record<InterfaceName, (context: PageContext, cardId: number) => Promise<Html>>
> = {
  async A(context, cardId) {
    const { items } = await context.read(entriesPage, { cardId, limit: SHOWN_MAX })
    const records = items.flatMap(({ entry }) => recordsOf(entry, cardId).toReversed())
    return listed(
      ['Record', 'Type', 'Direction', 'When', 'Amount'],
      records.map((record) => [
        html`<span class="number">${record.utrnno}</span>`,
        `${record.type} ${record.description}`,
        record.entry.approved ? record.direction : badge('declined', `code ${record.responseCode}`),
        ago(record.at, context.now),
        amount(moneyOf(record.requestAmount, CARD_CURRENCY)),
      ]),
    )
  },
  async B(context, cardId) {
    const kinds = ['topup', 'transfer'] as const
    const { items } = await context.read(entriesPage, { cardId, kinds, limit: SHOWN_MAX })
    return listed(
      ['Id', 'Movement', 'Status', 'When', 'Amount'],
      items.map(({ entry, source, destination }) => {
        const seen = topupView(entry, { cardNumber: destination?.mask ?? '' })
        const to = destination === null ? '' : ` to ${destination.mask}`
        const from = source === null ? '' : ` from ${source.mask}`
        return [
          html`<span class="number">${seen.id}</span>`,
          entry.kind === 'topup' ? 'Top-up' : `Transfer${from}${to}`,
          badge(
            entry.approved ? 'approved' : 'declined',
            entry.approved ? seen.status : seen.statusMessage,
          ),
          ago(entry.at, context.now),
          amount(moneyOf(seen.amount, CARD_CURRENCY)),
        ]
      }),
    )
  },
  async C(context, cardId) {
    const { items } = await context.read(ordersOfCard, cardId, { limit: SHOWN_MAX })
    return listed(
      ['Order', 'Status', '', 'When', 'Amount'],
      items.map(({ order }) => {
        return [
          html`<a href="${context.base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
          badge(...statusLabel(orderSummary(order))),
          '',
          ago(order.createdAt, context.now),
          amount(moneyOf(order.amount, order.currency)),
        ]
      }),
    )
  },
}

const listed = (headers: readonly string[], rows: readonly (readonly HtmlValue[])[]): Html =>
  table({
    caption: 'Transactions of the card',
    stacks: true,
    columns: headers.map((header, index) =>
      index === headers.length - 1 ? { header, align: 'end' as const } : { header },
    ),
    rows,
    empty: html`<p>Nothing yet: top the card up, or pay an order with it.</p>`,
  })
