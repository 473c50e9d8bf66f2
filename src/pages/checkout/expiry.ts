// Parses an expiry date as people type or paste it.

import { isYearMonth } from '../../kernel/calendar.ts'

/** Nothing, spaces, or one of `/`, `.`, `-` and `–` with optional spaces. */
const SEPARATOR_PATTERN = String.raw`\s*(?:[/.\-–]\s*)?`

const MONTH_FIRST = new RegExp(
  String.raw`^(?<month>\d{1,2})${SEPARATOR_PATTERN}(?<year>(?:20)?\d{2})$`,
)
/** Formats as in ISO 8601 and the interfaces: `2034-12`, `203412`. */
const YEAR_FIRST = new RegExp(String.raw`^(?<year>20\d{2})${SEPARATOR_PATTERN}(?<month>\d{1,2})$`)

/** Parses a month and a year of this century to YYYYMM; undefined if the text is invalid. */
export function parseExpiry(text: string): number | undefined {
  for (const form of [MONTH_FIRST, YEAR_FIRST]) {
    const { month, year } = form.exec(text.trim())?.groups ?? {}
    if (month === undefined || year === undefined) continue
    const value = (2000 + (Number(year) % 100)) * 100 + Number(month)
    if (isYearMonth(value)) return value
  }
  return undefined
}
