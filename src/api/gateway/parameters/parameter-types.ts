// The types of parameters: how each is parsed, and how the reference describes it.

import { currencyByNumeric } from '../../../ledger/currency.ts'
import { MAX_AMOUNT } from '../../../ledger/money.ts'
import { parseDateTime } from '../../../kernel/calendar.ts'
import type { MessageLanguage } from '../../../payments/authorisation/action-code.ts'
import { isLuhnValid } from '../../../issuing/pan.ts'
import { isPlain } from '../../../payments/orders/plain-text.ts'
import { isAbsoluteUrl } from '../../../web/html/html.ts'
import { parseObject } from './sent-parameters.ts'

/** The end of a message, after a colon, in each language. */
export type Expectation = Readonly<Record<MessageLanguage, string>>

/** Parses a value; undefined if it is invalid. */
export interface ParameterType<T> {
  readonly read: (text: string) => T | undefined
  /** JSON Schema of the text. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Describes a valid value in the error message. */
  readonly expected: Expectation
  /** Card data or an issuer's response, which must not appear in a URL. */
  readonly sensitive?: true
}

const matching = <T>(
  pattern: RegExp,
  read: (text: string) => T | undefined,
  expected: Expectation,
  schema: ParameterType<T>['schema'] = {},
): ParameterType<T> => ({
  read: (text) => (pattern.test(text) ? read(text) : undefined),
  schema: { type: 'string', pattern: pattern.source, ...schema },
  expected,
})

/** Digits that clients write from a number. The name comes from OpenAPI's format registry. */
const DIGITS_FORMAT = 'int64'

/** Says what is expected. */
export const expect = (en: string, ru: string): Expectation => ({
  en: `${en} is expected`,
  ru: `ожидается ${ru}`,
})

/** Minor units; some operations accept zero. */
export const amount: ParameterType<number> = matching(
  /^\d{1,12}$/,
  Number,
  expect('an amount in minor units, digits only', 'сумма в минимальных единицах, только цифры'),
  { format: DIGITS_FORMAT, description: `Minor units, at most ${MAX_AMOUNT}` },
)

/** Successors of withdrawn codes. Older clients send 810 by default, the rouble before 1998. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([['810', '643']])

/** The code under which an amount is posted. */
export const bookedCurrency = (sent: number): number => Number(SUCCESSORS.get(String(sent)) ?? sent)

/** The numeric code as sent, with or without leading zeros. */
export const currency: ParameterType<number> = {
  read: (text) => {
    const code = text.padStart(3, '0')
    const isKnown = currencyByNumeric(SUCCESSORS.get(code) ?? code) !== undefined
    return isKnown ? Number(code) : undefined
  },
  schema: { type: 'string', format: DIGITS_FORMAT, pattern: '^\\d{1,3}$' },
  expected: expect('a numeric code of ISO 4217', 'цифровой код ISO 4217'),
}

export const integer = (from: number, to: number): ParameterType<number> =>
  matching(
    /^\d{1,9}$/,
    (text) => (Number(text) >= from && Number(text) <= to ? Number(text) : undefined),
    expect(`a whole number from ${from} to ${to}`, `целое число от ${from} до ${to}`),
    { format: DIGITS_FORMAT },
  )

export const boolean: ParameterType<boolean> = matching(
  /^(true|false)$/i,
  (text) => text.toLowerCase() === 'true',
  expect('true or false', 'true или false'),
)

const NIL_UUID = '00000000-0000-0000-0000-000000000000'
const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Any text without markup. */
export const text = (maxLength: number): ParameterType<string> => ({
  read: (sent) => (sent.length <= maxLength && isPlain(sent) ? sent : undefined),
  schema: { type: 'string', maxLength },
  expected: expect(
    `a text of at most ${maxLength} characters without markup`,
    `текст не длиннее ${maxLength} символов без разметки`,
  ),
})

/** A parameter that is always refused, with an error that explains why. */
export const unreadable: ParameterType<never> = {
  read: () => undefined,
  schema: { type: 'string', maxLength: 0 },
  expected: expect('nothing', 'ничего'),
  sensitive: true,
}

/** One of a fixed set of words. */
export const oneOf = <T extends string>(words: readonly T[]): ParameterType<T> => ({
  read: (sent) => words.find((word) => word === sent),
  schema: { type: 'string', enum: words },
  expected: expect(`one of ${words.join(', ')}`, `одно из: ${words.join(', ')}`),
})

/** Names separated by commas. */
export const names: ParameterType<readonly string[]> = {
  read: (sent) =>
    text(255)
      .read(sent)
      ?.split(',')
      .map((name) => name.trim()),
  schema: { type: 'string', maxLength: 255 },
  expected: expect('a list of names by comma', 'список имён через запятую'),
}

/**
 * A UUID. Any other text becomes the nil UUID, which no record has, so the error is "not found".
 */
export const id: ParameterType<string> = {
  read: (sent) => (isUuid(sent) ? sent.toLowerCase() : NIL_UUID),
  schema: { type: 'string', maxLength: 255, format: 'uuid' },
  expected: expect('a UUID', 'UUID'),
}

/** Two letters, read as lower case. */
export const language: ParameterType<string> = matching(
  /^[a-z]{2}$/i,
  (text) => text.toLowerCase(),
  expect('a language of two letters', 'язык из двух букв'),
)

const URL_LENGTH = 512

