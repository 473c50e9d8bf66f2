// Masks the secrets of a stored message: card numbers by their digits, everything else by the name
// of its field or header.

import { maskPan, scrubPans } from '../issuing/pan.ts'

export const SECRET_MASK = '***'

/** Endings of names whose values are never stored, in lower case without punctuation. */
const SECRET_ENDINGS = [
  'authorization',
  'cavv',
  'cookie',
  'cvc',
  'cvc2',
  'cvv',
  'cvv2',
  'key',
  'otp',
  'passcode',
  'password',
  'paymentdata',
  'pem',
  'pin',
  'pinblock',
  'secret',
  'signature',
  'token',
] as const

/** Names that end like a secret but are not secret. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set(['idempotencykey', 'publickey'])

/** Names of card number fields: their digits are masked even if the check digit is wrong. */
const NUMBER_NAMES: ReadonlySet<string> = new Set(['pan', 'cardnumber', 'cardno', 'cardpan'])

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

type NameKind = 'secret' | 'number' | 'plain'

const nameKinds = new Map<string, NameKind>()
const NAME_KINDS_MAX = 5000

function kindOfName(name: string): NameKind {
  const known = nameKinds.get(name)
  if (known !== undefined) return known
  const plain = plainName(name)
  const isSecret = !PUBLIC_NAMES.has(plain) && SECRET_ENDINGS.some((end) => plain.endsWith(end))
  const kind = isSecret ? 'secret' : NUMBER_NAMES.has(plain) ? 'number' : 'plain'
  // Callers choose the names, so the size of the cache is limited.
  if (nameKinds.size >= NAME_KINDS_MAX) nameKinds.clear()
  nameKinds.set(name, kind)
  return kind
}

/** Whether a field or header with this name is never stored. */
export const isSecretMember = (name: string): boolean => kindOfName(name) === 'secret'

/** The text of a field without card numbers; a card number field needs no valid check digit. */
export function maskedValue(text: string, name: string): string {
  const scrubbed = scrubPans(text)
  return kindOfName(name) === 'number'
    ? scrubbed.replaceAll(/\d{13,19}/g, (digits) => maskPan(digits))
    : scrubbed
}

/** A copy of parsed JSON without secrets. */
export function maskedJson(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return maskedValue(value, name)
  if (typeof value === 'number' || JSON.isRawJSON(value)) {
    const text = typeof value === 'number' ? String(value) : value.rawJSON
    const masked = maskedValue(text, name)
    return masked === text ? value : masked
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => maskedJson(item, name))
  const masked: Record<string, unknown> = {}
  for (const [member, content] of Object.entries(value))
    masked[scrubPans(member)] =
      isSecretMember(member) && isFilled(content) ? SECRET_MASK : maskedJson(content, member)
  return masked
}

const isFilled = (content: unknown): boolean =>
  content !== null && content !== undefined && content !== '' && typeof content !== 'boolean'

/** A name and its value in JSON or in a form. */
const NAMED_VALUE =
  /(?<![\w$.-])([\w$.-]{1,64})("?\s{0,8}[:=]\s{0,8})("(?:[^"\\]|\\.)*"?|[^&,;\s"}]+)/g

/** Masks a text that is neither JSON nor a form, such as malformed JSON. */
export const maskedMalformed = (text: string): string =>
  scrubPans(text).replaceAll(NAMED_VALUE, (_pair, name: string, between: string, value: string) =>
    isSecretMember(name)
      ? `${name}${between}"${SECRET_MASK}"`
      : `${name}${between}${maskedValue(value, name)}`,
  )
