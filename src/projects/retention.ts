// How long a project keeps orders, callbacks and the request log. Ages are in real time, because a
// project can advance its clock by years. Rows store the project's time, so the service writes
// marks: at this real time, the project had issued these ids and its clock showed this time.

import { DAY_MS, HOUR_MS } from '../kernel/calendar.ts'
import type { Settings } from '../kernel/settings.ts'

export const RETENTION_DAYS_MAX = 3650

/** The kinds of data that expire, and the setting that limits each. */
export const RETENTION_SETTINGS = {
  orders: 'orderRetentionDays',
  callbacks: 'callbackRetentionDays',
  requestLog: 'requestLogRetentionDays',
} as const
type RetentionKind = keyof typeof RETENTION_SETTINGS

/** Days for which a project keeps each kind; null: forever. */
export type RetentionDays = Readonly<Record<RetentionKind, number | null>>

/** A project's retention in days: its own setting, up to the service's maximum (0: unlimited). */
export function retentionOf(
  settings: Pick<Settings, (typeof RETENTION_SETTINGS)[RetentionKind]>,
  serviceMax: number,
): RetentionDays {
  const most = serviceMax === 0 ? Infinity : serviceMax
  const daysOf = (kind: RetentionKind): number | null => {
    const days = Math.min(settings[RETENTION_SETTINGS[kind]] ?? Infinity, most)
    return days === Infinity ? null : days
  }
  return {
    orders: daysOf('orders'),
    callbacks: daysOf('callbacks'),
    requestLog: daysOf('requestLog'),
  }
}

/** The real time before which rows have expired; null if they never do. */
export const expiredBefore = (days: number | null, realNow: number): number | null =>
  days === null ? null : realNow - days * DAY_MS

/** The state of a dataset at a real time: every row below these values existed by then. */
export interface Mark {
  /** Real time. */
  readonly at: number
  /** Rows with smaller ids existed. */
  readonly nextId: number
  /** Rows created before this time on the project's clock existed. */
  readonly time: number
}

/** Marks are at least this far apart. Older marks are at least one sixteenth of their age apart. */
const GAP_MS = HOUR_MS
const GAP_PER_AGE = 1 / 16

/**
 * The marks with a new one, without those that are close to an earlier one. Their number grows with
 * the logarithm of the time. Data expires up to an eighth of its period late.
 */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const kept: Mark[] = []
  for (const each of marks) {
    const gap = Math.max(GAP_MS, (mark.at - each.at) * GAP_PER_AGE)
    const before = kept.at(-1)
    if (before === undefined || each.at - before.at >= gap) kept.push(each)
  }
  return [...kept, mark]
}

/**
 * True if rows may have been added since the newest mark, and the mark is old enough to add another
 * one. `lastAt` is the time of the latest batch, on the project's clock.
 */
export function needsMark(
  marks: readonly Mark[],
  { at, nextId, lastAt }: Pick<Mark, 'at' | 'nextId'> & { readonly lastAt: number },
): boolean {
  const newest = marks.at(-1)
  if (newest === undefined) return true
  return at - newest.at >= GAP_MS && (nextId > newest.nextId || lastAt > newest.time)
}

/** The newest mark at or before a real time; undefined if there is none. */
export const markBy = (marks: readonly Mark[], at: number): Mark | undefined =>
  marks.findLast((mark) => mark.at <= at)
