// Results of the search in the top bar, which the command palette also shows. This page is not in
// the navigation.

import { search } from '../../../api/control/search.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { outcomeBadge } from '../labels/request-labels.ts'
import { badge, emptyState } from '../../../web/html/components.ts'
import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { MenuButton } from '../../../web/html/user-menu.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { orderName, statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOf } from '../shell/page.ts'
import type { Onward, PageContext, Screen, View } from '../shell/screen.ts'
import { screensOf } from '../shell/screens.ts'
import { shortcutsFor } from './shortcuts.ts'

export const searchScreen: Screen = {
  group: 'Data',
  label: 'Search',
  icon: icons.search,
  path: '/search',
  pages: [{ path: '/search', operation: 'searchPage', shows: search, show: searchPage }],
}

type Hits = AnswerOf<typeof search>

/** A line of the results. */
interface Result {
  readonly kind: string
  readonly label: HtmlValue
  /** Path relative to the project's URL. */
  readonly path: string
  readonly post?: Readonly<Record<string, string>>
  readonly presses?: MenuButton
  readonly isBeyond?: true
  readonly details?: readonly HtmlValue[]
}

const QUERY_LENGTH = 100
/**
 * Number of records per kind in the palette, so that the other kinds are visible without scrolling.
 */
const PALETTE_MAX = 5
/** People type "order 1044" or "entry #100297". */
const KIND_BEFORE_NUMBER =
  /^(?:order|card|cardholder|entry|callback|request|rrn)s?\s+#?(?=[^\s\d]*\d\S*$)/i
/** As pages show amounts, and as people copy them: "1,234.50 EUR". */
const SHOWN_AMOUNT = /^(\d[\d,]*\.\d\d)\s+[a-z]{3}$/i
const NO_HITS: Hits = {
  orders: [],
  cards: [],
  cardholders: [],
  entries: [],
  callbacks: [],
  requests: [],
}

async function searchPage(context: PageContext): Promise<View | Onward> {
  const text = (context.query.get('q') ?? '').trim()
  // A full card number must not appear in a URL; its last four digits find the card.
  const isNumber = /^[\d -]{13,23}$/.test(text)
  const isSearched = text !== '' && text.length <= QUERY_LENGTH && !/\p{Cc}/u.test(text)
  const [, shownAmount] = SHOWN_AMOUNT.exec(text) ?? []
  const q = shownAmount?.replaceAll(',', '') ?? text.replace(KIND_BEFORE_NUMBER, '')
  const searching =
    isSearched && !isNumber ? context.perform(search, { query: { q } }) : Promise.resolve(NO_HITS)
  // While PostgreSQL searches.
  const shortcuts = shortcutsFor(context, screensOf(context.service.config.mode), text)
  const hits = await searching
  // The palette also lists a single result.
  const isPalette = context.query.has('palette')
  const kinds = kindsInOrder(hits, q)
  const records = kinds.flatMap((kind) => (isPalette ? kind.slice(0, PALETTE_MAX) : kind))
  const [only, another] = records
  if (!isPalette && only !== undefined && another === undefined) return { location: only.path }
  const isCut = isPalette && kinds.some((kind) => kind.length > PALETTE_MAX)
  const results = [...records, ...shortcuts, ...(isCut ? [allResults(text)] : [])]
  return {
    title: 'Search',
    ...(!isNumber && {
      call: callOf(search, { query: { q: isSearched ? text : 'order-1' } }),
    }),
    content: html`<header class="heading"><h1>Search</h1></header>
      <div id="results" class="results">
        ${isNumber && html`<p class="lead">${NUMBER_TEXT}</p>`}
        ${results.length > 0 ? list(context.base, results) : !isNumber && nothing(text)}
      </div>`,
  }
}

const NUMBER_TEXT = 'A full card number must not appear in a URL. Search for its last four digits.'

const nothing = (text: string): Html =>
  text.length > QUERY_LENGTH
    ? html`<p class="lead">Enter at most ${QUERY_LENGTH} characters.</p>`
    : emptyState(
        'search',
        html`No results for <strong><bdi>“${text}”</bdi></strong
          >. Search by a part of an order number, client, name, phone, email or label, by id, RRN,
          approval code, amount or last four digits.`,
      )

