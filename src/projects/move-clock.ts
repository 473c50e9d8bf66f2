// Moving a project's clock, under the same lock as everything else.

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
  /** How far the project's clock is from real time. */
  readonly offsetMs: number
  /** Due items that ran on the way. */
  readonly ran: number
}

/** The latest time a project's clock may show, one year before years stop having four digits. */
const LATEST_TIME_MS = Date.UTC(9999, 0, 1)

/**
 * Moves, stops or starts the project's clock. It never runs backwards: what happened stays in the past. Moves happen one after the
 * other: one that finds the clock on its way waits until it has arrived.
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

/** The second half of a move on whose way something falls due: answered when the clock has arrived. */
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
  if (target < now)
    throw new Fault('clock-backwards', 'The clock cannot be set to the past.', 'set')
  // Written so that a date beyond the calendar (NaN) is refused too.
  if (!(target <= LATEST_TIME_MS))
    throw new Fault('parameter-invalid', 'The clock ends with the year 9998.', move.kind)
  return target
}

/** The clock as it reads at a moment of real time. */
export function clockResult(dataset: Dataset, realNow: number, ran: number): ClockResult {
  const now = batchTime(dataset, realNow)
  return { now, frozen: dataset.frozenAt !== null, offsetMs: now - realNow, ran }
}
