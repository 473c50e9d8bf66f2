// The overview on the start page of a project.

import Type from 'typebox'
import { CALLBACK_OPERATIONS } from '../../callbacks/callback-schedule.ts'
import { DAY_MS } from '../../kernel/calendar.ts'
import { batchTime } from '../../kernel/dataset.ts'
import type { EntryKind } from '../../ledger/journal-entry.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { callbacksOf } from '../../store/reads/callbacks.ts'
import {
  newestOutcomes,
  oldestHolds,
  type Outcome,
  OUTCOMES_MAX,
} from '../../store/reads/overview.ts'
import { realNow } from '../../time.ts'
import { operation } from './api.ts'
import { CallbackStateSchema, wireStateOf } from './callback-view.ts'
import { OrderSchema, orderSummary } from './order-view.ts'
import { iso, Moment, orNull } from './schemas.ts'

/** Failing callbacks and holds. */
const NAMED_MAX = 5

const Counts = { approved: Type.Integer(), declined: Type.Integer() }

export const getOverview = operation({
  name: 'getOverview',
  method: 'GET',
  path: '/overview',
  summary: 'Read an overview of the project',
  description: `Approvals and declines of the last 24 hours (of the newest ${OUTCOMES_MAX} entries at most), failing callbacks and holds that end in the next 24 hours.`,
  answer: Type.Object({
    attempts: Type.Object({
      ...Counts,
      spanMs: Type.Integer({ description: 'Duration that the buckets cover' }),
      isCut: Type.Boolean({ description: 'True if older attempts of the day are not counted' }),
      buckets: Type.Array(Type.Object({ from: Moment, ...Counts })),
    }),
    failingCallbacks: Type.Array(
      Type.Object({
        id: Type.String(),
        operation: Type.Enum([...CALLBACK_OPERATIONS]),
        state: CallbackStateSchema,
        orderId: orNull(Type.String(), '`mdOrder`'),
        orderNumber: orNull(Type.String(), "The merchant's own number"),
        failures: Type.Integer({ description: 'Failed attempts since it was last queued' }),
        nextAttemptAt: orNull(Moment, 'Null if all attempts are used up'),
        createdAt: Moment,
      }),
      { description: `Their last attempt failed; newest first, at most ${NAMED_MAX}` },
    ),
    endingHolds: Type.Array(OrderSchema, { description: `Oldest first, at most ${NAMED_MAX}` }),
  }),
  reads: ['order', 'journalEntry', 'callback'],
  async handle({ read }) {
    const [dataset, outcomes, failing, holds] = await Promise.all([
      read(datasetById),
      read(newestOutcomes),
      read(callbacksOf, { state: 'failing', before: Number.MAX_SAFE_INTEGER, limit: NAMED_MAX }),
      read(oldestHolds, NAMED_MAX),
    ])
    const now = batchTime(dataset, realNow())
    const { buckets, ...counts } = countOutcomes(outcomes, now)
    return {
      attempts: {
        ...counts,
        buckets: buckets.map(({ from, ...each }) => ({ from: iso(Math.round(from)), ...each })),
      },
      failingCallbacks: failing.map(({ id, operation: name, state, failures, ...callback }) => ({
        ...{ id: String(id), operation: name, state: wireStateOf(state), failures },
        ...{ orderId: callback.orderId, orderNumber: callback.orderNumber },
        nextAttemptAt: callback.dueAt === null ? null : iso(callback.dueAt),
        createdAt: iso(callback.createdAt),
      })),
      endingHolds: holds
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now + DAY_MS)
        .map(orderSummary),
    }
  },
})

const BUCKET_COUNT = 24
const ATTEMPT_KINDS: ReadonlySet<EntryKind> = new Set(['purchase', 'transfer', 'topup'])

interface Bucket {
  /** Epoch milliseconds. */
  readonly from: number
  readonly approved: number
  readonly declined: number
}

interface OutcomeCounts {
  readonly buckets: readonly Bucket[]
  readonly approved: number
  readonly declined: number
  readonly spanMs: number
  readonly isCut: boolean
}

/** Counts attempts by time; `outcomes` are the newest first. */
export function countOutcomes(outcomes: readonly Outcome[], now: number): OutcomeCounts {
  const oldest = outcomes.at(-1)?.at ?? now
  // With more attempts than are read, the time before the oldest would look empty.
  const isCut = outcomes.length >= OUTCOMES_MAX && oldest > now - DAY_MS
  const spanMs = isCut ? Math.max(now - oldest, BUCKET_COUNT) : DAY_MS
  const widthMs = spanMs / BUCKET_COUNT
  const start = now - spanMs
  const counts = Array.from({ length: BUCKET_COUNT }, () => ({ approved: 0, declined: 0 }))
  for (const { kind, at, approved } of outcomes) {
    if (!ATTEMPT_KINDS.has(kind) || at < start) continue
    const bucket = counts[Math.min(Math.floor((at - start) / widthMs), BUCKET_COUNT - 1)]
    if (bucket !== undefined) bucket[approved ? 'approved' : 'declined'] += 1
  }
  const buckets = counts.map((count, index) => ({ from: start + index * widthMs, ...count }))
  const total = (name: 'approved' | 'declined') =>
    buckets.reduce((sum, bucket) => sum + bucket[name], 0)
  return {
    buckets,
    approved: total('approved'),
    declined: total('declined'),
    spanMs: Math.round(spanMs),
    isCut,
  }
}
