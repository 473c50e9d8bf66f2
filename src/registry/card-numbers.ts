// Masks card numbers in the input of every command before it is decided, so that no row, callback
// or stored response contains one. Every string is masked unless its field is listed as an
// identifier, so new fields are masked by default.

import { scrubPans } from '../issuing/pan.ts'
import type { CommandInput, CommandName } from './commands.ts'

type Input = CommandInput<CommandName>

/** Names of fields, at any depth, that contain a string or a list of strings. */
type StringMember<T> = T extends readonly (infer Item)[]
  ? StringMember<Item>
  : T extends object
    ? {
        [K in keyof T & string]-?: NonNullable<T[K]> extends string | readonly string[]
          ? K
          : StringMember<T[K]>
      }[keyof T & string]
    : never

/**
 * Names of fields, at any depth, that contain an object whose property names the caller chooses.
 */
type FreeFormMember<T> = T extends readonly (infer Item)[]
  ? FreeFormMember<Item>
  : T extends object
    ? {
        [K in keyof T & string]-?: string extends keyof NonNullable<T[K]> ? K : FreeFormMember<T[K]>
      }[keyof T & string]
    : never

/** Ids, hashes, ciphertexts and URLs, which are compared or returned exactly as sent. */
const IDENTIFIERS: ReadonlySet<string> = new Set([
  'accountNumber',
  'alias',
  'binding',
  'bindingId',
  'body', // of a callback: its checksum would not match the parameters
  'callbackKey',
  'callbackUrl',
  'cardId',
  'challenge',
  'challengeId',
  'clientId',
  'customerId',
  'customerNumber',
  'destination',
  'documentId',
  'dynamicCallbackUrl',
  'externalId',
  'failUrl',
  'finishUrl',
  'hash',
  'id',
  'merchantLogin',
  'nonce',
  'number', // of an order
  'orderId',
  'orderNumber',
  'pinHash',
  'returnUrl',
  'sealed',
  'seen',
  'signature', // of a webhook
  'source',
  'timestamp',
  'url',
] as const satisfies readonly StringMember<Input>[])

/** One phone number in ten with 13 to 15 digits has the check digit of a card number. */
const PHONE_NUMBERS: ReadonlySet<string> = new Set([
  'phone',
  'phoneNumber',
] as const satisfies readonly StringMember<Input>[])

/** An ITU-T E.164 number: at most 15 digits, however they are grouped. */
const PHONE_NUMBER = /^[^\d]*(?:\d[^\d]*){0,15}$/

/** Everything under it is masked: strings, numbers and field names. */
const FREE_FORM = { bundle: true, params: true, rates: true } as const satisfies Record<
  FreeFormMember<Input>,
  true
>

/**
 * The same input with card numbers masked to their first six and last four digits. Returns the same
 * object if it contains none.
 */
export const maskCardNumbers = <T>(input: T): T => masked(input, false) as T

function masked(value: unknown, isFreeForm: boolean): unknown {
  if (typeof value === 'string') return scrubPans(value)
  if (typeof value === 'number') return isFreeForm ? maskedNumber(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const before: readonly unknown[] = value
    const after = before.map((item) => masked(item, isFreeForm))
    return after.some((item, index) => item !== before[index]) ? after : before
  }
  const members = value as Readonly<Record<string, unknown>>
  let after = members
  for (const name of Object.keys(members)) {
    const member = members[name]
    const maskedMember =
      !isFreeForm && isVerbatim(name, member)
        ? member
        : masked(member, isFreeForm || Object.hasOwn(FREE_FORM, name))
    if (maskedMember !== member) after = { ...after, [name]: maskedMember }
  }
  return isFreeForm ? withMaskedNames(after) : after
}

function withMaskedNames(members: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(members)
  if (names.every((name) => scrubPans(name) === name)) return members
  return Object.fromEntries(names.map((name) => [scrubPans(name), members[name]]))
}

const isVerbatim = (name: string, member: unknown): boolean =>
  IDENTIFIERS.has(name) ||
  (PHONE_NUMBERS.has(name) && typeof member === 'string' && PHONE_NUMBER.test(member))

/** Shops send item codes as numbers. */
function maskedNumber(value: number): number | string {
  const text = String(value)
  const scrubbed = scrubPans(text)
  return scrubbed === text ? value : scrubbed
}
