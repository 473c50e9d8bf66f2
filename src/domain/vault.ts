// Secrets of one project: sealing, keyed hashes, and the CVC, all derived from the project's data key. Pure: the same input gives
// the same output, so a number sealed twice is one value and nothing here needs chance.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'

/** A key as the cipher takes it; a key object spares preparing the bytes at every use. */
type Key = Uint8Array | KeyObject

/** Opened values kept by one vault. */
const REMEMBERED = 1000

const IV_BYTES = 12
const TAG_BYTES = 16

/** Derives a 32-byte key for one purpose (HKDF-SHA-256, RFC 5869). */
export const deriveKey = (master: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `sandcard ${purpose}`, 32))

/** First 128 bits of HMAC-SHA-256 as base64url: enough for look-ups, short in an index. */
export const keyedHash = (key: Key, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')

/** Compares two texts without telling by time where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [hashOfA, hashOfB] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return hashOfA !== undefined && hashOfB !== undefined && timingSafeEqual(hashOfA, hashOfB)
}

/**
 * AES-256-GCM with an initialisation vector derived from the text itself (a synthetic IV), so that equal texts seal to
 * equal values and an IV never serves two texts. Base64url of IV, tag and cipher text.
 */
export function seal(key: Key, ivKey: Key, text: string): string {
  const iv = createHmac('sha256', ivKey).update(text).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Opens what `seal` made; throws where the key or the value is not the right one. */
export function open(key: Key, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return (
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  )
}

/** 22 characters of base64url are 132 bits. */
const SHORT = 22

/**
 * The start of SHA-256 over a secret prefix and the text. Nearly half of the digest stays hidden, so nobody can extend it; one call
 * costs a fifth of an HMAC, and every payment makes two.
 */
const shortHash = (prefix: string, text: string): string =>
  hash('sha256', prefix + text, 'base64url').slice(0, SHORT)

/** A project's vault. */
export class Vault {
  readonly #sealKey: KeyObject
  readonly #ivKey: KeyObject
  readonly #answerKey: KeyObject
  readonly #numberPrefix: string
  readonly #scopePrefix: string
  readonly #cvcPrefix: string
  readonly #messageKey: string
  readonly #opened = new Map<string, string>()

  constructor(dataKey: Uint8Array) {
    const key = (purpose: string): KeyObject => createSecretKey(deriveKey(dataKey, purpose))
    const prefix = (purpose: string): string => deriveKey(dataKey, purpose).toString('hex')
    this.#sealKey = key('seal')
    this.#ivKey = key('seal-iv')
    this.#answerKey = key('answer')
    this.#numberPrefix = prefix('number-hash')
    this.#scopePrefix = prefix('scope')
    this.#cvcPrefix = prefix('cvc')
    this.#messageKey = deriveKey(dataKey, 'message').toString('base64url')
  }

  /** The hash a card number is found by. */
  numberHash(pan: string): string {
    return shortHash(this.#numberPrefix, pan)
  }

  /** A hash of anything that must be recognised but not stored, such as an idempotency key or a body. */
  scopeHash(text: string): string {
    return shortHash(this.#scopePrefix, text)
  }

  /** The key a stored answer is sealed with, base64url of 32 bytes: whoever has the text, such as an idempotency key, has it. */
  answerKey(text: string): string {
    return createHmac('sha256', this.#answerKey).update(text).digest('base64url')
  }

  /** Signs the 3-D Secure messages of the project, base64url of 32 bytes. */
  messageKey(): string {
    return this.#messageKey
  }

  seal(text: string): string {
    return seal(this.#sealKey, this.#ivKey, text)
  }

  /** Opens what this vault sealed. What was opened lately is remembered, in memory only: reading a card opens its number. */
  open(sealed: string): string {
    const known = this.#opened.get(sealed)
    if (known !== undefined) return known
    const text = open(this.#sealKey, sealed)
    if (this.#opened.size >= REMEMBERED) this.#opened.clear()
    this.#opened.set(sealed, text)
    return text
  }

  /** The three-digit CVC of a number and its expiry (YYYYMM): derived each time it is needed, never stored. */
  cvc(pan: string, expiry: number): string {
    const digest = hash('sha256', `${this.#cvcPrefix}${pan}|${expiry}`, 'hex')
    return String(parseInt(digest.slice(0, 8), 16) % 1000).padStart(3, '0')
  }
}
