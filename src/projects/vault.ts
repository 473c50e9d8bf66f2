// Secrets of one project: sealing, keyed hashes, and the CVC, all derived from the project's data key. The same input gives the
// same output, so a number sealed twice is one value; only where the runtime's cipher asks for a random IV (below) is that different.

import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type DecipherGCM,
  getCipherInfo,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** A key as the cipher takes it; a key object spares preparing the bytes at every use. */
type Key = Uint8Array | KeyObject

const IV_BYTES = 12
const TAG_BYTES = 16

const SIV_CIPHER = 'aes-256-gcm-siv'
/** Node.js has the cipher from 26.8 on. */
const RUNTIME_HAS_SIV = getCipherInfo(SIV_CIPHER) !== undefined
/** RFC 8452 is safe under one nonce: a repeated one tells that two texts are equal, and equal texts are to seal equally. */
const SIV_NONCE = Buffer.alloc(IV_BYTES)
/** What begins a text sealed by AES-256-GCM-SIV. A dot is no character of base64url, so no value of the first form has it. */
const SIV_MARK = '2.'

/** Derives a 32-byte key for one purpose (HKDF-SHA-256, RFC 5869). */
export const deriveKey = (master: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `sandcard ${purpose}`, 32))

/** First 128 bits of HMAC-SHA-256 as base64url: enough for look-ups, short in an index. */
export const keyedHash = (key: Key, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')

/** Compares two texts without telling by time where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}

/** The keys that seal for one purpose, one for each form of a sealed value: no key serves two ciphers. */
export interface SealKeys {
  readonly siv: Key
  readonly gcm: Key
}

/** Both keys from the one of a purpose. The first form was sealed with that key itself. */
export const sealKeys = (key: Uint8Array): SealKeys => ({
  siv: createSecretKey(createHmac('sha256', key).update(SIV_CIPHER).digest()),
  gcm: createSecretKey(key),
})

/** Cipher text and tag of AES-256-GCM-SIV, as RFC 8452 joins them. */
export function encryptSiv(key: Key, nonce: Uint8Array, text: string | Uint8Array): Buffer {
  // The types of Node.js name the authenticating ciphers one by one, and do not know this one yet.
  const cipher = createCipheriv(SIV_CIPHER, key, nonce) as CipherGCM
  const body = typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text)
  return Buffer.concat([body, cipher.final(), cipher.getAuthTag()])
}

/**
 * Seals a text by AES-256-GCM-SIV: `2.` and the base64url of cipher text and tag. An older Node.js, which lacks that cipher, seals
 * in the first form: AES-256-GCM with a random IV, the base64url of IV, tag and cipher text.
 */
export function seal({ siv, gcm }: SealKeys, text: string, hasSiv = RUNTIME_HAS_SIV): string {
  if (hasSiv) return SIV_MARK + encryptSiv(siv, SIV_NONCE, text).toString('base64url')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', gcm, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Opens what was sealed in either form; throws where the key or the value is not the right one. */
export function open({ siv, gcm }: SealKeys, sealed: string, hasSiv = RUNTIME_HAS_SIV): string {
  if (!sealed.startsWith(SIV_MARK)) return openGcm(gcm, Buffer.from(sealed, 'base64url'))
  if (!hasSiv)
    throw new Error(
      `This value was sealed by ${SIV_CIPHER}, which Node.js ${process.version} lacks: use 26.8 or newer.`,
    )
  return openSiv(siv, Buffer.from(sealed.slice(SIV_MARK.length), 'base64url'))
}

function openSiv(key: Key, bytes: Buffer): string {
  const decipher = createDecipheriv(SIV_CIPHER, key, SIV_NONCE) as DecipherGCM
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return opened(decipher, bytes.subarray(0, -TAG_BYTES))
}

function openGcm(key: Key, bytes: Buffer): string {
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return opened(decipher, bytes.subarray(IV_BYTES + TAG_BYTES))
}

const opened = (decipher: DecipherGCM, body: Buffer): string =>
  Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')

/** 22 characters of base64url are 132 bits. */
const LOOKUP_HASH_CHARACTERS = 22

/**
 * The start of SHA-256 over a secret prefix and the text. The prefix fills the hash's first block, and nearly half of the digest stays
 * hidden, so nobody can extend it. One call costs a third of an HMAC, and every payment makes two: by HMAC a transfer would cost
 * nearly five per cent more, and every number stored so far would have to be hashed anew.
 */
const shortHash = (prefix: string, text: string): string =>
  hash('sha256', prefix + text, 'base64url').slice(0, LOOKUP_HASH_CHARACTERS)

/** Where a vault finds texts that it opened lately, by their sealed form: memory only, and bounded by whoever owns it. */
export interface TextCache {
  get(sealed: string): string | undefined
  set(sealed: string, text: string): unknown
}

/** A project's vault. */
export class Vault {
  readonly #sealKeys: SealKeys
  readonly #answerKey: KeyObject
  readonly #numberPrefix: string
  readonly #scopePrefix: string
  readonly #cvcPrefix: string
  readonly #messageKey: string
  readonly #opened: TextCache

  constructor(dataKey: Uint8Array, opened: TextCache) {
    this.#opened = opened
    const prefix = (purpose: string): string => deriveKey(dataKey, purpose).toString('hex')
    this.#sealKeys = sealKeys(deriveKey(dataKey, 'seal'))
    this.#answerKey = createSecretKey(deriveKey(dataKey, 'answer'))
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
    return seal(this.#sealKeys, text)
  }

  /** Opens what this vault sealed. What was opened lately is remembered: reading a card opens its number. */
  open(sealed: string): string {
    const known = this.#opened.get(sealed)
    if (known !== undefined) return known
    const text = open(this.#sealKeys, sealed)
    this.#opened.set(sealed, text)
    return text
  }

  /** The three-digit CVC of a number and its expiry (YYYYMM): derived each time it is needed, never stored. */
  cvc(pan: string, expiry: number): string {
    const digest = hash('sha256', `${this.#cvcPrefix}${pan}|${expiry}`, 'hex')
    return String(parseInt(digest.slice(0, 8), 16) % 1000).padStart(3, '0')
  }
}