/** An absolute URL of the web or of an app, for the payer's browser. */
export const url: ParameterType<string> = {
  read: (text) =>
    text.length <= URL_LENGTH && isPlain(text) && isAbsoluteUrl(text) ? text : undefined,
  schema: { type: 'string', format: 'uri', maxLength: URL_LENGTH },
  expected: {
    en: 'an absolute URL is expected, such as https://shop.example/return or myapp://done',
    ru: 'ожидается абсолютный URL, например https://shop.example/return или myapp://done',
  },
}

const hasCredentials = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username + url.password !== ''
}

/** A URL that can be called or posted to, without a user name or password. */
export const webUrl: ParameterType<string> = {
  read: (text) => (/^https?:/i.test(text) && !hasCredentials(text) ? url.read(text) : undefined),
  schema: url.schema,
  expected: {
    en: 'an http:// or https:// URL without user name and password is expected',
    ru: 'ожидается URL http:// или https:// без имени пользователя и пароля',
  },
}

const JSON_LENGTH = 32_768

/** Some languages serialise an empty object in this way. */
const NO_MEMBERS = /^\s*(\[\s*\]|null)\s*$/

/** A JSON object as text. */
export const jsonObject: ParameterType<Readonly<Record<string, unknown>>> = {
  read: (text) => {
    if (NO_MEMBERS.test(text)) return {}
    const value = text.length <= JSON_LENGTH ? parseObject(text) : undefined
    return value !== undefined && isStorable(JSON.stringify(value)) ? value : undefined
  },
  schema: { type: 'string', contentMediaType: 'application/json', maxLength: JSON_LENGTH },
  expected: expect('a JSON object', 'объект JSON'),
}

/** Characters that a database cannot store are escaped in JSON. */
const isStorable = (json: string): boolean => !/\\u0000|\\ud[89a-f]|"__proto__"/i.test(json)

const ORDER_PARAMS_MAX = 100

/** A JSON object of strings; other values are stored as their JSON. */
export const params: ParameterType<Readonly<Record<string, string>>> = {
  read: (text) => {
    const value = jsonObject.read(text)
    if (value === undefined) return undefined
    const entries = Object.entries(value).map(([name, each]) => [name, textOf(each)] as const)
    const isFit = entries.length <= ORDER_PARAMS_MAX && entries.every((pair) => pair.every(isPlain))
    return isFit ? Object.fromEntries(entries) : undefined
  },
  schema: jsonObject.schema,
  expected: jsonObject.expected,
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `yyyy-MM-ddTHH:mm:ss`, UTC. */
export const dateTime: ParameterType<number> = {
  read: parseDateTime,
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' },
  expected: expect('a time as yyyy-MM-ddTHH:mm:ss, UTC,', 'время в виде yyyy-MM-ddTHH:mm:ss, UTC'),
}

/** `yyyyMMddHHmmss`, UTC. */
export const compactDateTime: ParameterType<number> = matching(
  /^\d{14}$/,
  (text) => parseDateTime(text.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')),
  expect('a time as yyyyMMddHHmmss, UTC,', 'время в виде yyyyMMddHHmmss, UTC'),
)

/** Seconds. Clients that cannot omit a number send 0. */
export const sessionTimeout: ParameterType<number | 'default'> = {
  read: (text) =>
    text === '0' ? 'default' : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined,
  schema: { type: 'string', format: DIGITS_FORMAT, pattern: '^(0|[1-9]\\d{0,8})$' },
  expected: expect('a number of seconds', 'число секунд'),
}

/** A card number with a valid check digit. */
export const pan: ParameterType<string> = {
  read: (text) => (isLuhnValid(text) ? text : undefined),
  schema: { type: 'string', pattern: '^\\d{13,19}$' },
  expected: expect(
    'a card number of 13 to 19 digits with its check digit',
    'номер карты из 13–19 цифр с верной контрольной цифрой',
  ),
  sensitive: true,
}

export const cvc: ParameterType<string> = {
  ...matching(
    /^\d{3,4}$/,
    (text) => text,
    expect('a code of 3 or 4 digits', 'код из 3 или 4 цифр'),
  ),
  sensitive: true,
}
export const year: ParameterType<number> = matching(
  /^20\d{2}$/,
  Number,
  expect('a year of four digits', 'год из четырёх цифр'),
  { format: DIGITS_FORMAT },
)
export const month: ParameterType<number> = matching(
  /^(0?[1-9]|1[0-2])$/,
  Number,
  expect('a month from 1 to 12', 'месяц от 1 до 12'),
  { format: DIGITS_FORMAT },
)
/** YYYYMM. */
export const yearMonth: ParameterType<number> = matching(
  /^20\d{2}(0[1-9]|1[0-2])$/,
  Number,
  expect('a month as YYYYMM', 'месяц в виде YYYYMM'),
  { format: DIGITS_FORMAT },
)
/** An IPv4 or IPv6 address. */
export const ip: ParameterType<string> = matching(
  /^[\da-f:.]{2,39}$/i,
  (text) => text,
  expect('an IP address', 'IP-адрес'),
)
/** A 3-D Secure message in Base64, posted by a browser. */
export const message: ParameterType<string> = {
  read: (text) => (text.length <= JSON_LENGTH ? text : undefined),
  schema: { type: 'string', maxLength: JSON_LENGTH },
  expected: expect(
    `a text of at most ${JSON_LENGTH} characters`,
    `текст не длиннее ${JSON_LENGTH} символов`,
  ),
  sensitive: true,
}
