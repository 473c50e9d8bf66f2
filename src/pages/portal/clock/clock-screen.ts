// The project's clock: what is due next, and forms that advance, set and freeze it.

import { listCallbacks } from '../../../api/control/callbacks.ts'
import { getClock, moveClock } from '../../../api/control/clock.ts'
import { listOrders } from '../../../api/control/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { DAY_MS } from '../../../kernel/calendar.ts'
import { Fault } from '../../../kernel/fault.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly, exactTime } from '../../../web/html/when.ts'
import { callOptions } from '../shell/call-options.ts'
import { moneyOf } from '../parts/amounts.ts'
import { dueLabel } from '../labels/due-labels.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { action, callOf, type Content, page } from '../shell/page.ts'
import type { PageContext, Screen } from '../shell/screen.ts'
import { wholeNumber } from '../parts/whole-number.ts'

type ClockMove = { readonly advance: string } | { readonly freeze: boolean }

interface Move {
  readonly name: string
  readonly label: string
  readonly body: ClockMove
}

// prettier-ignore
const ADVANCE_MOVES = [
  { name: 'minutes', label: '20 minutes', body: { advance: 'PT20M' } },
  { name: 'hours',   label: '6 hours',    body: { advance: 'PT6H' } },
  { name: 'day',     label: '1 day',      body: { advance: 'P1D' } },
  { name: 'week',    label: '1 week',     body: { advance: 'P7D' } },
  { name: 'month',   label: '1 month',    body: { advance: 'P1M' } },
] as const satisfies readonly Move[]

const STOP_MOVES = [
  {
    name: 'freeze',
    label: 'Freeze the clock',
    body: { freeze: true },
  },
  {
    name: 'unfreeze',
    label: 'Unfreeze the clock',
    body: { freeze: false },
  },
] as const satisfies readonly Move[]

const MOVES: readonly Move[] = [...ADVANCE_MOVES, ...STOP_MOVES]

/** Orders and callbacks on the page. */
const SHOWN_MAX = 25

interface RefusedTime {
  readonly typed: string
  readonly mistakes: Mistakes
}

const clockPage = page(getClock, { path: '/clock', operation: 'clockPage', of: 'page' }, clockView)

