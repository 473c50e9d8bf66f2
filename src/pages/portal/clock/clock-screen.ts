// The project's clock: what falls due by itself, and moves that make it happen.

import { DAY_MS } from '../../../kernel/calendar.ts'
import { Fault } from '../../../kernel/fault.ts'
import { type ClockMove, clockResult } from '../../../projects/move-clock.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { realNow } from '../../../time.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly, exactTime } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { moneyOf } from '../parts/amounts.ts'
import { nextByItself } from '../labels/due-labels.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { wholeNumber } from '../parts/whole-number.ts'

export const clock: Screen = {
  group: 'Make it happen',
  label: 'Clock',
  icon: icons.clock,
  path: '/clock',
  pages: [{ path: '/clock', operation: 'clockPage', show: (context) => clockView(context) }],
  actions: [{ path: '/clock', operation: 'moveClockFromPage', act: moveClock }],
}

interface Move {
  readonly name: string
  readonly label: string
  readonly move: ClockMove
  /** The body of the call that does the same. */
  readonly body: object
}

// prettier-ignore
const ADVANCE_MOVES = [
  { name: 'minutes', label: '20 minutes', body: { advance: 'PT20M' }, move: { kind: 'advance', ms: 20 * 60_000 } },
  { name: 'hours',   label: '6 hours',    body: { advance: 'PT6H' },  move: { kind: 'advance', ms: DAY_MS / 4 } },
  { name: 'day',     label: 'A day',      body: { advance: 'P1D' },   move: { kind: 'advance', ms: DAY_MS } },
  { name: 'week',    label: 'A week',     body: { advance: 'P7D' },   move: { kind: 'advance', ms: 7 * DAY_MS } },
  { name: 'month',   label: 'A month',    body: { advance: 'P1M' },   move: { kind: 'advance', months: 1, ms: 0 } },
] as const satisfies readonly Move[]

const STOP_MOVES = [
  {
    name: 'freeze',
    label: 'Stop the clock',
    body: { freeze: true },
    move: { kind: 'freeze', freeze: true },
  },
  {
    name: 'unfreeze',
    label: 'Let it run on',
    body: { freeze: false },
    move: { kind: 'freeze', freeze: false },
  },
] as const satisfies readonly Move[]

const MOVES: readonly Move[] = [...ADVANCE_MOVES, ...STOP_MOVES]

const callOf = (body: object): ApiCall => ({ api: 'control', method: 'POST', path: '/clock', body })

/** Orders and callbacks that the page shows: those that are next. */
const SHOWN_MAX = 25

async function clockView(
  context: PageContext,
  mistaken?: { readonly typed: string; readonly mistakes: Mistakes },
): Promise<View> {
  const { dataset, base } = context
  const options = callOptions(context)
  const { now, frozen, offsetMs } = clockResult(dataset, realNow(), 0)
  const typed =
    mistaken?.typed ?? proposed(context) ?? new Date(now + DAY_MS).toISOString().slice(0, 16) + 'Z'
  return {
    title: 'Clock',
    ...(mistaken && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: '/clock' },
    // The clock itself is of the project, whose changes every page hears of.
    ...(mistaken === undefined && {
      live: { of: 'page', address: `${base}/clock`, kinds: ['order', 'callback'] },
    }),
    content: html`<header class="heading" data-live="heading">
        <h1>
          <time class="number" datetime="${new Date(now).toISOString()}">${exactTime(now)}</time>
          ${frozen ? badge('warning', 'stands still') : badge('approved', 'running')}
        </h1>
      </header>
      ${news(context)} ${mistaken && mistakeSummary('clock-set', mistaken.mistakes, { to: 'Time' })}
      <p class="lead" data-live="lead">
        ${
          Math.abs(offsetMs) < 1000
            ? 'It shows real time.'
            : `It is ${distance(offsetMs)} real time.`
        }
        It only goes forward; what falls due on the way happens, each at its own time.
      </p>
      ${
        options.mayAct &&
        html`<section class="moves" data-live="moves">
          <h2>Go on by</h2>
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
                label: 'Or to a moment, UTC',
                hint: 'Such as 2027-01-31T12:00Z',
                value: typed,
                maxLength: 30,
              },
            ],
            button: 'Set the clock',
            call: callOf({ set: typed }),
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

