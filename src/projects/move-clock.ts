// Advances, sets, freezes or unfreezes a project's clock.

import { defineCommand } from '../kernel/command.ts'
import { Continuation } from '../kernel/continuation.ts'
import { batchTime, clockArrived, type Dataset, freeze, unfreeze } from '../kernel/dataset.ts'
import { addDuration } from '../kernel/duration.ts'
import { Fault } from '../kernel/fault.ts'

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
  /** Due items that ran. */
  readonly ran: number
}

/** The latest time of a project's clock, a year before years have five digits. */
const LATEST_TIME_MS = Date.UTC(9999, 0, 1)

/**
 * Moves, freezes or unfreezes the project's clock, which never runs backwards. Moves run one after
 * the other: one that finds another in progress waits for it.
 */
export const moveClock = defineCommand<{ readonly move: ClockMove }, ClockResult | Continuation>({
  decide(input, draft) {
    const { move } = input
    const { dataset, realNow } = draft
    if (dataset.clockTarget !== null) return new Continuation('moveClock', input)
    if (move.kind === 'freeze') {
      draft.dataset = { ...dataset, ...(move.freeze ? freeze : unfreeze)(dataset, realNow) }
      return clockResult(draft.dataset, realNow, 0)
    }
    const target = targetOf(move, draft.now)
    draft.dataset = { ...dataset, clockTarget: target }
    if (dataset.nextDueAt !== null && dataset.nextDueAt <= target)
      return new Continuation('reachClock', { target, ranBefore: dataset.dueRan })
    draft.dataset = clockArrived(draft.dataset, realNow)
    return clockResult(draft.dataset, realNow, 0)
  },
})

/** The second half of a move with due work: completes when the clock reaches its target. */
export const reachClock = defineCommand<
  { readonly target: number; readonly ranBefore: number },
  ClockResult | Continuation
>({
  decide: (input, { dataset, realNow }) =>
    dataset.clockTarget === input.target
      ? new Continuation('reachClock', input)
      : clockResult(dataset, realNow, dataset.dueRan - input.ranBefore),
})

function targetOf(move: Exclude<ClockMove, { kind: 'freeze' }>, now: number): number {
  const target =
    move.kind === 'advance' ? addDuration(now, { months: move.months ?? 0, ms: move.ms }) : move.to
  if (target < now) throw new Fault('clock-backwards', 'The clock cannot move backwards.', 'set')
  // In this form it refuses a date beyond the calendar (NaN), too.
  if (!(target <= LATEST_TIME_MS))
    throw new Fault('parameter-invalid', 'The clock cannot go beyond the year 9998.', move.kind)
  return target
}

/** The clock at a moment of real time. */
export function clockResult(dataset: Dataset, realNow: number, ran: number): ClockResult {
  const now = batchTime(dataset, realNow)
  return { now, frozen: dataset.frozenAt !== null, offsetMs: now - realNow, ran }
}
