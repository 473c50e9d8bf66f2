// Explains a wrong checksum by comparing it with the results of common receiver mistakes,
// individually and in pairs.

import { createHash, createHmac, verify } from 'node:crypto'
import { checksumText } from './checksum.ts'
import type { ReceivedCallback } from './received-callback.ts'

type Pair = readonly [name: string, value: string]

/** A key with its display name. */
interface NamedKey {
  readonly name: string
  readonly key: string
}

/** The keys with which a checksum may have been computed. */
export interface SigningKeys {
  /** Keys of HMAC checksums; the last one signs. */
  readonly callbackKeys: readonly NamedKey[]
  /** The public keys of the project's RSA keys, in PEM, including rotated ones. */
  readonly publicKeys: readonly string[]
  /** Other secrets of the project that are sometimes used by mistake. */
  readonly otherSecrets: readonly NamedKey[]
}

/** A way to compute a checksum, with an explanation if it is a mistake. */
interface Way<T> {
  readonly mistake?: string
  readonly make: T
}

/** The key that produced the checksum, or the mistakes that explain it. */
export type ChecksumJudgement =
  | { readonly kind: 'right'; readonly keyName: string }
  | { readonly kind: 'mistaken'; readonly mistakes: readonly string[] }
  | { readonly kind: 'unexplained' }

/** The display name of the RSA key. */
export const RSA_KEY_NAME = 'the RSA key'

export function judgeChecksum(
  checksum: string,
  received: ReceivedCallback,
  keys: SigningKeys,
): ChecksumJudgement {
  const texts = textWays(received)
  const inCase = checksum === checksum.toUpperCase() ? [] : [LOWER_CASE]
  for (const most of [0, 1, 2])
    for (const { mistakes, keyName } of candidates(checksum, texts, keys, most)) {
      const all = [...mistakes, ...(HEX_PATTERN.test(checksum) ? inCase : [])]
      return all.length === 0 ? { kind: 'right', keyName } : { kind: 'mistaken', mistakes: all }
    }
  return { kind: 'unexplained' }
}

const HEX_PATTERN = /^[0-9A-Fa-f]+$/
const LOWER_CASE = 'The hex digits are in lower case. Use upper case.'

interface Candidate {
  readonly mistakes: readonly string[]
  readonly keyName: string
}

/** Computations with exactly `most` mistakes that result in the checksum, in either case. */
function* candidates(
  checksum: string,
  texts: readonly Way<string>[],
  keys: SigningKeys,
  most: number,
): Generator<Candidate> {
  const upper = checksum.toUpperCase()
  const count = (...ways: readonly Way<unknown>[]): string[] =>
    ways.flatMap(({ mistake }) => mistake ?? [])
  for (const text of texts) {
    if (count(text).length === most && keys.publicKeys.some((key) => isRsa(upper, text.make, key)))
      yield { mistakes: count(text), keyName: RSA_KEY_NAME }
    for (const key of keyWays(keys))
      for (const digest of DIGESTS) {
        const mistakes = count(text, key, digest)
        if (mistakes.length !== most) continue
        const made = digest.make(text.make, key.make.key)
        if (made === upper || made === checksum) yield { mistakes, keyName: key.make.name }
      }
  }
}

function isRsa(upper: string, text: string, publicKey: string): boolean {
  // RSA keys have at least 2,048 bits, so a shorter text is not an RSA signature.
  if (!HEX_PATTERN.test(upper) || upper.length < 512 || upper.length % 2 !== 0) return false
  return verify('sha512', Buffer.from(text), publicKey, Buffer.from(upper, 'hex'))
}

