// The project's clock: what is due next, and forms that advance, set and freeze it.

import {
  getClock,
  getLastMove,
  moveClock,
  previewClock,
} from '../../../api/control/projects/clock.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { DAY_MS } from '../../../kernel/calendar.ts'
import { Fault } from '../../../kernel/fault.ts'
import { badge, outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactTime } from '../../../web/html/when.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { action, callOf, type Content, page } from '../shell/page.ts'
import type { PageContext, Screen } from '../shell/screen.ts'
import { dueNext, type LastMove, lastMove, sentenceOf } from './due-work.ts'

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
  { name: 'freeze', label: 'Freeze the clock', body: { freeze: true } },
  { name: 'unfreeze', label: 'Unfreeze the clock', body: { freeze: false } },
] as const satisfies readonly Move[]

const MOVES: readonly Move[] = [...ADVANCE_MOVES, ...STOP_MOVES]

interface RefusedTime {
  readonly typed: string
  readonly mistakes: Mistakes
}

const clockPage = page(
  getClock,
  { path: '/clock', operation: 'clockPage', of: 'page', beside: [previewClock, getLastMove] },
  clockView,
)

type Preview = AnswerOf<typeof previewClock>

async function clockView(
  { frozen, offsetMs, ...shown }: AnswerOf<typeof getClock>,
  context: PageContext,
  mistaken?: RefusedTime,
): Promise<Content> {
  const { base, perform } = context
  const options = callOptions(context)
  const now = Date.parse(shown.now)
  const asked = mistaken === undefined ? proposed(context, now) : undefined
  const typed = mistaken?.typed ?? asked ?? new Date(now + DAY_MS).toISOString().slice(0, 16) + 'Z'
  const advance = ADVANCE_MOVES.map(({ body }) => body.advance).join()
  const [preview, { move }] = await Promise.all([
    perform(previewClock, {
      query: { advance, ...(asked !== undefined && { set: withSeconds(asked) }) },
    }),
    perform(getLastMove),
  ])
  const sum = move === null ? undefined : sentenceOf(move, 'past')
  return {
    title: 'Clock',
    ...(mistaken && { status: 422 as const }),
    content: html`<header class="heading"><h1>Clock</h1></header>
      ${news(context, move)}
      ${mistaken && mistakeSummary('clock-set', mistaken.mistakes, { to: 'Time' })}
      <div class="clock-face" data-live="face">
        <time class="number" datetime="${new Date(now).toISOString()}">${exactTime(now)}</time>
        ${frozen ? badge('warning', 'frozen') : badge('approved', 'running')}
        <span class="aside"
          >${frozen && 'Nothing expires and no callback is retried. '}
          ${Math.abs(offsetMs) < 1000 ? 'The clock shows real time.' : `The clock is ${distance(offsetMs)} real time.`}</span
        >
      </div>
      <p class="lead">
        The clock only moves forward. Everything that falls due in between runs in order.
      </p>
      <div class="clock-ways">
        ${options.mayAct && moves(preview, { base, frozen })}
        ${
          options.mayAct &&
          html`<section class="panel">
            <h2>Jump to (UTC)</h2>
            ${jumpForm(context, typed, mistaken)} ${asked !== undefined && foreseen(preview)}
          </section>`
        }
      </div>
      ${move !== null && sum !== undefined && lastMove(move, sum, context)}
      ${dueNext(preview, context)}`,
  }
}

const jumpForm = (context: PageContext, typed: string, mistaken: RefusedTime | undefined): Html =>
  form(
    {
      id: 'clock-set',
      action: `${context.base}/clock`,
      fields: [
        {
          kind: 'text',
          name: 'to',
          label: 'Time',
          hint: 'Such as 2027-01-31T12:00Z',
          value: typed,
          maxLength: 30,
        },
      ],
      button: 'Set the clock',
      buttons: html`<button class="button" type="submit">Set the clock</button>
        <button class="button quiet" type="submit" formmethod="get">Preview</button>`,
      call: callOf(moveClock, { body: { set: typed } }),
      ...(mistaken && { mistakes: mistaken.mistakes }),
    },
    callOptions(context),
  )

