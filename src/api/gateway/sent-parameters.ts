// What a request gives: query and form, or JSON, as named texts. The query wins over the form, and an empty text is no text at all.

import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'

/** Every text given under a name, in their order; none where there is none. */
export type SentParameters = (name: string) => readonly string[]

/** Names beyond this many are not looked at. */
const FORM_NAMES_MAX = 200
/** Repetitions of one name beyond this many are not looked at. */
const REPETITIONS_MAX = 50

const FORM_TYPE_PATTERN = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** True for a body that is a form; any other is ignored, whatever it says it is. */
export const isForm = (contentType: string | undefined): boolean =>
  FORM_TYPE_PATTERN.test(contentType ?? '')

type ParameterTexts = Readonly<Record<string, string | readonly string[] | undefined>>

/** The parameters of a call with a form. */
export function sentByForm({ query, body, headers }: FastifyRequest): SentParameters {
  const fromQuery = query as ParameterTexts
  const fromForm: ParameterTexts =
    Buffer.isBuffer(body) && isForm(headers['content-type'])
      ? parse(body.toString('utf8'), '&', '=', { maxKeys: FORM_NAMES_MAX })
      : {}
  return (name) => {
    const first = textsOf(fromQuery, name)
    return first.length > 0 ? first : textsOf(fromForm, name)
  }
}

const NO_TEXTS: readonly string[] = []

/** True where a body came that a call with a form does not read. */
export const isBodyIgnored = ({ body, headers }: FastifyRequest): boolean =>
  Buffer.isBuffer(body) && body.length > 0 && !isForm(headers['content-type'])

function textsOf(named: ParameterTexts, name: string): readonly string[] {
  const value = Object.hasOwn(named, name) ? named[name] : undefined
  if (value === undefined || value === '') return NO_TEXTS
  if (typeof value === 'string') return [value]
  return value.filter((text) => text !== '').slice(0, REPETITIONS_MAX)
}

/** The parameters of a call that is meant for JSON: also as a form, and without a body from the address alone. */
export const sentByEither = (request: FastifyRequest): SentParameters | undefined =>
  isForm(request.headers['content-type']) ||
  !Buffer.isBuffer(request.body) ||
  request.body.length === 0
    ? sentByForm(request)
    : sentByJson(request)

/** The parameters of a call with JSON: members as texts, objects as the JSON they are. Undefined where the body is no object. */
function sentByJson({ query, body }: FastifyRequest): SentParameters | undefined {
  const members = Buffer.isBuffer(body) ? parseObject(body.toString('utf8')) : undefined
  if (members === undefined) return undefined
  return (name) => {
    const first = textsOf(query as ParameterTexts, name)
    if (first.length > 0) return first
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values
      .slice(0, REPETITIONS_MAX)
      .map(textOf)
      .filter((text) => text !== '')
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Deeper JSON is a mistake or an attack: writing it again would take more stack than there is. */
const JSON_DEPTH_MAX = 50

function isShallow(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > JSON_DEPTH_MAX) return false
  }
  return true
}

/** The object that a text of JSON is; undefined for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!isShallow(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
