// Due work on the clock page: what a move would run or has run, as a sentence and as lists.

import type { getLastMove, previewClock } from '../../../api/control/projects/clock.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, emptyState, table } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly, exactTime } from '../../../web/html/when.ts'
import { dueLabel } from '../labels/due-labels.ts'
import { orderName, statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import type { PageContext } from '../shell/screen.ts'

type Preview = AnswerOf<typeof previewClock>
export type LastMove = NonNullable<AnswerOf<typeof getLastMove>['move']>
type Callback = Preview['callbacks'][number]
type Counts = Pick<LastMove, 'expired' | 'captured' | 'released' | 'callbacks'> & {
  readonly isCut?: boolean
}

type Tense = 'past' | 'future'

/** The clauses of a sentence, in singular and plural for each tense. */
// prettier-ignore
const CLAUSES = {
  expired:   { noun: 'order',    future: ['expires', 'expire'],           past: ['expired', 'expired'] },
  captured:  { noun: 'hold',     future: ['is captured', 'are captured'], past: ['was captured', 'were captured'] },
  released:  { noun: 'hold',     future: ['is released', 'are released'], past: ['was released', 'were released'] },
  callbacks: { noun: 'callback', future: ['becomes due', 'become due'],  past: ['was due', 'were due'] },
} as const satisfies Readonly<Record<string, Readonly<Record<Tense, readonly [string, string]>> & { noun: string }>>

/** "15 orders expired, 25 callbacks were due". */
export function sentenceOf(counts: Counts, tense: Tense): string {
  const more = counts.isCut === true ? 'at least ' : ''
  const clauses = (Object.keys(CLAUSES) as (keyof typeof CLAUSES)[]).flatMap((name) => {
    const count = counts[name]
    const { noun, [tense]: verbs } = CLAUSES[name]
    if (count === 0) return []
    return [`${more}${count} ${noun}${count === 1 ? '' : 's'} ${verbs[count === 1 ? 0 : 1]}`]
  })
  if (clauses.length > 0) return clauses.join(', ')
  return tense === 'past' ? 'nothing was due' : 'nothing becomes due'
}

const orderLink = (
  base: string,
  { id, number }: { id: string | null; number: string | null },
): Html =>
  id === null
    ? html`<span class="aside">no order</span>`
    : html`<a href="${base}/orders/${id}">${orderName({ id, number })}</a>`

const callbackLink = (base: string, { id, operation }: Callback): Html =>
  html`<a href="${base}/callbacks/${id}">Callback ${operation}</a>`

/** An exact time in a sentence; the style sheet keeps date and time on one line. */
const wholeTime = (at: string): Html =>
  html`<time datetime="${at}">${exactTime(Date.parse(at))}</time>`

/** The orders and callbacks of the last move, as they are now. */
export function lastMove(move: LastMove, sum: string, { base }: PageContext): Html {
  const { orders, sent, expired, captured, released, callbacks } = move
  const rest = expired + captured + released - orders.length
  return html`<section id="last-move" data-live="last-move">
    <h2>Last advance</h2>
    <p class="aside">From ${wholeTime(move.from)} to ${wholeTime(move.until)}: ${sum}.</p>
    ${
      orders.length > 0 &&
      html`${table({
        caption: 'Orders changed by the last advance',
        stacks: true,
        columns: [{ header: 'Order' }, { header: 'Now' }, { header: 'Amount', align: 'end' }],
        rows: orders.map((order) => [
          orderLink(base, order),
          badge(...statusLabel(order)),
          amount(moneyOf(order.amount, order.currency)),
        ]),
      })}
      ${rest > 0 && html`<p class="aside">and ${rest} more <a href="${base}/orders">orders</a></p>`}`
    }
    ${
      sent.length > 0 &&
      html`<details class="fold">
        <summary>${callbacks === 1 ? '1 callback' : `${callbacks} callbacks`}</summary>
        ${table({
          caption: 'Callbacks that became due in the last advance',
          stacks: true,
          columns: [{ header: 'Callback' }, { header: 'Order' }, { header: 'Now' }],
          rows: sent.map((each) => [
            callbackLink(base, each),
            orderLink(base, { id: each.orderId, number: each.orderNumber }),
            each.state,
          ]),
        })}
        ${
          callbacks > sent.length &&
          html`<p class="aside">
            and ${callbacks - sent.length} more <a href="${base}/callbacks">callbacks</a>
          </p>`
        }
      </details>`
    }
  </section>`
}

/** Maximum number of orders in the table of due work; the orders list shows all. */
const ORDERS_SHOWN = 10

/** The due work, earliest first: orders, and callbacks in a panel. */
export function dueNext({ moves, orders, callbacks }: Preview, context: PageContext): Html {
  const { base, now } = context
  return html`<section data-live="due">
    <h2>Due next</h2>
    ${table({
      caption: 'Due next',
      stacks: true,
      columns: [
        { header: 'Order' },
        { header: 'Event' },
        { header: 'When' },
        { header: 'At' },
        { header: 'Amount', align: 'end' },
      ],
      rows: orders
        .slice(0, ORDERS_SHOWN)
        .map((order): readonly HtmlValue[] => [
          orderLink(base, order),
          dueLabel(order)?.what,
          ...moment(dueLabel(order)?.at ?? now, now),
          amount(moneyOf(order.amount, order.currency)),
        ]),
      empty: emptyState(
        'clock',
        html`No order is due. Orders waiting for a payment or a capture appear here.
        ${callOptions(context).mayAct && html`<a href="${base}/try">Create an order</a>`}`,
      ),
    })}
    ${
      orders.length > ORDERS_SHOWN &&
      html`<p class="more">
        <a href="${base}/orders?filter=expiring">All orders with due work</a>
      </p>`
    }
    ${
      moves.some(({ simulated }) => simulated > 0) &&
      html`<p class="more">
        <a href="${base}/authorisations?filter=held&source=simulation">Simulated holds</a>
      </p>`
    }
    ${
      callbacks.length > 0 &&
      html`<details class="fold">
        <summary>Callbacks</summary>
        ${table({
          caption: 'Callbacks due next',
          stacks: true,
          columns: [
            { header: 'Callback' },
            { header: 'Order' },
            { header: 'When' },
            { header: 'At' },
          ],
          rows: callbacks.map((each): readonly HtmlValue[] => [
            callbackLink(base, each),
            orderLink(base, { id: each.orderId, number: each.orderNumber }),
            ...moment(each.nextAttemptAt === null ? now : Date.parse(each.nextAttemptAt), now),
          ]),
        })}
      </details>`
    }
  </section>`
}

const moment = (at: number, now: number): readonly Html[] => [ago(at, now), exactly(at, now)]
