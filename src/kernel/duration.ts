// ISO 8601 durations: years and months follow the calendar, everything else is an exact number of milliseconds.

import { DAY_MS } from './calendar.ts'

/** A span of time; years count as twelve months, weeks as seven days. */
interface Duration {
  readonly months: number
  readonly ms: number
}

/** Weeks, days, hours, minutes and seconds, in the order of the form. */
const UNITS_MS = [7 * DAY_MS, DAY_MS, 3_600_000, 60_000, 1000] as const

const DURATION_PATTERN =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,3})?)S)?)?$/

/** Parses `PnYnMnWnDTnHnMnS` strictly, seconds with up to three decimals; undefined where it is none or has no length. */
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
 * The moment a duration later, epoch milliseconds: months first, on the same day or the month's last, then the rest. NaN beyond
 * the end of time.
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
