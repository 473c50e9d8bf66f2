// Describes the fields of requests and responses that have no separate description. Most of them
// recur, so each meaning is written once.

import type { JsonSchema, OpenApiDocument } from '../../web/http/schemas/open-api.ts'
import { APIS } from '../endpoint/apis.ts'
import { MEMBER_TEXTS } from './member-texts/member-texts.ts'
import type { MemberTexts } from './member-texts/shared.ts'

type Properties = NonNullable<JsonSchema['properties']>
type Responses = OpenApiDocument['paths'][string][string]['responses']
type Content = NonNullable<Responses[string]['content']>

const TEXTS_BY_TAG: ReadonlyMap<string, MemberTexts> = new Map(
  Object.entries(MEMBER_TEXTS).map(([name, texts]) => [APIS[name as keyof typeof APIS].tag, texts]),
)

/** The document, with a description of every field that has a text. */
export const withMemberTexts = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => {
      const describe = describer(TEXTS_BY_TAG.get(operation.tags[0] ?? '') ?? {})
      const inContent = (content: Content): Content =>
        mapValues(content, ({ schema, ...rest }) => ({
          ...rest,
          ...(schema && { schema: describe(schema, '') }),
        }))
      const { requestBody, responses } = operation
      return {
        ...operation,
        ...(requestBody && {
          requestBody: { ...requestBody, content: inContent(requestBody.content) },
        }),
        responses: mapValues(responses, (response) => ({
          ...response,
          ...(response.content && { content: inContent(response.content) }),
        })),
      }
    }),
  ),
})

/**
 * `parent` is the title of the schema or the field that contains it; a list passes on its parent.
 */
function describer(texts: MemberTexts): (schema: JsonSchema, parent: string) => JsonSchema {
  const describe = (schema: JsonSchema, parent: string): JsonSchema => {
    const { title = parent, properties, items, anyOf } = schema as JsonSchema & { title?: string }
    return {
      ...schema,
      ...(properties && { properties: members(properties, title) }),
      ...(items && { items: describe(items, parent) }),
      ...(anyOf && { anyOf: anyOf.map((one) => describe(one, parent)) }),
    }
  }
  const members = (properties: Properties, parent: string): Properties =>
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => {
        const own = texts[`${parent}.${name}`]
        const ofList = member.type === 'array' ? texts[`${name}[]`] : undefined
        const text = member.description ?? own ?? ofList ?? texts[name]
        const described = describe(member, name)
        return [name, text === undefined ? described : { ...described, description: text }]
      }),
    )
  return describe
}

const mapValues = <V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V) => W,
): Readonly<Record<string, W>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
