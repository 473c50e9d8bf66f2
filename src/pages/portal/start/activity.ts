// Recent orders and cards: a row for each order with its steps, and for each entry of a card.

import { badge, type Meaning } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { entryResult } from '../labels/entry-labels.ts'
import { orderName } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import type { PageContext } from '../shell/screen.ts'
import type { Overview } from './overview-figures.ts'

type Activity = Overview['activity'][number]
type ShownOrder = NonNullable<Activity['order']>
type Step = ShownOrder['steps'][number]
type ShownEntry = NonNullable<Activity['entry']>

// prettier-ignore
const STEP_LABELS: Readonly<Record<Step['step'], readonly [Meaning, string]>> = {
  'registered':      ['neutral',  'registered'],
  'declined':        ['declined', 'declined'],
  'authenticating':  ['pending',  'at 3-D Secure'],
  'verified':        ['approved', 'verified'],
  'held':            ['pending',  'held'],
  'paid':            ['approved', 'paid'],
  'captured':        ['approved', 'captured'],
  'refunded':        ['neutral',  'refunded'],
  'partly-refunded': ['neutral',  'partly refunded'],
  'reversed':        ['neutral',  'reversed'],
  'expired':         ['neutral',  'expired'],
  'withdrawn':       ['neutral',  'withdrawn'],
}

/** An order without any further step, in the word of the orders list. */
const UNPAID = ['neutral', 'unpaid'] as const

export const activityList = (activity: Overview['activity'], context: PageContext): Html =>
  html`<ol class="activity">
    ${activity.map(({ at, order, entry }) =>
      order !== null
        ? row(orderRow(order, context), at, context)
        : entry !== null && row(entryRow(entry, context), at, context),
    )}
  </ol>`

interface Row {
  /** Unique across all rows. */
  readonly key: string
  readonly link: Html
  readonly trail: HtmlValue
  readonly sum: HtmlValue
}

const row = ({ key, link, trail, sum }: Row, at: string, { now }: PageContext): Html =>
  html`<li data-key="${key}">
    <span class="of">${link}</span>
    <span class="trail">${trail}</span>
    <span class="sum">${sum}</span>
    <span class="aside when">${ago(Date.parse(at), now)}</span>
  </li>`

const orderRow = (order: ShownOrder, { base }: PageContext): Row => ({
  key: `order-${order.id}`,
  link: html`<a href="${base}/orders/${order.id}">${orderName(order)}</a>`,
  trail: trailOf(order.steps),
  sum: amount(moneyOf(order.amount, order.currency)),
})

/** Earlier steps as text; the last one as a badge, because it is the current state. */
const trailOf = (steps: readonly Step[]): HtmlValue =>
  steps.map((step, index) => {
    const isLast = index === steps.length - 1
    const [meaning, word] = isLast && step.step === 'registered' ? UNPAID : STEP_LABELS[step.step]
    const label = step.times > 1 ? `${word} ×${step.times}` : word
    return isLast
      ? badge(meaning, label)
      : html`<span class="step ${meaning}">${label}</span> <span class="sr-only">, then </span>`
  })

function entryRow(entry: ShownEntry, { base }: PageContext): Row {
  const { id, source, destination, currency } = entry
  const card = source ?? destination
  return {
    key: `entry-${id}`,
    link:
      card === null
        ? html`<a href="${base}/ledger/entries/${id}">Entry ${id}</a>`
        : html`<a href="${base}/cards/${card.cardId}">Card ${lastFour(card.numberMask)}</a>`,
    trail: html`<a href="${base}/ledger/entries/${id}">${badge(...entryResult(entry))}</a>`,
    sum: currency === null ? undefined : amount(moneyOf(entry.amount, currency)),
  }
}
