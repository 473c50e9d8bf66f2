// ISO 8601 durations. Years and months follow the calendar; the rest is in exact milliseconds.

import { DAY_MS, HOUR_MS } from './calendar.ts'

/** Years count as twelve months, weeks as seven days. */
interface Duration {
  readonly months: number
  readonly ms: number
}

/** Weeks, days, hours, minutes and seconds, in this order. */
const UNITS_MS = [7 * DAY_MS, DAY_MS, HOUR_MS, 60_000, 1000] as const

const DURATION_PATTERN =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,3})?)S)?)?$/

/**
 * Parses `PnYnMnWnDTnHnMnS` strictly, with up to three decimals of seconds; undefined for other
 * texts and for a length of zero.
 */
export function parseDuration(text: string): Duration | undefined {
  const match = DURATION_PATTERN.exec(text)
  if (match === null) return undefined
  const [years = 0, months = 0, ...exact] = match
    .slice(1)
    .map((part: string | undefined) => Number((part ?? '0').replace(',', '.')))
  const ms = Math.round(
    exact.reduce((sum, count, index) => sum + count * (UNITS_MS[index] ?? 0), 0),
  )
  const duration = { months: years * 12 + months, ms }
  return duration.months + duration.ms > 0 ? duration : undefined
}

/**
 * Adds a duration to a time, in epoch milliseconds: first the months, to the same day or the last
 * day of the month, then the rest. NaN beyond the range of dates.
 */
export function addDuration(at: number, { months, ms }: Duration): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() + ms
}
