// Card limits: six per card, in three families, per UTC day, month or year on the project's clock.

import { isoDate } from '../kernel/calendar.ts'
import { CYCLE_LABELS } from '../ledger/decline.ts'

/** The kind of payment that a limit counts. */
export type LimitFamily = 'cash' | 'spending' | 'ecommerce'

/** Interface A's `cycleType`: 0 = day, 3 = month, 4 = year; its length is always 1. */
type CycleType = 0 | 3 | 4

/**
 * The limits of the card product, with their family and initial cycle. The names come from the
 * specification.
 */
export const LIMITS = {
  LMTP0107: { family: 'cash', cycle: 0 },
  LMTP0108: { family: 'cash', cycle: 3 },
  LMTP0109: { family: 'spending', cycle: 0 },
  LMTP0110: { family: 'spending', cycle: 3 },
  LMTP0111: { family: 'ecommerce', cycle: 0 },
  LMTP0112: { family: 'ecommerce', cycle: 3 },
} as const satisfies Record<string, { family: LimitFamily; cycle: CycleType }>

export type LimitName = keyof typeof LIMITS
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]
export const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name)
export const isCycleType = (cycle: number): cycle is CycleType =>
  cycle === 0 || cycle === 3 || cycle === 4

const FAMILY_LABELS = {
  cash: 'cash',
  spending: 'spending',
  ecommerce: 'online',
} as const satisfies Record<LimitFamily, string>
/** "daily spending limit" */
export const limitLabel = (name: LimitName, cycle: CycleType): string =>
  `${CYCLE_LABELS[cycle]} ${FAMILY_LABELS[LIMITS[name].family]} limit`

/** Interface B's limits by interval. */
export const INTERVAL_LIMIT = { daily: 'LMTP0109', monthly: 'LMTP0110' } as const satisfies Record<
  string,
  LimitName
>

/** A limit of a card: the maximum amount that can be used in a window, in minor units. */
export interface Limit {
  readonly value: number
  readonly cycle: CycleType
}
export type CardLimits = Readonly<Record<LimitName, Limit>>

const INITIAL_VALUE = { 0: 100_000, 3: 1_000_000, 4: 1_000_000 } as const satisfies Record<
  CycleType,
  number
>

/** The limits of a new card: 1,000.00 per day and 10,000.00 per month in each family. */
export function initialLimits(): CardLimits {
  const entries = LIMIT_NAMES.map((name) => {
    const { cycle } = LIMITS[name]
    return [name, { value: INITIAL_VALUE[cycle], cycle }] as const
  })
  return Object.fromEntries(entries) as CardLimits
}

/** Amounts used in one family in the day, month and year of `Usage.at`. */
interface CycleUsage {
  readonly day: number
  readonly month: number
  readonly year: number
}

/**
 * The usage of a card. All three cycles are counted for every family, so that the usage of the new
 * window is known when a limit's cycle changes.
 */
export interface Usage extends Readonly<Record<LimitFamily, CycleUsage>> {
  /**
   * When the counters were last written, in epoch milliseconds. Their windows contain this time.
   */
  readonly at: number
}

const NO_USAGE: CycleUsage = { day: 0, month: 0, year: 0 }
export const unusedAt = (at: number): Usage => ({
  at,
  cash: NO_USAGE,
  spending: NO_USAGE,
  ecommerce: NO_USAGE,
})

const CYCLE_COUNTER = { 0: 'day', 3: 'month', 4: 'year' } as const satisfies Record<
  CycleType,
  keyof CycleUsage
>
/** Number of leading characters of an ISO date that identify the day, month or year. */
const WINDOW_LENGTH = { day: 10, month: 7, year: 4 } as const satisfies Record<
  keyof CycleUsage,
  number
>

/** Two times are in the same window if the leading part of their ISO date is the same. */
const sameWindow = (counter: keyof CycleUsage, a: string, b: string): boolean =>
  a.slice(0, WINDOW_LENGTH[counter]) === b.slice(0, WINDOW_LENGTH[counter])

