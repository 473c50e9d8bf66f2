// The shared state of a project: counters, clock and settings. Its row is the lock that orders the
// project's writers. A reset assigns a new, empty dataset to the project.

import type { Settings } from './settings.ts'

/** Counters, incremented under the lock. Each contains the next value. */
interface Counters {
  readonly nextId: number
  readonly nextCard: number
  readonly nextAccount: number
  readonly nextUtrnno: number
  readonly nextStan: number
  /** Cards issued through B so far. */
  readonly poolUsed: number
  /** Due items processed so far. */
  readonly dueRan: number
  /** The number of the next decision in the ring buffer of explanations. */
  readonly nextDecision: number
  /** Number of stored rows, without idempotency rows, which expire after a day. */
  readonly storedRows: number
  /** Size of the stored rows in bytes, by `registry/row-sizes.ts`. */
  readonly storedBytes: number
  /**
   * Number of draws taken from the random sequence of a seeded project. Each draw gives one request
   * its random bytes.
   */
  readonly draws: number
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
  nextDecision: 1,
  storedRows: 0,
  storedBytes: 0,
  draws: 0,
}

/** The project's clock: real time plus an offset, or frozen. */
export interface Clock {
  readonly offsetMs: number
  /** Time at which the clock is frozen, in epoch milliseconds; null while it runs. */
  readonly frozenAt: number | null
}

export interface Dataset extends Counters, Clock {
  readonly id: number
  readonly projectNumber: number
  /** The time of the latest batch. Time never runs backwards in a dataset. */
  readonly lastAt: number
  readonly settings: Settings
  /**
   * Due time of the earliest item, in epoch milliseconds on the project's clock; null if there is
   * none.
   */
  readonly nextDueAt: number | null
  /** True once the project has another dataset. */
  readonly retired: boolean
  /**
   * Real time until which the dataset is being written and belongs to no project; null once it is
   * complete. Nothing becomes due in it, and housekeeping deletes it if its writer stops.
   */
  readonly stagedUntil: number | null
  /** Target of a clock move that is still processing due work; null otherwise. */
  readonly clockTarget: number | null
  /**
   * Real time at which the dataset has due work, derived from `nextDueAt` and the clock; null if
   * never.
   */
  readonly workAt: number | null
}

/** The storage limits of a dataset; 0 is unlimited. */
export interface StorageLimits {
  readonly rows: number
  /** The command that crosses the limit still succeeds; later commands may not add rows. */
  readonly bytes: number
}

/** Number of datasets that a project can have before their ids reach the next project's. */
const DATASETS_PER_PROJECT = 1_000_000

/** The id of a dataset, from the number of datasets that the project had before. */
export const datasetIdOf = (projectNumber: number, generation: number): number =>
  projectNumber * DATASETS_PER_PROJECT + generation

/** An empty dataset, for a new or a reset project. */
export const newDataset = (
  projectNumber: number,
  generation: number,
  { settings, now }: { readonly settings: Settings; readonly now: number },
): Dataset => ({
  id: datasetIdOf(projectNumber, generation),
  projectNumber,
  ...INITIAL_COUNTERS,
  offsetMs: 0,
  frozenAt: null,
  lastAt: now,
  settings,
  nextDueAt: null,
  retired: false,
  stagedUntil: null,
  clockTarget: null,
  workAt: null,
})

/** The dataset with an item due at `dueAt`, if that is earlier than the known due time. */
export const withDue = (dataset: Dataset, dueAt: number | null): Dataset =>
  dueAt === null || (dataset.nextDueAt !== null && dataset.nextDueAt <= dueAt)
    ? dataset
    : { ...dataset, nextDueAt: dueAt }

/** The dataset with some settings changed. */
export const withSettings = (dataset: Dataset, changed: Partial<Settings>): Dataset => ({
  ...dataset,
  settings: { ...dataset.settings, ...changed },
})

/** Always in the past: work is due now. */
const PAST_MS = 0

/** Real time at which the worker must process the dataset. */
export function workAtOf(dataset: Omit<Dataset, 'workAt'>): number | null {
  const { retired, stagedUntil, clockTarget, nextDueAt, frozenAt, lastAt, offsetMs } = dataset
  if (retired || stagedUntil !== null) return null
  if (clockTarget !== null) return PAST_MS
  if (nextDueAt === null) return null
  if (nextDueAt <= lastAt) return PAST_MS
  if (frozenAt !== null) return nextDueAt <= frozenAt ? PAST_MS : null
  return Math.max(nextDueAt - offsetMs, PAST_MS)
}

/** The dataset to save: with the batch's time and the real time of its next due work. */
export function atRest(dataset: Dataset, now: number): Dataset {
  const rested = { ...dataset, lastAt: Math.max(dataset.lastAt, now) }
  return { ...rested, workAt: workAtOf(rested) }
}

/** Trace numbers (ISO 8583 DE11) run from 1 to 999999 and start over. */
export const STAN_MAX = 999_999

/** The counter's value, and the dataset after `count` values were taken. */
export function take(dataset: Dataset, counter: CounterName, count = 1): [number, Dataset] {
  const first = dataset[counter]
  const next = first + count
  return [first, { ...dataset, [counter]: counter === 'nextStan' && next > STAN_MAX ? 1 : next }]
}

/** The project's time, in epoch milliseconds. */
export const clockTime = (clock: Clock, realNow: number): number =>
  clock.frozenAt ?? realNow + clock.offsetMs

/** One time for the whole batch: the project's clock, but never earlier than the last batch. */
export const batchTime = (dataset: Clock & Pick<Dataset, 'lastAt'>, realNow: number): number =>
  Math.max(clockTime(dataset, realNow), dataset.lastAt)

/** The clock set to `target` at `realNow`. A frozen clock stays frozen. */
export const clockAt = (clock: Clock, target: number, realNow: number): Clock =>
  clock.frozenAt === null
    ? { offsetMs: target - realNow, frozenAt: null }
    : { offsetMs: clock.offsetMs, frozenAt: target }

export const freeze = (clock: Clock, realNow: number): Clock => ({
  offsetMs: clock.offsetMs,
  frozenAt: clockTime(clock, realNow),
})

/**
 * The clock after its move. A running clock that has passed the target in the meantime is not set
 * back.
 */
export function clockArrived(dataset: Dataset, realNow: number): Dataset {
  const { clockTarget } = dataset
  const arrived = { ...dataset, clockTarget: null }
  return clockTarget === null || clockTarget <= batchTime(dataset, realNow)
    ? arrived
    : { ...arrived, ...clockAt(dataset, clockTarget, realNow), lastAt: clockTarget }
}

/** Unfreezes a clock at its current time. */
export const unfreeze = (clock: Clock, realNow: number): Clock =>
  clock.frozenAt === null ? clock : { offsetMs: clock.frozenAt - realNow, frozenAt: null }
