// The kinds of value a parameter can have: how a text is read, and how the reference describes it.

import { currencyByNumeric } from '../../ledger/currency.ts'
import { MAX_AMOUNT } from '../../ledger/money.ts'
import { parseDateTime, parseSessionTimeout } from '../../payments/order-status.ts'
import { isLuhnValid } from '../../issuing/pan.ts'
import { parseObject } from './sent-parameters.ts'

/** Reads a text; undefined is "not such a value". */
export interface ParameterType<T> {
  readonly read: (text: string) => T | undefined
  /** JSON Schema of the text. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Card data, or an answer of an issuer: it never stands in an address. */
  readonly sensitive?: true
}

const matching = <T>(
  pattern: RegExp,
  read: (text: string) => T | undefined,
  schema: ParameterType<T>['schema'] = {},
): ParameterType<T> => ({
  read: (text) => (pattern.test(text) ? read(text) : undefined),
  schema: { type: 'string', pattern: pattern.source, ...schema },
})

/** Minor units; zero where an operation gives it a meaning. */
export const amount: ParameterType<number> = matching(/^\d{1,12}$/, Number, {
  description: `Minor units, at most ${MAX_AMOUNT}`,
})

/** Codes that ISO 4217 has withdrawn and clients still send: the rouble of before 1998, the default of the older ones. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([['810', '643']])

/** The numeric code of a currency that ISO 4217 knows; clients that count with it leave out its leading zeros. */
export const currency: ParameterType<number> = {
  read: (text) => {
    if (!/^\d{1,3}$/.test(text)) return undefined
    const code = text.padStart(3, '0')
    const known = currencyByNumeric(SUCCESSORS.get(code) ?? code)
    return known === undefined ? undefined : Number(known.numeric)
  },
  schema: { type: 'string', pattern: '^\\d{1,3}$' },
}

export const integer = (from: number, to: number): ParameterType<number> =>
  matching(/^\d{1,9}$/, (text) =>
    Number(text) >= from && Number(text) <= to ? Number(text) : undefined,
  )

export const boolean: ParameterType<boolean> = matching(
  /^(true|false)$/i,
  (text) => text.toLowerCase() === 'true',
)

// A tag or a script address has no business in any field; a merchant that escapes nothing must not be the way into a page. Within a
// text the name of the language is a word: "JavaScript: The Good Parts".
const MARKUP = /<[a-z!/?]|^\s*javascript:(?!\s)/i
// No control character but tab and line breaks, no half of a surrogate pair: a database cannot keep those.
const UNSTORABLE = /[^\P{Cc}\t\r\n]|\p{Cs}/u

export const isPlain = (text: string): boolean => !UNSTORABLE.test(text) && !MARKUP.test(text)

const NIL = '00000000-0000-0000-0000-000000000000'
const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Any text without markup. */
export const text = (maxLength: number): ParameterType<string> => ({
  read: (sent) => (sent.length <= maxLength && isPlain(sent) ? sent : undefined),
  schema: { type: 'string', maxLength },
})

/** One of a few words. */
export const oneOf = <T extends string>(words: readonly T[]): ParameterType<T> => ({
  read: (sent) => words.find((word) => word === sent),
  schema: { type: 'string', enum: words },
})

/** Names by comma. */
export const names: ParameterType<readonly string[]> = {
  read: (sent) =>
    text(255)
      .read(sent)
      ?.split(',')
      .map((name) => name.trim()),
  schema: { type: 'string', maxLength: 255 },
}

/** A UUID; anything else is read as one that nobody has, for then there is no such thing. */
export const id: ParameterType<string> = {
  read: (sent) => (isUuid(sent) ? sent.toLowerCase() : NIL),
  schema: { type: 'string', maxLength: 255, format: 'uuid' },
}

/** Two letters, answered in lower case. */
export const language: ParameterType<string> = matching(/^[a-z]{2}$/i, (text) => text.toLowerCase())

const URL_LENGTH = 512

