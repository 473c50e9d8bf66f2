// A project's own settings and clock, changed under the same lock as everything else.

import { addDuration } from '../domain/duration.ts'
import { Fault } from '../domain/fault.ts'
import { PROJECT_KEY_ALIAS, type Settings } from '../domain/settings.ts'
import { clockAt, clockTime, freeze, type Space, unfreeze } from '../domain/space.ts'
import type { Draft } from './draft.ts'
import { operation } from './operation.ts'

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

const withCallbackKey = (settings: Settings, sealed: string): Settings => ({
  ...settings,
  callbackKeys: settings.callbackKeys.with(-1, {
    alias: settings.callbackKeys.at(-1)?.alias ?? PROJECT_KEY_ALIAS,
    sealed,
    createdAt: settings.callbackKeys.at(-1)?.createdAt ?? null,
  }),
})

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

/** Moves, stops or starts the project's clock. It never runs backwards: what happened stays in the past. */
export const moveClock = operation<{ readonly move: ClockMove }, ClockAnswer>({
  wants: () => [],
  decide({ move }, draft) {
    draft.space = moved(move, draft)
    return clockAnswer(draft.space, draft.realNow, 0)
  },
})

function moved(move: ClockMove, draft: Draft): Space {
  const { space, realNow, now } = draft
  if (move.kind === 'freeze')
    return { ...space, ...(move.freeze ? freeze(space, realNow) : unfreeze(space, realNow)) }
  const target =
    move.kind === 'advance' ? addDuration(now, { months: move.months ?? 0, ms: move.ms }) : move.to
  if (target < now)
    throw new Fault('clock-backwards', 'The clock cannot be set to the past.', '/set')
  // Written so that a date beyond the calendar (NaN) is refused too.
  if (!(target <= LATEST))
    throw new Fault('parameter-invalid', 'The clock ends with the year 9998.', `/${move.kind}`)
  return { ...space, ...clockAt(space, target, realNow), lastAt: target }
}

/** The clock as it reads at a moment of real time. */
export const clockAnswer = (space: Space, realNow: number, ran: number): ClockAnswer => {
  const now = Math.max(clockTime(space, realNow), space.lastAt)
  return { now, frozen: space.frozenAt !== null, offsetMs: now - realNow, ran }
}
