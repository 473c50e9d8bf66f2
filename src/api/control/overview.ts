// The overview on a project's start page.

import { Type } from '../../web/http/schemas/type.ts'
import { CALLBACK_OPERATIONS } from '../../callbacks/callback-schedule.ts'
import { DAY_MS } from '../../kernel/calendar.ts'
import { batchTime } from '../../kernel/dataset.ts'
import { callbacksOf } from '../../store/reads/callbacks.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { COUNTED_MAX } from '../../store/reads/order-filters.ts'
import {
  type Buckets,
  failingTimes,
  firstSteps,
  oldestHolds,
  openHolds,
  orderSeries,
  type OrderSeries,
} from '../../store/reads/overview.ts'
import { realNow } from '../../time.ts'
import { operation } from './api.ts'
import { CallbackStateSchema, wireStateOf } from './callbacks/callback-view.ts'
import { OrderSchema, orderSummary } from './orders/order-view.ts'
import { ACTIVITY_MAX, ActivitySchema, recentActivity } from './recent-activity.ts'
import { iso, isoOrNull, Moment, orNull } from './schemas.ts'

/** Maximum number of a range's newest orders that are counted. */
const ORDERS_COUNTED_MAX = 20_000
/** Maximum number of the newest failing callbacks that are counted. */
const FAILING_COUNTED_MAX = 200
/** Maximum number of failing callbacks and holds that are listed. */
const NAMED_MAX = 5

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Each range with its number of buckets and their length. */
const RANGES = {
  '1h': { count: 12, widthMs: 5 * MINUTE_MS },
  '24h': { count: 24, widthMs: HOUR_MS },
  '7d': { count: 28, widthMs: 6 * HOUR_MS },
} as const
export type OverviewRange = keyof typeof RANGES
export const OVERVIEW_RANGES = Object.keys(RANGES) as OverviewRange[]
const DEFAULT_RANGE: OverviewRange = '24h'

const Counts = {
  approved: Type.Integer({ description: 'Number of orders with an approved payment' }),
  declined: Type.Integer({
    description:
      'Number of orders with at least one declined attempt, whether or not they were paid later',
  }),
}

const BucketSchema = Type.Object({
  from: Moment,
  until: Moment,
  ...Counts,
  held: Type.Integer({ description: 'Number of orders that are held now' }),
  failingCallbacks: Type.Integer({ description: 'Number of callbacks that are failing now' }),
})

const Bounded = (description: string, most: number) =>
  Type.Object({
    count: Type.Integer({ description: `${description}, up to ${most.toLocaleString('en')}` }),
    hasMore: Type.Boolean({
      description: `True if there are more than ${most.toLocaleString('en')}`,
    }),
  })

