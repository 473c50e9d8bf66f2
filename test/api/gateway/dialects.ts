// The dialects of client libraries of the gateway family: how each one sends its parameters, which
// it adds, and what it regards as an error. docs/clients.md lists the libraries that each dialect
// reproduces.

import assert from 'node:assert/strict'
import { FORM_TYPE, type Json } from '../../kit/merchant.ts'

type Value = string | number | undefined
export type Parameters = Readonly<Record<string, Value>>

export const escaped = encodeURIComponent
/**
 * Encodes a form like PHP and Ruby: a space becomes a plus sign, and more characters are escaped
 * than necessary.
 */
export const formEscaped = (text: string): string =>
  escaped(text)
    .replaceAll('%20', '+')
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const written = (form: Parameters, escape: (text: string) => string): string =>
  Object.entries(form)
    .map(([name, value]) => `${escape(name)}=${escape(String(value ?? ''))}`)
    .join('&')

const withoutAbsent = (form: Parameters): Parameters =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

/** The error code as a number, whatever its type; 0 if there is none. */
export const codeOf = ({ errorCode = '0' }: Json): number => {
  assert.ok(typeof errorCode === 'string' || typeof errorCode === 'number')
  return Number(errorCode)
}

export interface Dialect {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** A GET has its parameters in the query, unless this is set. */
  readonly inBody?: true
  readonly encode: (form: Parameters) => string
  readonly headers?: Readonly<Record<string, string>>
  /** Fields that the library adds to each request. */
  readonly always?: Parameters
  /** Fields that it adds to a registration, from its settings or by default. */
  readonly registration: Parameters
  /** Its name for the amount of a refund. */
  readonly refund?: 'refundAmount'
  /** The error code that the library reports; 0 if it sees none. */
  readonly errorOf: (body: Json) => number
}

export const DIALECTS: readonly Dialect[] = [
  {
    name: 'PHP, a form by POST, the language with each call',
    method: 'POST',
    encode: (form) => written(form, formEscaped),
    headers: { ...FORM_TYPE, 'cache-control': 'no-cache' },
    always: { language: 'ru' },
    registration: {
      currency: 643,
      jsonParams: '{"email":"ann@shop.example"}',
      orderBundle: '{"cartItems":{"items":[]}}',
      taxSystem: 1,
    },
    errorOf: codeOf,
  },
  {
    name: 'PHP, set to GET, with a content type but no content',
    method: 'GET',
    encode: (form) => written(form, formEscaped),
    headers: { ...FORM_TYPE, 'cache-control': 'no-cache' },
    registration: { currency: 978 },
    errorOf: codeOf,
  },
  {
    name: 'Ruby, all parameters in the URL, objects as JSON',
    method: 'GET',
    encode: (form) => written(form, formEscaped),
    registration: { jsonParams: '{"userEmail":"ann@shop.example"}' },
    errorOf: codeOf,
  },
  {
    name: 'Python, which treats any errorCode other than the string 0 as a failure',
    method: 'POST',
    encode: (form) => written(withoutAbsent(form), formEscaped),
    headers: FORM_TYPE,
    always: { language: 'ru' },
    registration: { currency: 643, failUrl: undefined, clientId: undefined, features: undefined },
    refund: 'refundAmount',
    errorOf: (body) =>
      'errorCode' in body && body['errorCode'] !== '0' ? Number(body['errorCode']) : 0,
  },
  {
    name: 'Python, which treats any errorCode of a registration as a failure',
    method: 'POST',
    encode: (form) => written(form, formEscaped),
    headers: FORM_TYPE,
    registration: {
      currency: 946,
      orderBundle:
        '{"orderCreationDate": "2031-05-10", "customerDetails": {"email": "ann@shop.example", "deliveryInfo": {"country": 642}}}',
    },
    errorOf: (body) => ('formUrl' in body && 'errorCode' in body ? NaN : codeOf(body)),
  },
  {
    name: 'JavaScript, which sends unset values as empty strings',
    method: 'POST',
    encode: (form) => written(form, escaped),
    headers: { ...FORM_TYPE, accept: 'application/json, text/plain, */*' },
    registration: { description: '', clientId: undefined, bindingId: undefined },
    errorOf: ({ errorCode }) => Number.parseInt(String(errorCode), 10) || 0,
  },
  {
    name: 'Go, a form in the body of a GET request, with every field present',
    method: 'GET',
    inBody: true,
    // The names in order.
    encode: (form) => written(Object.fromEntries(Object.entries(form).sort()), formEscaped),
    headers: { ...FORM_TYPE, 'cache-control': 'no-cache', 'accept-encoding': 'gzip' },
    always: { currency: 643, jsonParams: 'null', sessionTimeoutSecs: 0 },
    registration: {
      bindingId: '',
      description: '',
      expirationDate: '',
      failUrl: '',
      features: '',
      merchantLogin: '',
      orderBundle: '{"cartItems":{"items":null}}',
      pageView: '',
    },
    refund: 'refundAmount',
    // Numbers are only parsed from strings.
    errorOf: ({ errorCode = '0' }) => (typeof errorCode === 'string' ? Number(errorCode) : NaN),
  },
]