/** An absolute address of the web: a payer's browser is never led to another scheme. */
export const address: ParameterType<string> = {
  read: (text) =>
    text.length <= URL_LENGTH &&
    isPlain(text) &&
    /^https?:\/\/\S+$/i.test(text) &&
    URL.canParse(text)
      ? text
      : undefined,
  schema: { type: 'string', format: 'uri', maxLength: URL_LENGTH },
}

const hasCredentials = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username + url.password !== ''
}

/** An address that can be called; a user name or a password has no place in it. */
export const webAddress: ParameterType<string> = {
  read: (text) => (hasCredentials(text) ? undefined : address.read(text)),
  schema: address.schema,
}

const JSON_LENGTH = 32_768

/** How languages without a type for it write an object that has no members. */
const NO_MEMBERS = /^\s*(\[\s*\]|null)\s*$/

/** A JSON object in a text. */
export const jsonObject: ParameterType<Readonly<Record<string, unknown>>> = {
  read: (text) => {
    if (NO_MEMBERS.test(text)) return {}
    const value = text.length <= JSON_LENGTH ? parseObject(text) : undefined
    return value !== undefined && isStorable(JSON.stringify(value)) ? value : undefined
  },
  // Not a `contentMediaType`: the pages of the reference would ask for a file.
  schema: { type: 'string', maxLength: JSON_LENGTH },
}

/** JSON writes what a database cannot keep as escapes. */
const isStorable = (json: string): boolean => !/\\u0000|\\ud[89a-f]|"__proto__"/i.test(json)

const ORDER_PARAMS_MAX = 100

/** A JSON object of texts; other values become the text they are in JSON. */
export const params: ParameterType<Readonly<Record<string, string>>> = {
  read: (text) => {
    const value = jsonObject.read(text)
    if (value === undefined) return undefined
    const entries = Object.entries(value).map(([name, each]) => [name, textOf(each)] as const)
    const isFit = entries.length <= ORDER_PARAMS_MAX && entries.every((pair) => pair.every(isPlain))
    return isFit ? Object.fromEntries(entries) : undefined
  },
  schema: jsonObject.schema,
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `yyyy-MM-ddTHH:mm:ss`, UTC. */
export const dateTime: ParameterType<number> = {
  read: parseDateTime,
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' },
}

/** `yyyyMMddHHmmss`, UTC. */
export const compactDateTime: ParameterType<number> = matching(/^\d{14}$/, (text) =>
  parseDateTime(text.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6')),
)

/** Seconds. Languages whose numbers are never absent send 0 for none. */
export const sessionTimeout: ParameterType<number | 'default'> = {
  read: (text) => (text === '0' ? 'default' : parseSessionTimeout(text)),
  schema: { type: 'string', pattern: '^(0|[1-9]\\d{0,8})$' },
}

/** A card number with its right check digit. */
export const pan: ParameterType<string> = {
  read: (text) => (isLuhnValid(text) ? text : undefined),
  schema: { type: 'string', pattern: '^\\d{13,19}$' },
  sensitive: true,
}

export const cvc: ParameterType<string> = {
  ...matching(/^\d{3,4}$/, (text) => text),
  sensitive: true,
}
export const year: ParameterType<number> = matching(/^20\d{2}$/, Number)
export const month: ParameterType<number> = matching(/^(0?[1-9]|1[0-2])$/, Number)
/** YYYYMM. */
export const yearMonth: ParameterType<number> = matching(/^20\d{2}(0[1-9]|1[0-2])$/, Number)
/** An address of the internet protocol, either version. */
export const ip: ParameterType<string> = matching(/^[\da-f:.]{2,39}$/i, (text) => text)
/** Base64 or XML that travelled through a browser. */
export const message: ParameterType<string> = {
  read: (text) => (text.length <= JSON_LENGTH ? text : undefined),
  schema: { type: 'string', maxLength: JSON_LENGTH },
  sensitive: true,
}
