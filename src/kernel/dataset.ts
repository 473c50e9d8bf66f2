// The state that a whole project shares: counters, clock, settings. Its row is the lock that orders a project's writers.
// A dataset is one life of a project: a reset points the project at a new, empty one.

import type { Settings } from './settings.ts'

/** Counters handed out under the lock; each names what it will give next. */
interface Counters {
  readonly nextId: number
  readonly nextCard: number
  readonly nextAccount: number
  readonly nextUtrnno: number
  readonly nextStan: number
  /** Cards issued through B so far. */
  readonly poolUsed: number
  /** Due items that ran so far. */
  readonly dueRan: number
  /** Rows that it holds, the answers kept for repeated requests excepted: those are forgotten after a day. */
  readonly storedRows: number
}
export type CounterName = 'nextId' | 'nextCard' | 'nextAccount' | 'nextUtrnno' | 'nextStan'

export const INITIAL_COUNTERS: Counters = {
  nextId: 100_001,
  nextCard: 100_000_000_001,
  nextAccount: 1,
  nextUtrnno: 1_600_000,
  nextStan: 1,
  poolUsed: 0,
  dueRan: 0,
  storedRows: 0,
}

/** The project's clock: real time plus an offset, or standing still. */
export interface Clock {
  readonly offsetMs: number
  /** Epoch milliseconds the clock stands at; null while it runs. */
  readonly frozenAt: number | null
}

export interface Dataset extends Counters, Clock {
  readonly id: number
  readonly projectNumber: number
  /** The latest time given to a batch; time never runs backwards within a dataset. */
  readonly lastAt: number
  readonly settings: Settings
  /** When the earliest due item is due, epoch milliseconds on the project's clock; null where there is none. */
  readonly nextDueAt: number | null
  /** True once the project points at another dataset. */
  readonly retired: boolean
  /** Where the clock is on its way to, while it steps through what falls due before; null while it simply runs. */
  readonly clockTarget: number | null
  /** Real time at which the dataset has work due: what `nextDueAt` and the clock amount to. Null while nothing is in sight. */
  readonly workAt: number | null
}

/** Lives of one project before its dataset ids would meet the next project's. */
const DATASETS_PER_PROJECT = 1_000_000

/** An empty dataset: the first life of a project, or the next one after a reset. */
export const newDataset = (
  projectNumber: number,
  generation: number,
  { settings, now }: { readonly settings: Settings; readonly now: number },
): Dataset => ({
  id: projectNumber * DATASETS_PER_PROJECT + generation,
  projectNumber,
  ...INITIAL_COUNTERS,
  offsetMs: 0,
  frozenAt: null,
  lastAt: now,
  settings,
  nextDueAt: null,
  retired: false,
  clockTarget: null,
  workAt: null,
})

/** The dataset with something due at `dueAt`, if that is earlier than what it knows of. */
export const withDue = (dataset: Dataset, dueAt: number | null): Dataset =>
  dueAt === null || (dataset.nextDueAt !== null && dataset.nextDueAt <= dueAt)
    ? dataset
    : { ...dataset, nextDueAt: dueAt }

/** A moment of real time that has always passed: work is due now. */
const PAST_MS = 0

/** Real time at which somebody must look after the dataset, so that what falls due there happens by itself. */
export function workAtOf(dataset: Omit<Dataset, 'workAt'>): number | null {
  const { retired, clockTarget, nextDueAt, frozenAt, lastAt, offsetMs } = dataset
  if (retired) return null
  if (clockTarget !== null) return PAST_MS
  if (nextDueAt === null) return null
  if (nextDueAt <= lastAt) return PAST_MS
  if (frozenAt !== null) return nextDueAt <= frozenAt ? PAST_MS : null
  return Math.max(nextDueAt - offsetMs, PAST_MS)
}

/** The dataset as its row is saved: its last time noted, and when it has work due. */
export function atRest(dataset: Dataset, now: number): Dataset {
  const rested = { ...dataset, lastAt: Math.max(dataset.lastAt, now) }
  return { ...rested, workAt: workAtOf(rested) }
}

/** A trace number (ISO 8583 DE11) runs from 1 to 999999 and starts again. */
export const STAN_MAX = 999_999

/** The counter's value and the dataset after `count` values were taken. */
export function take(dataset: Dataset, counter: CounterName, count = 1): [number, Dataset] {
  const first = dataset[counter]
  const next = first + count
  return [first, { ...dataset, [counter]: counter === 'nextStan' && next > STAN_MAX ? 1 : next }]
}

/** The project's time, epoch milliseconds. */
export const clockTime = (clock: Clock, realNow: number): number =>
  clock.frozenAt ?? realNow + clock.offsetMs

/** One time for a whole batch: the project's clock, never earlier than the last batch's. */
export const batchTime = (dataset: Clock & Pick<Dataset, 'lastAt'>, realNow: number): number =>
  Math.max(clockTime(dataset, realNow), dataset.lastAt)

/** The clock showing `target` from `realNow` on; a frozen clock stays frozen there. */
export const clockAt = (clock: Clock, target: number, realNow: number): Clock =>
  clock.frozenAt === null
    ? { offsetMs: target - realNow, frozenAt: null }
    : { offsetMs: clock.offsetMs, frozenAt: target }

export const freeze = (clock: Clock, realNow: number): Clock => ({
  offsetMs: clock.offsetMs,
  frozenAt: clockTime(clock, realNow),
})

/**
 * The clock at the end of its way. Real time went on meanwhile: where a running clock has passed the target by itself, it is left
 * alone.
 */
export function clockArrived(dataset: Dataset, realNow: number): Dataset {
  const { clockTarget } = dataset
  const arrived = { ...dataset, clockTarget: null }
  return clockTarget === null || clockTarget <= batchTime(dataset, realNow)
    ? arrived
    : { ...arrived, ...clockAt(dataset, clockTarget, realNow), lastAt: clockTarget }
}

/** Runs on from where the clock stands. */
export const unfreeze = (clock: Clock, realNow: number): Clock =>
  clock.frozenAt === null ? clock : { offsetMs: clock.frozenAt - realNow, frozenAt: null }
