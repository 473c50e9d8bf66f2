// The project's clock: read, advance, set, freeze.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { parseDuration } from '../../../kernel/duration.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import {
  type ClockResult,
  clockResult,
  type ClockMove,
  targetOf,
} from '../../../projects/move-clock.ts'
import { DUE_COUNTED_MAX, type DueCallbacks, MOVE_LISTED_MAX } from '../../../projects/settings.ts'
import { callbackById } from '../../../store/reads/callbacks.ts'
import {
  type DueCallbackTime,
  dueCallbackTimes,
  type DueOrderTime,
  dueOrderTimes,
  nextCallbacks,
} from '../../../store/reads/due.ts'
import { dueAuthorisationTimes } from '../../../store/reads/authorisations.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { EXACTLY_ONE } from '../../endpoint/exactly-one.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { CallbackAnswer, callbackView } from '../callbacks/callback-view.ts'
import { OrderSchema, orderSummary } from '../orders/order-view.ts'
import { momentIn } from '../period.ts'
import { unacceptable } from '../problems.ts'
import { iso, Moment, orNull } from '../schemas.ts'

const ClockAnswer = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: "The project's time, in UTC" }),
    frozen: Type.Boolean({ description: 'True while the clock is stopped' }),
    offsetMs: Type.Integer({
      description: "Difference between the project's time and real time, in milliseconds",
    }),
    ran: Type.Integer({ description: 'Number of due items that the move ran' }),
  },
  { examples: [{ now: '2027-01-01T00:20:00.000Z', frozen: false, offsetMs: 1_200_000, ran: 0 }] },
)

const ClockMoveBody = Type.Object(
  {
    advance: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Duration by which to advance the clock, ISO 8601, such as `PT20M` or `P1M`',
      }),
    ),
    set: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "Time to which to set the clock, an RFC 3339 date-time with a time zone. A time before the clock's is refused",
      }),
    ),
    freeze: Type.Optional(
      Type.Boolean({ description: 'True stops the clock, false lets it run again' }),
    ),
  },
  {
    ...EXACTLY_ONE,
    additionalProperties: false,
    description: 'Send exactly one of `advance`, `set` and `freeze`.',
  },
)

export const getClock = operation({
  name: 'getClock',
  // The clock page also lists what is due.
  reads: ['order', 'callback'],
  method: 'GET',
  path: '/clock',
  summary: "Read the project's clock",
  description: 'Returns the clock, which gives all business times of the project.',
  answer: ClockAnswer,
  async handle({ read }) {
    return clockView(clockResult(await read(datasetById), realNow(), 0))
  },
})

export const moveClock = operation({
  name: 'moveClock',
  method: 'POST',
  path: '/clock',
  summary: "Advance, freeze or unfreeze the project's clock",
  description:
    'Changes the clock, which only moves forward. All work that is due by the new time runs before the response, in order and each item at its own time. Callbacks are queued, and sent after the response. Several moves of a clock run one after the other.',
  body: ClockMoveBody,
  examples: [{ advance: 'PT20M' }],
  answer: ClockAnswer,
  errors: ['clock-backwards', 'parameter-invalid'],
  async handle({ body, read, command }) {
    const move = clockMove(body)
    const callbacks = await callbacksUntil(move, read)
    return clockView(await command('moveClock', { move, ...(callbacks && { callbacks }) }))
  },
})

/** A clock move does not process callbacks, but its record lists those that become due. */
export async function callbacksUntil(
  move: ClockMove,
  read: ProjectCall['read'],
): Promise<DueCallbacks | undefined> {
  if (move.kind === 'freeze') return undefined
  const now = batchTime(await read(datasetById), realNow())
  const due = await read(dueCallbackTimes, targetOf(move, now))
  const ids = due.slice(0, MOVE_LISTED_MAX).map(({ id }) => id)
  return { count: Math.min(due.length, DUE_COUNTED_MAX), ids }
}

const Counts = {
  expired: Type.Integer({ description: 'Number of orders that expire' }),
  captured: Type.Integer({ description: 'Number of holds that are captured' }),
  released: Type.Integer({
    description:
      'Number of holds that are released, including the holds of simulated authorisations',
  }),
  callbacks: Type.Integer({
    description: `Callbacks that become due, at most ${DUE_COUNTED_MAX.toLocaleString('en')}`,
  }),
}

/** Maximum number of moves in a preview. */
const PREVIEWS_MAX = 10

/** Maximum number of items of each kind in a list. */
const LISTED_MAX = 25

