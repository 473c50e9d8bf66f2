// Simplifies the schema of a response for its serialiser. For a union, the framework would compile
// a validator at the first response and try the alternatives with it in each; most unions do not
// need one.

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same JSON with fewer unions: values that may be null, and strings from a fixed list. */
export function withoutUnions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnions)
  if (!isSchema(value)) return value
  const schema: Schema = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutUnions(member)]),
  )
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const members = anyOf as readonly Schema[]
  const others = members.filter(({ type }) => type !== 'null')
  const [only, ...more] = others
  const single = more.length === 0 ? only : others.every(isText) ? TEXT : undefined
  if (single === undefined || typeof single['type'] !== 'string') return schema
  return { ...rest, ...single, ...(others.length < members.length && { nullable: true }) }
}

const TEXT: Schema = { type: 'string' }

/** A string with one value or any string; a string with a format may be serialised differently. */
const isText = ({ type, format }: Schema): boolean => type === 'string' && format === undefined