/** Each step with the work that it would run. */
const moves = (
  { moves: previews }: Preview,
  { base, frozen }: { readonly base: string; readonly frozen: boolean },
): Html =>
  html`<section class="panel">
    <h2>Advance by</h2>
    <form method="post" action="${base}/clock" id="clock-advance">
      <ul class="clock-moves" data-live="moves">
        ${ADVANCE_MOVES.map(({ name, label }, index) => {
          const foreseen = previews[index]
          return html`<li>
            <button class="button quiet" name="move" value="${name}">${label}</button>
            <span class="aside">${foreseen && sentenceOf(foreseen, 'future')}</span>
          </li>`
        })}
        <li>
          <button class="button quiet" name="move" value="${frozen ? 'unfreeze' : 'freeze'}">
            ${frozen ? STOP_MOVES[1].label : STOP_MOVES[0].label}
          </button>
          <span class="aside"
            >${frozen ? 'The clock runs again from this time.' : 'The clock stops until you advance or unfreeze it.'}</span
          >
        </li>
      </ul>
    </form>
  </section>`

/** The preview of a move to the time in the field. */
function foreseen({ moves: previews }: Preview): Html | undefined {
  const jump = previews.at(-1)
  return (
    jump &&
    outcome('pending', `Until ${exactTime(Date.parse(jump.until))}: ${sentenceOf(jump, 'future')}.`)
  )
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', DAY_MS / 24],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** "2 days ahead of", rounded, so that an advance by 7 days still shows 7 days a second later. */
function distance(offsetMs: number): string {
  const size = Math.abs(offsetMs)
  const [unit, length] =
    UNITS.find(([, each], index) => size >= each - (UNITS[index + 1]?.[1] ?? 0) / 2) ?? UNITS[3]
  const long = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
  return `${long.format(Math.round(size / length))} ${offsetMs > 0 ? 'ahead of' : 'behind'}`
}

/** A time to preview, from another page or from the form; not in the past. */
function proposed({ query }: PageContext, now: number): string | undefined {
  const to = (query.get('to') ?? '').trim()
  const at = TIME_PATTERN.test(to) ? Date.parse(to) : NaN
  return at >= now && at < LATEST_MS && isDay(to, at) ? to : undefined
}

/** A day of the calendar, unlike 31 February. */
const isDay = (text: string, at: number): boolean =>
  new Date(at).toISOString().slice(0, 10) === text.slice(0, 10)

/** Years with five digits have another format. */
const LATEST_MS = Date.UTC(9999, 0, 1)

/** The operation requires seconds. */
const withSeconds = (text: string): string =>
  /T\d\d:\d\dZ$/.test(text) ? text.replace('Z', ':00Z') : text

/** The notice after an action. After a move, it leads to the work that ran. */
function news(context: PageContext, last: LastMove | null): Html | undefined {
  const did = context.query.get('did')
  if (did === null) return undefined
  const move = MOVES.find(({ name }) => name === did)
  const body = move?.body ?? { set: `${new Date(context.now).toISOString().slice(0, 16)}Z` }
  const isMove = !('freeze' in body)
  const ran = last === null ? 0 : last.orders.length + last.sent.length
  return html`${doneNotice(
    isMove
      ? `Done: ${last === null ? 'nothing was due' : sentenceOf(last, 'past')}.`
      : did === 'freeze'
        ? 'Clock frozen.'
        : 'The clock runs again.',
    callOf(moveClock, { body }),
    callOptions(context),
  )}
  ${isMove && ran > 0 && html`<p class="aside"><a href="#last-move">Show them</a></p>`}`
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
      await perform({ body: move.body })
      return { location: `/clock?did=${move.name}` }
    }
    try {
      await perform({ body: { set: withSeconds(typed) } })
      return { location: '/clock?did=set' }
    } catch (error) {
      if (error instanceof Problem) return refused('Enter a time such as 2027-01-31T12:00Z.')
      const isMistake =
        error instanceof Fault &&
        (error.code === 'clock-backwards' || error.code === 'parameter-invalid')
      if (!isMistake) throw error
      return refused(error.message.replace('Send a later time', 'Choose a later time'))
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