/** The signed text, correct and with each mistake. */
function textWays(received: ReceivedCallback): readonly Way<string>[] {
  const { parameters, coded, checksum, signAlias, signedText } = received
  const right = checksumText(parameters)
  const unsorted = joined(parameters)
  // prettier-ignore
  const wrong: readonly Way<string>[] = [
    { mistake: 'The last “;” is missing. Every value is followed by one.', make: right.slice(0, -1) },
    { mistake: 'The parameters are not sorted by name.', make: unsorted },
    { mistake: 'The parameters are not sorted by name, and the last “;” is missing.', make: unsorted.slice(0, -1) },
    { mistake: 'The names are sorted without regard to case. Sort by character code: “Z” comes before “a”.', make: joined(parameters.toSorted(([one], [other]) => order(one.toLowerCase(), other.toLowerCase()))) },
    { mistake: 'The values are still URL-encoded (%20 or + for a space). Decode them first.', make: checksumText(coded) },
    { mistake: 'A “+” was not decoded to a space.', make: checksumText(coded.map(([name, value]) => [decoded(name), decoded(value)])) },
    { mistake: 'The values were decoded twice.', make: checksumText(parameters.map(([name, value]) => [name, decoded(value)])) },
    { mistake: 'The values are URL-encoded twice.', make: checksumText(parameters.map(([name, value]) => [name, encodeURIComponent(value)])) },
    { mistake: 'The parameters are joined as in a URL (name=value&). Use “name;value;”.', make: sorted(parameters).map(([name, value]) => `${name}=${value}`).join('&') },
    { mistake: 'Only the values are signed. Sign the names as well.', make: sorted(parameters).map(([, value]) => `${value};`).join('') },
    { mistake: 'Parameters without a value are left out. Sign them as well.', make: checksumText(parameters.filter(([, value]) => value !== '')) },
    { mistake: 'The text ends with a line break.', make: `${right}\n` },
    { mistake: 'The signed text contains the checksum itself. Leave it out.', make: including(parameters, [['checksum', checksum]]) },
    { mistake: 'The signed text contains sign_alias. Leave it out.', make: including(parameters, [['sign_alias', signAlias]]) },
    { mistake: 'The signed text contains checksum and sign_alias. Leave them out.', make: including(parameters, [['checksum', checksum], ['sign_alias', signAlias]]) },
    { mistake: 'Only mdOrder, operation, orderNumber and status are signed. Sign every parameter.', make: checksumText(parameters.filter(([name]) => CONSTANT_PARAMETERS.has(name))) },
    { mistake: 'The pasted text is not sorted and joined correctly.', make: signedText ?? right },
    ...parameters.map(([name]) => ({
      mistake: `The parameter ${name} is not signed. Sign every parameter.`,
      make: checksumText(parameters.filter(([each]) => each !== name)),
    })),
  ]
  return [{ make: right }, ...wrong.filter(({ make }) => make !== right)]
}

const CONSTANT_PARAMETERS: ReadonlySet<string> = new Set([
  'mdOrder',
  'operation',
  'orderNumber',
  'status',
])

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const sorted = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.toSorted(([one], [other]) => order(one, other))
const joined = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name};${value};`).join('')
/** Sorted, including parameters that should not be signed. */
const including = (
  pairs: readonly Pair[],
  more: readonly (readonly [name: string, value: string | undefined])[],
): string =>
  joined(
    sorted([
      ...pairs,
      ...more.flatMap(([name, value]): Pair[] => (value === undefined ? [] : [[name, value]])),
    ]),
  )

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    // A lone percent sign is not percent-encoding, so the text was not decoded either.
    if (error instanceof URIError) return text
    throw error
  }
}

/** Every key that may have been used, starting with the signing key. */
function keyWays({ callbackKeys, otherSecrets }: SigningKeys): readonly Way<NamedBytes>[] {
  const ways = callbackKeys
    .toReversed()
    .flatMap(({ name, key }): Way<NamedBytes>[] => [
      { make: { name, key } },
      ...KEY_FORMS.map(({ mistake, make }) => ({ mistake, make: { name, key: make(key) } })),
    ])
  const others = otherSecrets.map(({ name, key }) => ({
    mistake: `It is computed with the ${name}. Use the callback key.`,
    make: { name, key },
  }))
  return [...ways, ...others]
}

interface NamedBytes {
  readonly name: string
  readonly key: string | Buffer
}

// prettier-ignore
const KEY_FORMS: readonly { readonly mistake: string; readonly make: (key: string) => string | Buffer }[] = [
  { mistake: 'The key was decoded from hex. Use its characters as they are.',    make: (key) => Buffer.from(key, 'hex') },
  { mistake: 'The key was decoded from Base64. Use its characters as they are.', make: (key) => Buffer.from(key, 'base64') },
  { mistake: 'The key ends with a line break, as from a file.',                  make: (key) => `${key}\n` },
  { mistake: 'The key was converted to upper case.',                             make: (key) => key.toUpperCase() },
]

type Digest = (text: string, key: string | Buffer) => string

const hmac =
  (algorithm: string, coding: 'hex' | 'base64' = 'hex'): Digest =>
  (text, key) => {
    const made = createHmac(algorithm, key).update(text, 'utf8').digest(coding)
    return coding === 'hex' ? made.toUpperCase() : made
  }
const hash =
  (put: Digest): Digest =>
  (text, key) =>
    createHash('sha256').update(put(text, key), 'utf8').digest('hex').toUpperCase()

// prettier-ignore
const DIGESTS: readonly Way<Digest>[] = [
  { make: hmac('sha256') },
  { mistake: 'The checksum is in Base64. Use upper-case hex.',               make: hmac('sha256', 'base64') },
  { mistake: 'It is an HMAC with SHA-1. Use SHA-256.',                       make: hmac('sha1') },
  { mistake: 'It is an HMAC with SHA-512. Use SHA-256.',                     make: hmac('sha512') },
  { mistake: 'It is an HMAC with MD5. Use SHA-256.',                         make: hmac('md5') },
  { mistake: 'It is a plain SHA-256 of text and key. Use an HMAC.',          make: hash((text, key) => text + String(key)) },
  { mistake: 'It is a plain SHA-256 of key and text. Use an HMAC.',          make: hash((text, key) => String(key) + text) },
  { mistake: 'It is a plain SHA-256 of the text. Use an HMAC with the callback key.', make: hash((text) => text) },
]
