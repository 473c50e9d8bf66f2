// The search of the top bar. It has no place in the rail.

import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { statusWord } from '../labels/order-labels.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { find, type Hits, QUERY_LENGTH } from './find.ts'

export const search: Screen = {
  group: 'Data',
  label: 'Search',
  icon: icons.search,
  path: '/search',
  pages: [{ path: '/search', operation: 'searchPage', show: searchPage }],
}

const NO_HITS: Hits = { orders: [], cards: [], people: [] }

async function searchPage(context: PageContext): Promise<View | Onward> {
  const text = (context.query.get('q') ?? '').trim()
  const isSearched = text !== '' && text.length <= QUERY_LENGTH
  // A whole number does not belong in an address, and is looked for by its last digits.
  const isNumber = /^[\d -]{13,23}$/.test(text)
  const hits = isSearched && !isNumber ? await find(context, text) : NO_HITS
  return only(hits) ?? view(context, hits, { text, isNumber, isSearched })
}

/** One hit is where the search leads to. */
function only({ orders, cards, people }: Hits): Onward | undefined {
  const [location, another] = [
    ...orders.map(({ id }) => `/orders/${id}`),
    ...cards.map(({ card }) => `/cards/${card.id}`),
    ...people.map(({ id }) => `/cardholders/${id}`),
  ]
  return location === undefined || another !== undefined ? undefined : { location }
}

function view(
  context: PageContext,
  { orders, cards, people }: Hits,
  { text, isNumber, isSearched }: { text: string; isNumber: boolean; isSearched: boolean },
): View {
  const { base, now } = context
  const isEmpty = [orders, cards, people].every(({ length }) => length === 0)
  return {
    title: 'Search',
    call: { api: 'control', method: 'GET', path: '/orders' },
    content: html`<header class="heading"><h1>Search</h1></header>
      ${
        isEmpty &&
        html`<p class="lead">
          ${
            isNumber
              ? 'A whole card number does not belong in an address. Search for its last four digits.'
              : isSearched
                ? html`Nothing of this project is called <strong><bdi>${text}</bdi></strong
                    >.`
                : null
          }
          An order is found by its id or number, a card by its id or last four digits, a payment by
          its RRN, a person by name.
        </p>`
      }
      ${section(
        'Orders',
        orders.map((order) => [
          html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
          badge(statusWord(order).meaning, statusWord(order).word),
          ago(order.createdAt, now),
          amount(moneyOf(order.amount, order.currency)),
        ]),
      )}
      ${section(
        'Cards',
        cards.map(({ card, number, account }) => [
          html`<a class="number" href="${base}/cards/${card.id}">${maskedCard(number.mask)}</a>`,
          card.embossedName,
          card.status,
          amount(moneyOf(account.posted - account.held, account.currency)),
        ]),
      )}
      ${section(
        'People',
        people.map(({ id, firstName, lastName, phoneNumber }) => [
          html`<a href="${base}/cardholders/${id}"><bdi>${firstName} ${lastName}</bdi></a>`,
          html`<span class="number">${id}</span>`,
          phoneNumber,
          '',
        ]),
      )}`,
  }
}

const section = (title: string, rows: readonly (readonly HtmlValue[])[]): Html | false =>
  rows.length > 0 &&
  html`<section>
    <h2>${title}</h2>
    ${table({
      caption: title,
      stacks: true,
      columns: [{ header: title }, { header: '' }, { header: '' }, { header: '', align: 'end' }],
      rows,
    })}
  </section>`
