// The parameters of a request, from query and form or from JSON. The query takes precedence over
// the form, and an empty value counts as absent.

import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'

/** The values of a parameter, in order; empty if it is absent. */
export type SentParameters = (name: string) => readonly string[]

/** Additional names are ignored. */
const FORM_NAMES_MAX = 200
/** Additional repetitions of a name are ignored. */
const REPETITIONS_MAX = 50

export const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_TYPE_PATTERN = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** True for a form. A body of any other type is ignored. */
export const isForm = (contentType: string | undefined): boolean =>
  FORM_TYPE_PATTERN.test(contentType ?? '')

type ParameterTexts = Readonly<Record<string, string | readonly string[] | undefined>>

/** The charsets of forms. ASCII is part of UTF-8. */
const CHARSETS = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'windows-1251': 'windows-1251',
  'cp-1251': 'windows-1251',
  cp1251: 'windows-1251',
} as const satisfies Readonly<Record<string, string>>

type Charset = (typeof CHARSETS)[keyof typeof CHARSETS]

/** The charset of a form; undefined if it is not supported. */
function charsetOf(contentType: string): Charset | undefined {
  const named = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const known: Readonly<Record<string, Charset>> = CHARSETS
  return Object.hasOwn(known, named.toLowerCase()) ? known[named.toLowerCase()] : undefined
}

/** True for a form in a charset that is not supported. */
export const hasUnknownCharset = ({ body, headers }: FastifyRequest): boolean =>
  hasForm(body, headers['content-type']) && charsetOf(headers['content-type'] ?? '') === undefined

const hasForm = (body: unknown, contentType: string | undefined): body is Buffer =>
  Buffer.isBuffer(body) && body.length > 0 && isForm(contentType)

/** The parameters of a call with a form. */
export function sentByForm({ query, body, headers }: FastifyRequest): SentParameters {
  const contentType = headers['content-type']
  const fromQuery = query as ParameterTexts
  const fromForm = hasForm(body, contentType) ? parsedForm(body, charsetOf(contentType ?? '')) : {}
  return (name) => {
    const first = textsOf(fromQuery, name)
    return first.length > 0 ? first : textsOf(fromForm, name)
  }
}

const windows1251 = new TextDecoder('windows-1251')

function parsedForm(body: Buffer, charset: Charset | undefined): ParameterTexts {
  if (charset === undefined) return {}
  const options = { maxKeys: FORM_NAMES_MAX }
  if (charset === 'utf-8') return parse(body.toString('utf8'), '&', '=', options)
  // One character per byte, so that escaped and plain bytes are decoded alike.
  return parse(body.toString('latin1'), '&', '=', {
    ...options,
    decodeURIComponent: (text) => windows1251.decode(unescaped(text)),
  })
}

const unescaped = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )

const NO_TEXTS: readonly string[] = []

/** True for a body that is not a form. A body without a valid content type is never read. */
export const isBodyIgnored = ({ body, headers }: FastifyRequest): boolean =>
  !isForm(headers['content-type']) &&
  (Buffer.isBuffer(body) ? body.length > 0 : announcesBody({ headers }))

/** Whether the headers announce a body. */
export const announcesBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function textsOf(named: ParameterTexts, name: string): readonly string[] {
  const value = Object.hasOwn(named, name) ? named[name] : undefined
  if (value === undefined || value === '') return NO_TEXTS
  if (typeof value === 'string') return [value]
  return value.filter((text) => text !== '').slice(0, REPETITIONS_MAX)
}

/** The parameters of an operation that accepts JSON, a form, or the query alone. */
export const sentByEither = (request: FastifyRequest): SentParameters | undefined =>
  isForm(request.headers['content-type']) ||
  !Buffer.isBuffer(request.body) ||
  request.body.length === 0
    ? sentByForm(request)
    : sentByJson(request)

/**
 * The parameters in a JSON object, with nested objects as JSON; undefined if the body is not an
 * object.
 */
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

/** `JSON.stringify` would exhaust the stack on deeper JSON. */
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

/** The object in a JSON text; undefined for anything else. */
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