async function clockView(
  { frozen, offsetMs, ...shown }: AnswerOf<typeof getClock>,
  context: PageContext,
  mistaken?: RefusedTime,
): Promise<Content> {
  const { base } = context
  const options = callOptions(context)
  const now = Date.parse(shown.now)
  const typed =
    mistaken?.typed ?? proposed(context) ?? new Date(now + DAY_MS).toISOString().slice(0, 16) + 'Z'
  return {
    title: 'Clock',
    ...(mistaken && { status: 422 as const }),
    content: html`<header class="heading" data-live="heading">
        <h1>
          <time class="number" datetime="${new Date(now).toISOString()}">${exactTime(now)}</time>
          ${frozen ? badge('warning', 'frozen') : badge('approved', 'running')}
        </h1>
      </header>
      ${news(context)} ${mistaken && mistakeSummary('clock-set', mistaken.mistakes, { to: 'Time' })}
      <p class="lead" data-live="lead">
        ${
          Math.abs(offsetMs) < 1000
            ? 'It shows real time.'
            : `It is ${distance(offsetMs)} real time.`
        }
        The clock only moves forward. Everything due in between runs, in order.
      </p>
      ${
        options.mayAct &&
        html`<section class="moves" data-live="moves">
          <h2>Advance by</h2>
          <form method="post" action="${base}/clock" id="clock-advance">
            ${ADVANCE_MOVES.map(
              ({ name, label }) =>
                html`<button class="button quiet" name="move" value="${name}">${label}</button>`,
            )}
            <button class="button quiet" name="move" value="${frozen ? 'unfreeze' : 'freeze'}">
              ${frozen ? STOP_MOVES[1].label : STOP_MOVES[0].label}
            </button>
          </form>
        </section>`
      }
      <div class="sheet-of">
        ${form(
          {
            id: 'clock-set',
            action: `${base}/clock`,
            fields: [
              {
                kind: 'text',
                name: 'to',
                label: 'Jump to (UTC)',
                hint: 'Such as 2027-01-31T12:00Z',
                value: typed,
                maxLength: 30,
              },
            ],
            button: 'Set the clock',
            call: callOf(moveClock, { body: { set: typed } }),
            ...(mistaken && { mistakes: mistaken.mistakes }),
          },
          options,
        )}
      </div>
      ${await due(context)}`,
  }
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', DAY_MS / 24],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** "2 days ahead of". */
function distance(offsetMs: number): string {
  const size = Math.abs(offsetMs)
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? UNITS[3]
  const long = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
  return `${long.format(Math.trunc(size / length))} ${offsetMs > 0 ? 'ahead of' : 'behind'}`
}

/** A time that another page proposes, such as the expiry of a card. */
function proposed({ query }: PageContext): string | undefined {
  const to = query.get('to') ?? ''
  return TIME_PATTERN.test(to) ? to : undefined
}

/** The due work, the next first. */
async function due(context: PageContext): Promise<Html> {
  const { base, now, perform } = context
  const limit = String(SHOWN_MAX)
  const [orders, callbacks] = await Promise.all([
    perform(listOrders, { query: { expiring: 'true', limit } }),
    perform(listCallbacks, { query: { state: 'waiting', limit } }),
  ])
  const rows = [
    ...orders.items.map((order) => ({
      at: dueLabel(order)?.at ?? now,
      what: dueLabel(order)?.what ?? '',
      of: html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
      sum: amount(moneyOf(order.amount, order.currency)),
    })),
    ...callbacks.items.map((callback) => ({
      at: callback.nextAttemptAt === null ? now : Date.parse(callback.nextAttemptAt),
      what: 'Callback is sent',
      of: html`<a href="${base}/callbacks/${callback.id}">${callback.operation}</a>`,
      sum: undefined,
    })),
  ].toSorted((one, other) => one.at - other.at)
  return html`<section data-live="due">
    <h2>Due next</h2>
    ${table({
      caption: 'Due next',
      stacks: true,
      columns: [
        { header: 'Event' },
        { header: 'To' },
        { header: 'When' },
        { header: 'At' },
        { header: 'Amount', align: 'end' },
      ],
      rows: rows.map(({ at, what, of, sum }) => [what, of, ago(at, now), exactly(at, now), sum]),
      empty: html`<p>Nothing. Orders waiting for a payment or a capture appear here.</p>`,
    })}
  </section>`
}

function news(context: PageContext): Html | undefined {
  const { query, now } = context
  const ran = wholeNumber(query.get('ran'))
  if (ran === undefined) return undefined
  const body = MOVES.find(({ name }) => name === query.get('did'))?.body ?? {
    set: `${new Date(now).toISOString().slice(0, 16)}Z`,
  }
  const text = `${ran === 0 ? 'Nothing was' : ran === 1 ? '1 item was' : `${ran} items were`} due in between`
  return doneNotice(
    'freeze' in body ? 'Done' : text,
    callOf(moveClock, { body }),
    callOptions(context),
  )
}

const TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/

const moveAction = action(
  moveClock,
  { path: '/clock', operation: 'moveClockFromPage' },
  async (perform, context) => {
    const move = MOVES.find(({ name }) => name === context.form.get('move'))
    const typed = (context.form.get('to') ?? '').trim().slice(0, 30)
    const refused = (text: string) => clockPage.show(context, { typed, mistakes: { to: text } })
    if (move !== undefined) {
      const { ran } = await perform({ body: move.body })
      return { location: `/clock?did=${move.name}&ran=${ran}` }
    }
    // The operation wants seconds.
    const set = /T\d\d:\d\dZ$/.test(typed) ? typed.replace('Z', ':00Z') : typed
    try {
      const { ran } = await perform({ body: { set } })
      return { location: `/clock?did=set&ran=${ran}` }
    } catch (error) {
      if (error instanceof Problem) return refused('Enter a time such as 2027-01-31T12:00Z.')
      const isMistake =
        error instanceof Fault &&
        (error.code === 'clock-backwards' || error.code === 'parameter-invalid')
      if (!isMistake) throw error
      return refused(error.message)
    }
  },
)

export const clock: Screen = {
  group: 'Make it happen',
  label: 'Clock',
  icon: icons.clock,
  path: '/clock',
  pages: [clockPage],
  actions: [moveAction],
}
