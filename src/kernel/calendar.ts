// UTC calendar arithmetic on epoch milliseconds: limit windows, card expiry, formatted dates.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** `YYYY-MM-DDThh:mm:ss` in UTC without a zone, as interfaces A and B format date-times. */
export function dateTime(at: number): string {
  const { date } = dayOf(at)
  const seconds = Math.floor(at / 1000) % (DAY_MS / 1000)
  // Years with more than four digits.
  if (date.length > ISO_DATE_LENGTH || seconds < 0) return new Date(at).toISOString().slice(0, 19)
  const minutes = Math.floor(seconds / 60)
  return `${date}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}

/** `YYYY-MM-DD` in UTC. */
export const isoDate = (at: number): string => dayOf(at).date.slice(0, ISO_DATE_LENGTH)

const ISO_DATE_LENGTH = 10

interface Day {
  /** Days since 1970. */
  readonly number: number
  /** As in ISO 8601, where years with more than four digits are longer. */
  readonly date: string
  readonly yearMonth: number
}

/**
 * Caches the formatted day, because most timestamps fall on the same day and formatting a date is
 * slow in JavaScript.
 */
let lastDay: Day = { number: Number.NaN, date: '', yearMonth: 0 }

function dayOf(at: number): Day {
  const number = Math.floor(at / DAY_MS)
  if (number === lastDay.number) return lastDay
  const start = new Date(at)
  const [date = ''] = start.toISOString().split('T', 1)
  const yearMonth = start.getUTCFullYear() * 100 + start.getUTCMonth() + 1
  return (lastDay = { number, date, yearMonth })
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** Parses `YYYY-MM-DD` strictly; the start of that UTC day in epoch milliseconds, or undefined. */
export function parseDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || isoDate(at) !== text ? undefined : at
}

/** Parses `YYYY-MM-DDThh:mm:ss` (UTC) strictly; epoch milliseconds, or undefined. */
export function parseDateTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}Z`)
  return Number.isNaN(at) || dateTime(at) !== text ? undefined : at
}

const ISO_8601 =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i

/**
 * Parses a calendar date of ISO 8601, basic or extended, with or without time, fraction and offset
 * (none is UTC). Epoch milliseconds, or undefined; a date alone gets the time of day in `dateOnly`.
 */
export function parseIso8601(text: string, dateOnly: number): number | undefined {
  const [, year, , month, day, hours, minutes, seconds, fraction = '', sign, ...offset] =
    ISO_8601.exec(text) ?? []
  const start = parseDate(`${year}-${month}-${day}`)
  if (start === undefined || hours === undefined) return start && start + dateOnly
  const [h, m, s, offsetHours, offsetMinutes] = [hours, minutes, seconds, ...offset].map((part) =>
    Number(part ?? 0),
  ) as [number, number, number, number, number]
  if (h > 23 || m > 59 || s > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined
  const away = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -1 : 1)
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  return start + ((h * 60 + m - away) * 60 + s) * 1000 + milliseconds
}

/** Year and month as the number YYYYMM. */
export const yearMonth = (at: number): number => dayOf(at).yearMonth

/** YYYYMM plus a number of months. */
export function addMonths(month: number, months: number): number {
  const count = Math.floor(month / 100) * 12 + (month % 100) - 1 + months
  return Math.floor(count / 12) * 100 + (count % 12) + 1
}

/** True for YYYYMM with a month from 01 to 12 in the years 2000 to 2099. */
export const isYearMonth = (value: number): boolean =>
  Number.isInteger(value) &&
  value >= 200_001 &&
  value <= 209_912 &&
  value % 100 >= 1 &&
  value % 100 <= 12
