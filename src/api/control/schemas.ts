// What the schemas of this api share: times, values that may be absent, ids in a path.

import Type from 'typebox'

export const Moment = Type.String({ format: 'date-time' })

export const orNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const iso = (at: number): string => new Date(at).toISOString()
export const isoOrNull = (at: number | null | undefined): string | null =>
  typeof at === 'number' ? iso(at) : null

/** RFC 3339 with at most milliseconds, its zone included. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Epoch milliseconds of a date-time with its zone, or undefined. */
export function momentOf(text: string): number | undefined {
  const [, year, month, day] = DATE_TIME.exec(text) ?? []
  const at = Date.parse(text)
  // A day that its month does not have would be read as one of the next month.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return day === undefined || Number.isNaN(at) || Number(day) > lastDay ? undefined : at
}

/** The id in a path, with the one that a fresh project gives first. */
export const idParameter = (example: string) =>
  Type.Object({ id: Type.String({ examples: [example] }) })

/** ISO 4217 numeric code. */
export const Currency = Type.String({ description: 'ISO 4217 numeric code', examples: ['978'] })

/** A text that is searched for. */
export const SearchText = (description: string, example: string, maxLength = 100) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001F\\u007F]*$',
    description,
    examples: [example],
  })
