// Advances, sets, freezes or unfreezes a project's clock.

import { defineCommand } from '../kernel/command.ts'
import { Continuation } from '../kernel/continuation.ts'
import { batchTime, clockArrived, type Dataset, freeze, unfreeze } from '../kernel/dataset.ts'
import { addDuration } from '../kernel/duration.ts'
import { Fault } from '../kernel/fault.ts'
import { type DueCallbacks, MOVE_LISTED_MAX } from './settings.ts'

export type ClockMove =
  | { readonly kind: 'advance'; readonly months?: number; readonly ms: number }
  | { readonly kind: 'set'; readonly to: number }
  | { readonly kind: 'freeze'; readonly freeze: boolean }

export interface ClockResult {
  /** The project's time, epoch milliseconds. */
  readonly now: number
  readonly frozen: boolean
  /** The distance of the project's clock from real time. */
  readonly offsetMs: number
  /** Number of due items that ran. */
  readonly ran: number
}

/** The latest time that a project's clock can show: one year before years need five digits. */
const LATEST_TIME_MS = Date.UTC(9999, 0, 1)

export interface MoveInput {
  readonly move: ClockMove
  /** Callbacks that are due by the new time, for the record of the move. */
  readonly callbacks?: DueCallbacks
}

/**
 * Moves, freezes or unfreezes the project's clock, which never runs backwards. Moves run one after
 * the other; a move waits for another one in progress.
 */
export const moveClock = defineCommand<MoveInput, ClockResult | Continuation>({
  decide(input, draft) {
    const { move, callbacks = { count: 0, ids: [] } } = input
    const { dataset, realNow } = draft
    if (dataset.clockTarget !== null) return new Continuation('moveClock', input)
    if (move.kind === 'freeze') {
      draft.dataset = { ...dataset, ...(move.freeze ? freeze : unfreeze)(dataset, realNow) }
      return clockResult(draft.dataset, realNow, 0)
    }
    const target = targetOf(move, draft.now)
    const counts = { expired: 0, captured: 0, released: 0, orderIds: [] }
    const lastClockMove = { from: draft.now, until: target, ...counts, callbacks }
    const settings = { ...dataset.settings, lastClockMove }
    draft.dataset = { ...dataset, settings, clockTarget: target }
    if (dataset.nextDueAt !== null && dataset.nextDueAt <= target)
      return new Continuation('reachClock', { target, ranBefore: dataset.dueRan })
    draft.dataset = clockArrived(draft.dataset, realNow)
    return clockResult(draft.dataset, realNow, 0)
  },
})

/** The second half of a move with due work. It completes when the clock reaches its target. */
export const reachClock = defineCommand<
  { readonly target: number; readonly ranBefore: number },
  ClockResult | Continuation
>({
  decide: (input, { dataset, realNow }) =>
    dataset.clockTarget === input.target
      ? new Continuation('reachClock', input)
      : clockResult(dataset, realNow, dataset.dueRan - input.ranBefore),
})

/** The time that a move reaches. */
export function targetOf(move: Exclude<ClockMove, { kind: 'freeze' }>, now: number): number {
  const target =
    move.kind === 'advance' ? addDuration(now, { months: move.months ?? 0, ms: move.ms }) : move.to
  if (target < now)
    throw new Fault(
      'clock-backwards',
      `The project's time is already ${new Date(now).toISOString()}. Send a later time, or reset the project.`,
      'set',
    )
  // Written this way, the condition also refuses NaN, the result for a date beyond the calendar.
  if (!(target <= LATEST_TIME_MS))
    throw new Fault('parameter-invalid', 'The clock cannot go beyond the year 9998.', move.kind)
  return target
}

/** The clock at a real time. */
export function clockResult(dataset: Dataset, realNow: number, ran: number): ClockResult {
  const now = batchTime(dataset, realNow)
  return { now, frozen: dataset.frozenAt !== null, offsetMs: now - realNow, ran }
}

/**
 * The dataset after due work. The record of a move in progress counts the work and lists the order.
 */
export function withRan(
  dataset: Dataset,
  change: 'expired' | 'captured' | 'released',
  orderId?: string,
): Dataset {
  const { settings, clockTarget } = dataset
  const { lastClockMove } = settings
  // Due work that runs because time passes is not part of a move.
  if (lastClockMove?.until !== clockTarget) return dataset
  const { orderIds } = lastClockMove
  const isListed = orderId !== undefined && orderIds.length < MOVE_LISTED_MAX
  const listed = isListed ? [...orderIds, orderId] : orderIds
  const counted = {
    ...lastClockMove,
    [change]: lastClockMove[change] + 1,
    orderIds: listed,
  }
  return { ...dataset, settings: { ...settings, lastClockMove: counted } }
}