const mapUsed = (change: (counter: keyof CycleUsage) => number): CycleUsage => ({
  day: change('day'),
  month: change('month'),
  year: change('year'),
})

/** The counters at `now`; the usage of an ended window is 0. */
export function usageAt(usage: Usage, now: number): Usage {
  const then = isoDate(usage.at)
  const today = isoDate(now)
  if (then === today) return usage
  const current = (used: CycleUsage): CycleUsage =>
    mapUsed((counter) => (sameWindow(counter, then, today) ? used[counter] : 0))
  return {
    at: now,
    cash: current(usage.cash),
    spending: current(usage.spending),
    ecommerce: current(usage.ecommerce),
  }
}

/** The usage of a limit at `now`, in minor units: interface A's `currentValue`. */
export const limitUsed = (limits: CardLimits, usage: Usage, name: LimitName, now: number): number =>
  usageAt(usage, now)[LIMITS[name].family][CYCLE_COUNTER[limits[name].cycle]]

/**
 * The first limit by name that `amount` would exceed in these families; undefined if there is none.
 */
export function brokenLimit(
  limits: CardLimits,
  usage: Usage,
  families: readonly LimitFamily[],
  amount: number,
): LimitName | undefined {
  return LIMIT_NAMES.find((name) => {
    if (!families.includes(LIMITS[name].family)) return false
    const { value, cycle } = limits[name]
    return usage[LIMITS[name].family][CYCLE_COUNTER[cycle]] + amount > value
  })
}

/** When the limit window that contains `now` ends, in epoch milliseconds. */
export function limitEndsAt(cycle: CycleType, now: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (CYCLE_COUNTER[cycle]) {
    case 'day':
      return Date.UTC(year, month, day + 1)
    case 'month':
      return Date.UTC(year, month + 1, 1)
    case 'year':
      return Date.UTC(year + 1, 0, 1)
  }
}

/**
 * The limit with the smallest remaining amount in these families, with its value and the used
 * amount.
 */
export function closestLimit(
  limits: CardLimits,
  usage: Usage,
  families: readonly LimitFamily[],
): readonly [name: LimitName, cycle: CycleType, value: number, used: number] | undefined {
  let closest: [LimitName, CycleType, number, number] | undefined
  let least = Infinity
  for (const name of LIMIT_NAMES) {
    const { family } = LIMITS[name]
    if (!families.includes(family)) continue
    const { value, cycle } = limits[name]
    const used = usage[family][CYCLE_COUNTER[cycle]]
    if (value - used >= least) continue
    least = value - used
    closest = [name, cycle, value, used]
  }
  return closest
}

/** Counts an amount in the windows that contain both `takenAt` and `usage.at`. */
export const useLimits = (
  usage: Usage,
  families: readonly LimitFamily[],
  amount: number,
  takenAt = usage.at,
): Usage => changedUsage(usage, families, takenAt, (used) => used + amount)

/**
 * Returns an amount to the windows in which it was counted: those that contain both `takenAt` and
 * `usage.at`. Ended windows do not change.
 */
export const giveBack = (
  usage: Usage,
  families: readonly LimitFamily[],
  amount: number,
  takenAt: number,
): Usage => changedUsage(usage, families, takenAt, (used) => Math.max(0, used - amount))

function changedUsage(
  usage: Usage,
  families: readonly LimitFamily[],
  takenAt: number,
  change: (used: number) => number,
): Usage {
  const taken = isoDate(takenAt)
  const now = isoDate(usage.at)
  const next: Record<LimitFamily, CycleUsage> & { at: number } = { ...usage }
  for (const family of families) {
    const used = usage[family]
    next[family] = mapUsed((counter) =>
      sameWindow(counter, taken, now) ? change(used[counter]) : used[counter],
    )
  }
  return next
}