export const getOverview = operation({
  name: 'getOverview',
  method: 'GET',
  path: '/overview',
  summary: 'Read an overview of the project',
  description: `Counts the orders that were registered in the last hour, day or week of the project's time, up to ${ORDERS_COUNTED_MAX.toLocaleString('en')}. Also returns open holds, failing callbacks, the latest activity and the first steps.`,
  query: Type.Object(
    {
      range: Type.Optional(
        Type.Enum([...OVERVIEW_RANGES], {
          description: `The last hour, day or week; default ${DEFAULT_RANGE}. The period ends with the bucket that contains the current time.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    range: Type.Enum([...OVERVIEW_RANGES]),
    from: Moment,
    until: Moment,
    countedFrom: orNull(
      Moment,
      'Start of the counted part of the period, if it has more orders than are counted; otherwise null',
    ),
    registered: Type.Integer({ description: 'Number of registered orders' }),
    ...Counts,
    buckets: Type.Array(BucketSchema),
    openHolds: Bounded('Held orders', COUNTED_MAX),
    expiringHolds: Type.Array(OrderSchema, {
      description: `Held orders that change in the next 24 hours, oldest first, at most ${NAMED_MAX}`,
    }),
    failing: Bounded('Callbacks whose last attempt failed', FAILING_COUNTED_MAX),
    failingCallbacks: Type.Array(
      Type.Object({
        id: Type.String(),
        operation: Type.Enum([...CALLBACK_OPERATIONS]),
        state: CallbackStateSchema,
        orderId: orNull(Type.String(), 'Id of the order that the callback reports (`mdOrder`)'),
        orderNumber: orNull(Type.String(), "The merchant's order number"),
        failures: Type.Integer({
          description: 'Number of failed attempts since the callback was last queued',
        }),
        nextAttemptAt: orNull(Moment, 'Time of the next attempt; null if all attempts are used up'),
        createdAt: Moment,
      }),
      { description: `Failing callbacks, newest first, at most ${NAMED_MAX}` },
    ),
    activity: Type.Array(ActivitySchema, {
      description: `Latest activity, newest first, each order once, at most ${ACTIVITY_MAX}`,
    }),
    firstSteps: Type.Object(
      {
        paid: Type.Boolean({ description: 'True if a payment was approved' }),
        callbackUrl: Type.Boolean({ description: 'True if a callback URL is set' }),
        callbackDelivered: Type.Boolean({ description: 'True if a callback was delivered' }),
        cardIssued: Type.Boolean({ description: 'True if a card was issued' }),
        cardPaid: Type.Boolean({ description: 'True if an issued card paid an order' }),
      },
      { description: 'First steps in the project, each true once it is done' },
    ),
  }),
  reads: ['order', 'journalEntry', 'callback', 'card'],
  async handle({ query, read }) {
    const { range = DEFAULT_RANGE } = query
    const dataset = await read(datasetById)
    const now = batchTime(dataset, realNow())
    const buckets = bucketsUntil(now, range)
    const [orders, failing, held, named, holds, activity, steps] = await Promise.all([
      read(orderSeries, buckets, ORDERS_COUNTED_MAX),
      read(failingTimes, FAILING_COUNTED_MAX + 1),
      read(openHolds, COUNTED_MAX + 1),
      read(callbacksOf, { state: 'failing', before: Number.MAX_SAFE_INTEGER, limit: NAMED_MAX }),
      read(oldestHolds, NAMED_MAX),
      recentActivity(read),
      read(firstSteps),
    ])
    return {
      range,
      ...seriesView(buckets, orders, failing),
      openHolds: bounded(held, COUNTED_MAX),
      expiringHolds: holds
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now + DAY_MS)
        .map(orderSummary),
      failing: bounded(failing.length, FAILING_COUNTED_MAX),
      failingCallbacks: named.map(({ id, operation: name, ...callback }) => ({
        id: String(id),
        operation: name,
        state: wireStateOf(callback.state),
        failures: callback.failures,
        orderId: callback.orderId,
        orderNumber: callback.orderNumber,
        nextAttemptAt: isoOrNull(callback.dueAt),
        createdAt: iso(callback.createdAt),
      })),
      activity,
      firstSteps: {
        paid: steps.paid,
        callbackUrl: dataset.settings.callbackUrl !== null,
        callbackDelivered: steps.delivered,
        cardIssued: steps.issued,
        cardPaid: steps.spent,
      },
    }
  },
})

/**
 * Whole buckets, so that their boundaries do not move with the clock; the last one is not complete
 * yet.
 */
export function bucketsUntil(now: number, range: OverviewRange): Buckets {
  const { count, widthMs } = RANGES[range]
  const until = (Math.floor(now / widthMs) + 1) * widthMs
  return { from: until - count * widthMs, until, widthMs }
}

function seriesView(
  { from, until, widthMs }: Buckets,
  { countedFrom, registered, ...orders }: OrderSeries,
  failing: readonly number[],
) {
  const buckets = orders.approved.map((approved, index) => {
    const [start, end] = [from + index * widthMs, from + (index + 1) * widthMs]
    return {
      from: iso(start),
      until: iso(end),
      approved,
      declined: orders.declined[index] ?? 0,
      held: orders.held[index] ?? 0,
      failingCallbacks: failing.filter((at) => at >= start && at < end).length,
    }
  })
  const sum = (name: 'approved' | 'declined') =>
    buckets.reduce((total, bucket) => total + bucket[name], 0)
  return {
    from: iso(from),
    until: iso(until),
    countedFrom: isoOrNull(countedFrom),
    registered,
    approved: sum('approved'),
    declined: sum('declined'),
    buckets,
  }
}

const bounded = (count: number, most: number) => ({
  count: Math.min(count, most),
  hasMore: count > most,
})