/** A moment that another page leads to, such as the expiry of a card: it is there to be read before anything is moved. */
function proposed({ query }: PageContext): string | undefined {
  const to = query.get('to') ?? ''
  return TIME_PATTERN.test(to) ? to : undefined
}

/** What falls due, the next first. */
async function due(context: PageContext): Promise<Html> {
  const { base, now } = context
  const [{ items }, waiting] = await Promise.all([
    context.read(ordersPage, { expiring: true, limit: SHOWN_MAX }),
    context.read(callbacksOf, {
      state: 'waiting',
      before: Number.MAX_SAFE_INTEGER,
      limit: SHOWN_MAX,
    }),
  ])
  const rows = [
    ...items.map((order) => ({
      at: order.dueAt ?? now,
      what: nextByItself(order)?.what ?? '',
      of: html`<a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
      sum: amount(moneyOf(order.amount, order.currency)),
    })),
    ...waiting.map((callback) => ({
      at: callback.dueAt ?? now,
      what: 'Callback is sent',
      of: html`<a href="${base}/callbacks/${callback.id}">${callback.operation}</a>`,
      sum: undefined,
    })),
  ].toSorted((one, other) => one.at - other.at)
  return html`<section data-live="due">
    <h2>What falls due</h2>
    ${table({
      caption: 'What falls due',
      stacks: true,
      columns: [
        { header: 'What happens' },
        { header: 'To' },
        { header: 'When' },
        { header: 'At' },
        { header: 'Amount', align: 'end' },
      ],
      rows: rows.map(({ at, what, of, sum }) => [what, of, ago(at, now), exactly(at, now), sum]),
      empty: html`<p>Nothing. Orders that wait for a payment or a capture will stand here.</p>`,
    })}
  </section>`
}

function news(context: PageContext): Html | undefined {
  const { query, now } = context
  const options = callOptions(context)
  const ran = wholeNumber(query.get('ran'))
  if (ran === undefined) return undefined
  const move = MOVES.find(({ name }) => name === query.get('did'))
  const text = `${ran === 0 ? 'Nothing' : ran} fell due on the way`
  const body = move?.body ?? { set: `${new Date(now).toISOString().slice(0, 16)}Z` }
  return doneNotice(move?.move.kind === 'freeze' ? 'Done' : text, callOf(body), options)
}

const TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/

async function moveClock(context: PageContext): Promise<View | Onward> {
  const move = MOVES.find(({ name }) => name === context.form.get('move'))
  const typed = (context.form.get('to') ?? '').trim().slice(0, 30)
  const to = TIME_PATTERN.test(typed) ? Date.parse(typed) : NaN
  if (move === undefined && (Number.isNaN(to) || !isOfCalendar(typed, to)))
    return clockView(context, {
      typed,
      mistakes: { to: 'Type a moment such as 2027-01-31T12:00Z.' },
    })
  try {
    const { ran } = await context.execute('moveClock', { move: move?.move ?? { kind: 'set', to } })
    return { location: `/clock?did=${move?.name ?? 'set'}&ran=${ran}` }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const isMistake = error.code === 'clock-backwards' || error.code === 'parameter-invalid'
    if (!isMistake || move !== undefined) throw error
    return clockView(context, { typed, mistakes: { to: error.message } })
  }
}

/** A day that its month does not have would be read as one of the next month. */
const isOfCalendar = (text: string, at: number): boolean =>
  new Date(at).toISOString().startsWith(text.slice(0, 10))
