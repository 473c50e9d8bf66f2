// The expiry date as people write and paste it.

import { isYearMonth } from '../../kernel/calendar.ts'

/** Between month and year: spaces, or one of `/`, `.`, `-` and `–` with spaces around it, or nothing. */
const SEPARATOR_PATTERN = String.raw`\s*(?:[/.\-–]\s*)?`

const MONTH_FIRST = new RegExp(
  String.raw`^(?<month>\d{1,2})${SEPARATOR_PATTERN}(?<year>(?:20)?\d{2})$`,
)
/** As a date of ISO 8601 begins, and as the interfaces write it: `2034-12`, `203412`. */
const YEAR_FIRST = new RegExp(String.raw`^(?<year>20\d{2})${SEPARATOR_PATTERN}(?<month>\d{1,2})$`)

/** YYYYMM of a text with a month and a year of this century; undefined for any other. */
export function parseExpiry(text: string): number | undefined {
  for (const form of [MONTH_FIRST, YEAR_FIRST]) {
    const { month, year } = form.exec(text.trim())?.groups ?? {}
    if (month === undefined || year === undefined) continue
    const value = (2000 + (Number(year) % 100)) * 100 + Number(month)
    if (isYearMonth(value)) return value
  }
  return undefined
}
