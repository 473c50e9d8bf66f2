// A request or response as it is stored: without card numbers and secrets, and limited in size.

import { scrubPans } from '../issuing/pan.ts'
import { LONG_NUMBER, parsedExactly } from '../kernel/exact-json.ts'
import { isSecretMember, maskedJson, maskedMalformed, maskedValue, SECRET_MASK } from './masking.ts'

type HeaderValue = string | number | readonly string[] | undefined

/** A message as received or sent. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, HeaderValue>>
  readonly body: unknown
}

export interface LoggedMessage {
  readonly headers: Readonly<Record<string, string>>
  /** Null if there is none, or if it is not text. */
  readonly body: string | null
  /** True if the body was longer than the stored part. */
  readonly isCut: boolean
  /** The parsed body with its secrets masked, if it is JSON or a form. */
  readonly json: unknown
}

/** Maximum number of characters stored of a body. */
const BODY_MAX_CHARACTERS = 8192
/** Maximum number of characters stored of a header. */
const HEADER_MAX_CHARACTERS = 1024
/** Longer bodies are not parsed. */
const PARSED_MAX_CHARACTERS = 64 * 1024

const FORM_TYPE = 'application/x-www-form-urlencoded'

export function loggedMessage({ headers, body }: RawMessage): LoggedMessage {
  const type = textOf(headers['content-type'])
  const { text, json } = maskedBody(body, type)
  return {
    headers: maskedHeaders(headers),
    body: text === null ? null : text.slice(0, BODY_MAX_CHARACTERS),
    isCut: text !== null && text.length > BODY_MAX_CHARACTERS,
    json,
  }
}

interface MaskedBody {
  readonly text: string | null
  readonly json: unknown
}

const NO_BODY: MaskedBody = { text: null, json: undefined }

function maskedBody(body: unknown, type: string): MaskedBody {
  if (body === undefined || body === null || body === '') return NO_BODY
  if (body instanceof URLSearchParams) return maskedForm(body)
  if (Buffer.isBuffer(body)) return maskedText(body.toString('utf8'), type)
  if (typeof body === 'string') return maskedText(body, type)
  const json = maskedJson(body)
  return { text: JSON.stringify(json), json }
}

function maskedText(text: string, type: string): MaskedBody {
  // A page looks the same to every reader of the log, and it may contain text that a payer typed.
  if (type.startsWith('text/html')) return NO_BODY
  if (text.length > PARSED_MAX_CHARACTERS)
    return { text: maskedMalformed(text.slice(0, PARSED_MAX_CHARACTERS)), json: undefined }
  if (type.startsWith(FORM_TYPE)) return maskedForm(new URLSearchParams(text))
  const parsed = parsedJson(text)
  if (parsed === undefined) return { text: maskedMalformed(text), json: undefined }
  const json = maskedJson(parsed)
  return { text: JSON.stringify(json), json }
}

function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return LONG_NUMBER.test(text) ? parsedExactly(text) : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function maskedForm(form: URLSearchParams): MaskedBody {
  const fields = new URLSearchParams()
  for (const [name, value] of form) fields.append(scrubPans(name), maskedField(name, value))
  return { text: fields.toString(), json: Object.fromEntries(fields) }
}

/** Some fields contain JSON, such as the parameters of an order. */
function maskedField(name: string, value: string): string {
  if (value === '') return value
  if (isSecretMember(name)) return SECRET_MASK
  const parsed = parsedJson(value)
  return parsed === undefined ? maskedValue(value, name) : JSON.stringify(maskedJson(parsed, name))
}

function maskedHeaders(
  headers: Readonly<Record<string, HeaderValue>>,
): Readonly<Record<string, string>> {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) masked[name] = maskedHeader(name, textOf(value))
  return masked
}

const textOf = (value: HeaderValue): string =>
  value === undefined ? '' : typeof value === 'object' ? value.join(', ') : String(value)

const maskedHeader = (name: string, text: string): string =>
  isSecretMember(name) ? maskedSecretHeader(text) : scrubPans(text).slice(0, HEADER_MAX_CHARACTERS)

/** Keeps the scheme of an `Authorization` header. */
const maskedSecretHeader = (value: string): string =>
  /^(Basic|Bearer) /i.test(value)
    ? `${value.slice(0, value.indexOf(' '))} ${SECRET_MASK}`
    : SECRET_MASK

/** Path and query of a URL, without secrets. */
export function maskedUrl(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return maskedPath(url)
  const { text } = maskedForm(new URLSearchParams(url.slice(start + 1)))
  return `${maskedPath(url.slice(0, start))}?${text ?? ''}`
}

/** Digits may be percent-encoded. */
const maskedPath = (path: string): string =>
  scrubPans(path.includes('%3') ? path.replaceAll(/%3(\d)/g, '$1') : path)
