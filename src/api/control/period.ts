// The period of a list: times in the query.

import { Type } from '../../web/http/schemas/type.ts'
import { unacceptable } from './problems.ts'
import { momentOf } from './schemas.ts'

/** A date-time in a query, as text; `momentIn` parses it. */
export const Time = (description: string) =>
  Type.String({
    maxLength: 64,
    description: `${description}: a date-time with a time zone`,
    examples: ['2026-01-01T00:00:00Z'],
  })

/** Query parameters that select a period. */
export const PERIOD = {
  from: Type.Optional(Time('At this time or later')),
  until: Type.Optional(Time('Before this time')),
}

/** Epoch milliseconds. Throws a problem that names the parameter if the text is not a date-time. */
export function momentIn(member: string, text: string): number
export function momentIn(member: string, text: string | undefined): number | undefined
export function momentIn(member: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = momentOf(text)
  if (at === undefined)
    throw unacceptable(
      `/${member}`,
      'must be a date-time with its zone, such as 2027-01-01T00:00:00Z',
    )
  return at
}