export const previewClock = operation({
  name: 'previewClock',
  // Resending changes which callbacks are due.
  reads: ['order', 'callback'],
  method: 'GET',
  path: '/clock/preview',
  summary: "Preview an advance of the project's clock",
  description: `Counts what would become due, up to ${DUE_COUNTED_MAX.toLocaleString('en')} orders and callbacks, and lists what is due next. Nothing is changed.`,
  query: Type.Object(
    {
      advance: Type.Optional(
        Type.String({
          maxLength: 200,
          description: `Durations by which the clock would be advanced: up to ${PREVIEWS_MAX} ISO 8601 durations, separated by commas`,
          examples: ['PT20M,P1M'],
        }),
      ),
      set: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'Time to which the clock would be set, an RFC 3339 date-time with its zone',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    now: Moment,
    moves: Type.Array(
      Type.Object({
        move: Type.String({ description: 'The duration or date-time as sent' }),
        until: Moment,
        ...Counts,
        simulated: Type.Integer({
          description: 'Number of released holds that belong to simulated authorisations',
        }),
        isCut: Type.Boolean({
          description: `True if more than ${DUE_COUNTED_MAX.toLocaleString('en')} orders or callbacks become due`,
        }),
      }),
    ),
    orders: Type.Array(OrderSchema, {
      description: `The next orders to change, at most ${LISTED_MAX}`,
    }),
    callbacks: Type.Array(CallbackAnswer, {
      description: `The next callbacks to be sent, at most ${LISTED_MAX}`,
    }),
  }),
  errors: ['clock-backwards', 'parameter-invalid'],
  async handle({ query: { advance, set }, read }) {
    const texts = advance === undefined ? [] : advance.split(',')
    if (texts.length > PREVIEWS_MAX)
      throw unacceptable('/advance', `must have at most ${PREVIEWS_MAX} durations`)
    const now = batchTime(await read(datasetById), realNow())
    const targets = [
      ...texts.map((text) => ({
        text,
        until: targetOf({ kind: 'advance', ...duration(text) }, now),
      })),
      ...(set === undefined
        ? []
        : [{ text: set, until: targetOf({ kind: 'set', to: momentIn('set', set) }, now) }]),
    ]
    const last = Math.max(now, ...targets.map(({ until }) => until))
    const [orderTimes, holdTimes, callbackTimes, orders, callbacks] = await Promise.all([
      read(dueOrderTimes, last),
      read(dueAuthorisationTimes, last),
      read(dueCallbackTimes, last),
      read(ordersPage, { filter: 'expiring', limit: LISTED_MAX }),
      read(nextCallbacks, LISTED_MAX),
    ])
    return {
      now: iso(now),
      moves: targets.map(({ text, until }) => ({
        move: text,
        until: iso(until),
        ...countsUntil(until, { orderTimes, holdTimes, callbackTimes }),
      })),
      orders: orders.items.map(orderSummary),
      callbacks: callbacks.map(callbackView),
    }
  },
})

/** The counts up to each time; the times are sorted. */
function countsUntil(
  until: number,
  {
    orderTimes,
    holdTimes,
    callbackTimes,
  }: {
    readonly orderTimes: readonly DueOrderTime[]
    readonly holdTimes: readonly number[]
    readonly callbackTimes: readonly DueCallbackTime[]
  },
) {
  const orders = orderTimes.filter(({ dueAt }) => dueAt <= until)
  const callbacks = callbackTimes.filter(({ dueAt }) => dueAt <= until).length
  const holds = holdTimes.filter((dueAt) => dueAt <= until).length
  const simulated = Math.min(holds, DUE_COUNTED_MAX)
  const counted = orders.slice(0, DUE_COUNTED_MAX)
  const held = counted.filter(({ status }) => status === ORDER_STATUS.held)
  const captured = held.filter(({ captures }) => captures).length
  return {
    expired: counted.length - held.length,
    captured,
    released: held.length - captured + simulated,
    simulated,
    callbacks: Math.min(callbacks, DUE_COUNTED_MAX),
    isCut: Math.max(orders.length, holds, callbacks) > DUE_COUNTED_MAX,
  }
}

export const getLastMove = operation({
  name: 'getLastClockMove',
  reads: ['order', 'callback'],
  method: 'GET',
  path: '/clock/last-move',
  summary: 'Read the last advance of the clock',
  description:
    'Counts the orders that changed and the callbacks that became due, and lists the first of them in their current state.',
  answer: Type.Object({
    move: orNull(
      Type.Object({
        from: Moment,
        until: Moment,
        ...Counts,
        orders: Type.Array(OrderSchema, {
          description: `Orders that changed, at most ${MOVE_LISTED_MAX}`,
        }),
        sent: Type.Array(CallbackAnswer, {
          description: `Callbacks that became due, at most ${MOVE_LISTED_MAX}`,
        }),
      }),
      'The last move; null before the first one',
    ),
  }),
  async handle({ read }) {
    const { lastClockMove } = (await read(datasetById)).settings
    if (lastClockMove === null) return { move: null }
    const { from, until, orderIds, callbacks, ...counts } = lastClockMove
    const [orders, sent] = await Promise.all([
      Promise.all(orderIds.map((id) => read(orderById, id, realNow()))),
      Promise.all(callbacks.ids.map((id) => read(callbackById, id))),
    ])
    return {
      move: {
        from: iso(from),
        until: iso(until),
        ...counts,
        callbacks: callbacks.count,
        orders: orders.flatMap((found) => (found === undefined ? [] : [orderSummary(found.order)])),
        sent: sent.flatMap((found) => (found === undefined ? [] : [callbackView(found)])),
      },
    }
  },
})

export const clockOperations = [getClock, moveClock, previewClock, getLastMove]

function clockMove({ advance, set, freeze, ...rest }: Static<typeof ClockMoveBody>): ClockMove {
  const given = [advance, set, freeze].filter((member) => member !== undefined).length
  if (given !== 1 || Object.keys(rest).length > 0)
    throw unacceptable('', 'must have exactly one of advance, set and freeze')
  if (advance !== undefined) return { kind: 'advance', ...duration(advance) }
  if (set !== undefined) return { kind: 'set', to: momentIn('set', set) }
  return { kind: 'freeze', freeze: freeze === true }
}

function duration(text: string) {
  const by = parseDuration(text)
  if (by === undefined)
    throw unacceptable('/advance', 'must be a positive ISO 8601 duration such as PT20M')
  return by
}

const clockView = ({ now, ...rest }: ClockResult): Static<typeof ClockAnswer> => ({
  now: new Date(now).toISOString(),
  ...rest,
})