const list = (base: string, results: readonly Result[]): Html =>
  html`<ul>
    ${results.map((result) => html`<li>${target(base, result)}</li>`)}
  </ul>`

function target(base: string, { path, post, presses, isBeyond, ...shown }: Result): Html {
  const content = line(shown)
  if (presses !== undefined)
    return html`<button type="submit" ${attributes({ ...presses })}>${content}</button>`
  if (post === undefined) return html`<a href="${isBeyond ? path : base + path}">${content}</a>`
  return html`<form method="post" action="${base + path}">
    ${Object.entries(post).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button type="submit">${content}</button>
  </form>`
}

const line = ({ kind, label, details = [] }: Pick<Result, 'kind' | 'label' | 'details'>): Html =>
  html`<span class="kind">${kind}</span>
    <span class="label">${label}</span>
    <span class="details">${details.map((each) => html`<span>${each}</span> `)}</span>`

/** The search page, which lists up to 20 records of each kind. */
const allResults = (text: string): Result => ({
  kind: 'Search',
  label: html`All results for <bdi>“${text}”</bdi>`,
  path: `/search?${new URLSearchParams({ q: text }).toString()}`,
})

/**
 * Four digits may be a card's, and a text without digits is a name, so these kinds come first
 * unless the text is an order number.
 */
function kindsInOrder(hits: Hits, q: string): readonly (readonly Result[])[] {
  const { orders, cards, people, others } = resultsOf(hits)
  const isNumber = hits.orders.some(({ number }) => number.toLowerCase() === q.toLowerCase())
  if (!isNumber && /^\d{4}$/.test(q)) return [cards, orders, people, ...others]
  if (!isNumber && /^\D+$/.test(q)) return [people, orders, cards, ...others]
  return [orders, cards, people, ...others]
}

/** Why an order is listed, if its number does not say so. */
const MATCHED_LABELS = {
  clientId: 'Client',
  cardholderName: 'Paid by',
  email: 'Email',
  phone: 'Phone',
  label: 'Label',
  approvalCode: 'Approval code',
  rrn: 'RRN',
  id: 'Id',
} as const

const resultsOf = ({ orders, cards, cardholders, entries, callbacks, requests }: Hits) => ({
  orders: orders.map((order) => ({
    kind: 'Order',
    label: orderName(order),
    path: `/orders/${order.id}`,
    details: [
      order.matched !== null &&
        order.matched.name !== 'number' &&
        html`${MATCHED_LABELS[order.matched.name]} <bdi>${order.matched.value}</bdi>`,
      badge(...statusLabel(order)),
      order.numberMask !== null && `•••• ${order.numberMask.slice(-4)}`,
      amount(moneyOf(order.amount, order.currency)),
    ],
  })),
  cards: cards.map((card) => ({
    kind: 'Card',
    label: maskedCard(card.numberMask),
    path: `/cards/${card.id}`,
    details: [card.embossedName, card.status, amount(moneyOf(card.available, card.currency))],
  })),
  people: cardholders.map(({ id, firstName, lastName, phoneNumber }) => ({
    kind: 'Cardholder',
    label: html`<bdi>${firstName} ${lastName}</bdi>`,
    path: `/cardholders/${id}`,
    details: [phoneNumber],
  })),
  others: [
    entries.map((entry) => ({
      kind: 'Entry',
      label: `${entry.id} – ${entry.kind}`,
      path: `/ledger/entries/${entry.id}`,
      details: [entry.currency !== null && amount(moneyOf(entry.amount ?? 0, entry.currency))],
    })),
    callbacks.map(({ id, operation, orderId, orderNumber }) => ({
      kind: 'Callback',
      label: `${id} – ${operation}`,
      path: `/callbacks/${id}`,
      details: [orderId !== null && orderName({ id: orderId, number: orderNumber })],
    })),
    requests.map((exchange) => ({
      kind: 'Request',
      label: exchange.operation,
      path: `/activity/${exchange.id}`,
      details: [outcomeBadge(exchange)],
    })),
  ],
})
