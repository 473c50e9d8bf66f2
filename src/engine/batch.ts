// One space's share of a commit: lock, take a step of due work where there is cause, load what all asks need set by set, decide them one
// after the other, hand the changes to the transaction. Nothing is awaited here but the database.

import { Fault } from '../domain/fault.ts'
import { atRest, batchTime } from '../domain/space.ts'
import type { LoadedRows } from '../operations/draft.ts'
import { type OperationName, operations } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { Unfinished } from '../operations/unfinished.ts'
import { withBatch } from '../store/space-row.ts'
import type { LockedSpace, Transaction } from '../store/store.ts'
import { decideAll, Gathered, type Task } from './decide.ts'
import { type DueBug, type DueStep, type Portion, stepThroughDue } from './due.ts'
import { bugOutcome, type Envelope, faultOutcome, type Outcome } from './envelope.ts'
import { decideOnce, idempotencyWants } from './idempotency.ts'
import { WorkingSet } from './working-set.ts'

/** What a process remembers of a space between its batches. */
export interface Kept {
  readonly batch: string
  readonly set: WorkingSet
}

/** How an ask fared in a batch: it ended, or goes on as another one. */
type Decided = Outcome | { readonly kind: 'unfinished'; readonly next: Envelope }

export interface BatchResult {
  /** One for each ask, in their order. */
  readonly outcomes: readonly Decided[]
  /** What may serve the next batch once this one is committed; undefined where the space is gone. */
  readonly kept: Kept | undefined
  /** Due items it took. */
  readonly taken: number
  readonly bugs: readonly DueBug[]
}

export interface BatchContext {
  readonly process: string
  readonly batch: string
  readonly realNow: number
  readonly kept: Kept | undefined
  /** Due items it may take. */
  readonly portion: Portion
  /** False where a batch is tried again ask by ask: then due work is only done for those who wait for it. */
  readonly stepsForAll: boolean
  /** Called when it takes up due work: a failure need not be that of its asks then. */
  readonly onStep?: () => void
}

/** Asks that wait for due work and decide nothing themselves: time goes on with the items alone. */
const WAITING_ASKS = new Set<OperationName>(['settleDue', 'reachClock'])
export const waitsForDue = ({ operation }: Envelope): boolean => WAITING_ASKS.has(operation)

const GONE: Omit<BatchResult, 'outcomes'> = { kept: undefined, taken: 0, bugs: [] }
const NO_STEP: DueStep = { taken: 0, bugs: [] }

/** Runs a space's asks inside an open transaction. */
export async function runBatch(
  transaction: Transaction,
  spaceId: number,
  asks: readonly Envelope[],
  context: BatchContext,
): Promise<BatchResult> {
  const locked = await transaction.lock(spaceId)
  if (locked === null || locked.space.retired)
    return { ...GONE, outcomes: asks.map(() => ({ kind: 'stale' })) }
  const { realNow } = context
  const set = reusable(locked, context) ?? new WorkingSet(locked.space)
  set.space = locked.space
  const parts = { transaction, set, realNow, gathered: new Gathered() }
  const isAStep = isStepping(locked, asks, context)
  if (isAStep) context.onStep?.()
  const step = isAStep ? await stepThroughDue(parts, context.portion) : NO_STEP
  const outcomes = await decideAll(
    asks.map((ask) => taskOf(ask, set, realNow)),
    parts,
  )
  const isIdle = asks.every(waitsForDue)
  set.space = atRest(set.space, isIdle ? set.space.lastAt : batchTime(set.space, realNow))
  transaction.save(
    {
      space: set.space,
      recentBatches: withBatch(locked.recentBatches, context.process, context.batch),
    },
    parts.gathered.changes(),
  )
  set.trim()
  return { outcomes, kept: { batch: context.batch, set }, ...step }
}

/** The rows of this process's last batch, valid only while nobody else wrote the space since. */
function reusable(
  { recentBatches }: LockedSpace,
  { kept, process }: BatchContext,
): WorkingSet | undefined {
  const [newest] = recentBatches
  return kept !== undefined && newest?.[0] === process && newest[1] === kept.batch
    ? kept.set
    : undefined
}

/** A clock on its way is moved on by whoever comes first, after a crash too. */
const isStepping = (
  { space }: LockedSpace,
  asks: readonly Envelope[],
  { stepsForAll }: BatchContext,
): boolean => (stepsForAll && space.clockTarget !== null) || asks.some(waitsForDue)

const operationOf = (ask: Envelope): Operation<unknown, unknown> =>
  operations[ask.operation] as Operation<unknown, unknown>

const taskOf = (ask: Envelope, set: WorkingSet, realNow: number): Task<Decided> => ({
  wants: (rows: LoadedRows) => [
    ...idempotencyWants(ask.idempotency),
    ...operationOf(ask).wants(ask.ask, rows),
  ],
  // Read anew for each ask: a clock move in this batch holds for the asks behind it.
  now: () => batchTime(set.space, realNow),
  decide(draft) {
    const { answer, replayed } = decideOnce(ask.idempotency, draft, () =>
      operationOf(ask).decide(ask.ask, draft),
    )
    return answer instanceof Unfinished
      ? { kind: 'unfinished', next: { ...ask, operation: answer.operation, ask: answer.ask } }
      : { kind: 'answer', answer, replayed }
  },
  refused: (error) =>
    error instanceof Fault
      ? faultOutcome(error.code, error.message, error.pointer)
      : bugOutcome(error),
})
