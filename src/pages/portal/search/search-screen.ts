// Results of the search in the top bar. This page is not in the navigation.

import { search } from '../../../api/control/search.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOf } from '../shell/page.ts'
import type { Onward, PageContext, Screen, View } from '../shell/screen.ts'

export const searchScreen: Screen = {
  group: 'Data',
  label: 'Search',
  icon: icons.search,
  path: '/search',
  pages: [{ path: '/search', operation: 'searchPage', shows: search, show: searchPage }],
}

type Hits = AnswerOf<typeof search>

const QUERY_LENGTH = 100
const NO_HITS: Hits = { orders: [], cards: [], cardholders: [] }

async function searchPage(context: PageContext): Promise<View | Onward> {
  const text = (context.query.get('q') ?? '').trim()
  // A full card number must not appear in a URL; its last four digits find the card.
  const isNumber = /^[\d -]{13,23}$/.test(text)
  const isSearched = text !== '' && text.length <= QUERY_LENGTH && !/\p{Cc}/u.test(text)
  const hits =
    isSearched && !isNumber ? await context.perform(search, { query: { q: text } }) : NO_HITS
  return only(hits) ?? view(context, hits, { text, isNumber, isSearched })
}

/** Redirects to the result if there is exactly one. */
function only({ orders, cards, cardholders }: Hits): Onward | undefined {
  const [location, another] = [
    ...orders.map(({ id }) => `/orders/${id}`),
    ...cards.map(({ id }) => `/cards/${id}`),
    ...cardholders.map(({ id }) => `/cardholders/${id}`),
  ]
  return location === undefined || another !== undefined ? undefined : { location }
}

function view(
  context: PageContext,
  { orders, cards, cardholders }: Hits,
  { text, isNumber, isSearched }: { text: string; isNumber: boolean; isSearched: boolean },
): View {
  const { base, now } = context
  const isEmpty = [orders, cards, cardholders].every(({ length }) => length === 0)
  return {
    title: 'Search',
    call: callOf(search, { query: { q: isSearched && !isNumber ? text : 'order-1' } }),
    content: html`<header class="heading"><h1>Search</h1></header>
      ${
        isEmpty &&
        html`<p class="lead">
          ${
            isNumber
              ? 'A full card number must not appear in a URL. Search for its last four digits.'
              : isSearched &&
                html`No results for <strong><bdi>“${text}”</bdi></strong
                  >.`
          }
          Search by order number, id, RRN, last four digits or name.
        </p>`
      }
      ${section(
        'Orders',
        orders.map((order) => [
          html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
          badge(...statusLabel(order)),
          ago(Date.parse(order.createdAt), now),
          amount(moneyOf(order.amount, order.currency)),
        ]),
      )}
      ${section(
        'Cards',
        cards.map((card) => [
          html`<a class="number" href="${base}/cards/${card.id}"
            >${maskedCard(card.numberMask)}</a
          >`,
          card.embossedName,
          card.status,
          amount(moneyOf(card.available, card.currency)),
        ]),
      )}
      ${section(
        'Cardholders',
        cardholders.map(({ id, firstName, lastName, phoneNumber }) => [
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
