// Shared schemas: times, nullable values, ids in paths.

import { type TSchema, Type } from '../../web/http/schemas/type.ts'

export const Moment = Type.String({ format: 'date-time' })

export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const iso = (at: number): string => new Date(at).toISOString()
export const isoOrNull = (at: number | null | undefined): string | null =>
  typeof at === 'number' ? iso(at) : null

/** RFC 3339 with time zone, at most milliseconds. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Epoch milliseconds of a date-time with time zone, or undefined. */
export function momentOf(text: string): number | undefined {
  const [, year, month, day] = DATE_TIME.exec(text) ?? []
  const at = Date.parse(text)
  // `Date.parse` accepts 31 February as a day in March.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return day === undefined || Number.isNaN(at) || Number(day) > lastDay ? undefined : at
}

/** The id in a path; the example is the first id of a new project. */
export const idParameter = (of: string, example: string) =>
  Type.Object({ id: Type.String({ description: `Id of the ${of}`, examples: [example] }) })

/** A `Request-id` header in a path. */
export const requestIdParameter = (example: string) =>
  Type.Object({
    id: Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      description: '`Request-id` of a response',
      examples: [example],
    }),
  })

/** ISO 4217 numeric code. */
export const Currency = Type.String({
  description: 'Currency, ISO 4217 numeric code',
  examples: ['978'],
})

/** A search text. */
export const SearchText = (description: string, example: string, maxLength = 100) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001F\\u007F]*$',
    description,
    examples: [example],
  })
