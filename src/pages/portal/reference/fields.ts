// The fields of a body as a flat list: nested fields follow their object and have its path as a
// prefix.

import type { JsonSchema } from '../../../web/http/schemas/open-api.ts'

export interface SchemaField {
  /** The prefix of its name: `sourceCard.`, `items[].`. */
  readonly within: string
  readonly name: string
  readonly isRequired: boolean
  readonly schema: JsonSchema
}

/** A limit against recursion; no body is nested this deep. */
const DEPTH_MAX = 8

export function fieldsOf(schema: JsonSchema, within = '', depth = 0): readonly SchemaField[] {
  if (depth > DEPTH_MAX) return []
  const { properties = {}, required = [], additionalProperties, items, anyOf = [] } = schema
  const own = Object.entries(properties).flatMap(([name, property]) => [
    { within, name, isRequired: required.includes(name), schema: property },
    ...below(property, within + name, depth + 1),
  ])
  const others =
    typeof additionalProperties === 'object'
      ? [
          { within, name: '*', isRequired: false, schema: additionalProperties },
          ...below(additionalProperties, `${within}*`, depth + 1),
        ]
      : []
  const listed = items === undefined || depth > 0 ? [] : fieldsOf(items, `${within}[].`, depth + 1)
  return once([
    ...own,
    ...others,
    ...listed,
    ...anyOf.flatMap((each) => fieldsOf(each, within, depth)),
  ])
}

/** The nested fields of an object, or of the items of a list. */
function below(schema: JsonSchema, path: string, depth: number): readonly SchemaField[] {
  const inner = [schema, ...(schema.anyOf ?? [])]
  return once(
    inner.flatMap((each) =>
      each.items === undefined
        ? each.properties === undefined && typeof each.additionalProperties !== 'object'
          ? []
          : fieldsOf({ ...each, anyOf: [] }, `${path}.`, depth)
        : below(each.items, `${path}[]`, depth),
    ),
  )
}

/** Alternatives may share a field. */
function once(fields: readonly SchemaField[]): readonly SchemaField[] {
  const seen = new Map(fields.toReversed().map((field) => [field.within + field.name, field]))
  return fields.filter((field) => seen.get(field.within + field.name) === field)
}
