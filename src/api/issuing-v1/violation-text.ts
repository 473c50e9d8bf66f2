// Describes the errors of a body: each field by its JSON Pointer with one reason, never its value.

import type { Violation } from '../../web/http/responses/error.ts'
import { patternText } from '../../web/http/schemas/pattern-text.ts'
import { typesOf } from '../../web/http/schemas/violation-detail.ts'
import { STORABLE_PATTERN } from './schemas.ts'

/** Maximum number of fields named in a text. */
const MEMBERS_MAX = 10

type Params = Violation['params']

/** Texts by JSON Schema keyword, the most informative first. */
const REASONS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is required',
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  pattern: ({ pattern }) =>
    pattern === STORABLE_PATTERN
      ? 'contains characters that cannot be stored'
      : (patternText(String(pattern)) ?? `must match ${String(pattern)}`),
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMaximum: () => 'must have fewer digits',
}
const KEYWORDS = Object.keys(REASONS)

/** A sentence that names the invalid fields. */
export function violationText(violations: readonly Violation[]): string {
  const members = Map.groupBy(violations, ({ pointer }) => pointer)
  const named = [...members].slice(0, MEMBERS_MAX)
  const texts = named.map(([pointer, each]) => `${pointer || 'The body'} ${reasonOf(each)}`)
  const more = members.size > MEMBERS_MAX ? '; and more' : ''
  return `${texts.join('; ')}${more}.`
}

/** For a value with two possible types, the reason of the matching type comes before the other. */
function reasonOf(violations: readonly Violation[]): string {
  const [first] = violations
    .filter(({ keyword }) => KEYWORDS.includes(keyword))
    .toSorted((one, other) => KEYWORDS.indexOf(one.keyword) - KEYWORDS.indexOf(other.keyword))
  const reason = first && REASONS[first.keyword]
  if (reason !== undefined) return reason(first?.params ?? {})
  const types = violations
    .filter(({ keyword }) => keyword === 'type')
    .map(({ params }) => String(params['type']))
  return `must be ${typesOf([...new Set(types)])}`
}
