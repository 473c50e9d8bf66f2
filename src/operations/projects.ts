// A project's own settings and clock, changed under the same lock as everything else.

import { addDuration } from '../domain/duration.ts'
import { Fault } from '../domain/fault.ts'
import { PROJECT_KEY_ALIAS, type Settings } from '../domain/settings.ts'
import { batchTime, clockArrived, freeze, type Space, unfreeze } from '../domain/space.ts'
import { operation } from './operation.ts'
import { Unfinished } from './unfinished.ts'

/** Changes some settings; the others stay. `callbackKey` takes the place of the key that signs callbacks, sealed. */
export const changeSettings = operation<
  { readonly settings: Partial<Settings>; readonly callbackKey?: string },
  Settings
>({
  wants: () => [],
  decide(ask, draft) {
    const changed = { ...draft.space.settings, ...ask.settings }
    const settings =
      ask.callbackKey === undefined ? changed : withCallbackKey(changed, ask.callbackKey)
    draft.space = { ...draft.space, settings }
    return settings
  },
})

function withCallbackKey(settings: Settings, sealed: string): Settings {
  const signing = settings.callbackKeys.at(-1)
  const { alias = PROJECT_KEY_ALIAS, createdAt = null } = signing ?? {}
  return { ...settings, callbackKeys: settings.callbackKeys.with(-1, { alias, sealed, createdAt }) }
}

export type ClockMove =
  | { readonly kind: 'advance'; readonly months?: number; readonly ms: number }
  | { readonly kind: 'set'; readonly to: number }
  | { readonly kind: 'freeze'; readonly freeze: boolean }

export interface ClockAnswer {
  /** The project's time, epoch milliseconds. */
  readonly now: number
  readonly frozen: boolean
  /** How far the project's clock is from real time. */
  readonly offsetMs: number
  /** Due items that ran on the way. */
  readonly ran: number
}

/** The latest time a project's clock may show, one year before years stop having four digits. */
const LATEST = Date.UTC(9999, 0, 1)

/**
 * Moves, stops or starts the project's clock. It never runs backwards: what happened stays in the past. Moves happen one after the
 * other: one that finds the clock on its way waits until it has arrived.
 */
export const moveClock = operation<{ readonly move: ClockMove }, ClockAnswer | Unfinished>({
  wants: () => [],
  decide(ask, draft) {
    const { move } = ask
    const { space, realNow } = draft
    if (space.clockTarget !== null) return new Unfinished('moveClock', ask)
    if (move.kind === 'freeze') {
      draft.space = { ...space, ...(move.freeze ? freeze : unfreeze)(space, realNow) }
      return clockAnswer(draft.space, realNow, 0)
    }
    const target = targetOf(move, draft.now)
    draft.space = { ...space, clockTarget: target }
    if (space.nextDueAt !== null && space.nextDueAt <= target)
      return new Unfinished('reachClock', { target, ranBefore: space.dueRan })
    draft.space = clockArrived(draft.space, realNow)
    return clockAnswer(draft.space, realNow, 0)
  },
})

/** The second half of a move on whose way something falls due: answered when the clock has arrived. */
export const reachClock = operation<
  { readonly target: number; readonly ranBefore: number },
  ClockAnswer | Unfinished
>({
  wants: () => [],
  decide: (ask, { space, realNow }) =>
    space.clockTarget === ask.target
      ? new Unfinished('reachClock', ask)
      : clockAnswer(space, realNow, space.dueRan - ask.ranBefore),
})

function targetOf(move: Exclude<ClockMove, { kind: 'freeze' }>, now: number): number {
  const target =
    move.kind === 'advance' ? addDuration(now, { months: move.months ?? 0, ms: move.ms }) : move.to
  if (target < now)
    throw new Fault('clock-backwards', 'The clock cannot be set to the past.', '/set')
  // Written so that a date beyond the calendar (NaN) is refused too.
  if (!(target <= LATEST))
    throw new Fault('parameter-invalid', 'The clock ends with the year 9998.', `/${move.kind}`)
  return target
}

/** The clock as it reads at a moment of real time. */
export function clockAnswer(space: Space, realNow: number, ran: number): ClockAnswer {
  const now = batchTime(space, realNow)
  return { now, frozen: space.frozenAt !== null, offsetMs: now - realNow, ran }
}
