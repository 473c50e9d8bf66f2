// Secrets of one project: encryption at rest ("sealing"), keyed hashes and the CVC, all derived
// from the project's data key.

import {
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

/** Key objects are faster than bytes, which have to be prepared for every use. */
type Key = Uint8Array | KeyObject

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Some earlier versions encrypted with AES-256-GCM-SIV (RFC 8452) under one nonce, which Node.js
 * supports from 26.8 on. Such values start with a mark that no base64url text contains.
 */
const SIV_CIPHER = 'aes-256-gcm-siv'
const SIV_NONCE = Buffer.alloc(IV_BYTES)
export const SIV_MARK = '2.'

/** Whether this version of Node.js can decrypt values with SIV_MARK. */
export const RUNTIME_HAS_SIV = getCipherInfo(SIV_CIPHER) !== undefined

/** Derives a 32-byte key for one purpose (HKDF-SHA-256, RFC 5869). */
export const deriveKey = (master: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `sandcard ${purpose}`, 32))

/** First 128 bits of HMAC-SHA-256 as base64url: enough for lookups, short in an index. */
export const keyedHash = (key: Key, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')

/** Compares two texts in constant time. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}

/** The keys for one purpose, one per cipher. */
export interface SealKeys {
  readonly siv: Key
  readonly gcm: Key
}

export const sealKeys = (key: Uint8Array): SealKeys => ({
  siv: createSecretKey(createHmac('sha256', key).update(SIV_CIPHER).digest()),
  gcm: createSecretKey(key),
})

/**
 * Encrypts a text with AES-256-GCM and a random IV, which every supported version of Node.js can
 * decrypt: base64url of IV, tag and ciphertext.
 */
export function seal({ gcm }: Pick<SealKeys, 'gcm'>, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', gcm, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts a value from any version; throws if the key is wrong or the value was changed. */
export const open = ({ siv, gcm }: SealKeys, sealed: string): string =>
  sealed.startsWith(SIV_MARK)
    ? openSiv(siv, Buffer.from(sealed.slice(SIV_MARK.length), 'base64url'))
    : openGcm(gcm, Buffer.from(sealed, 'base64url'))

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
 * The first 132 bits of SHA-256 over a secret prefix and the text. The prefix fills the first block
 * of the hash and nearly half of the digest is not shown, so length extension is impossible. It
 * takes a third of the time of an HMAC, and every payment needs two of these hashes.
 */
const shortHash = (prefix: string, text: string): string =>
  hash('sha256', prefix + text, 'base64url').slice(0, LOOKUP_HASH_CHARACTERS)

/** In-memory cache of decrypted texts by sealed value. The caller limits its size. */
export interface TextCache {
  get(sealed: string): string | undefined
  set(sealed: string, text: string): unknown
}

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

  /** The hash by which a card number is found. */
  numberHash(pan: string): string {
    return shortHash(this.#numberPrefix, pan)
  }

  /** A hash of a text that must be recognised but not stored, such as an idempotency key. */
  scopeHash(text: string): string {
    return shortHash(this.#scopePrefix, text)
  }

  /** The key that encrypts the stored response of an idempotency key, base64url of 32 bytes. */
  answerKey(text: string): string {
    return createHmac('sha256', this.#answerKey).update(text).digest('base64url')
  }

  /** The key that signs 3-D Secure messages, base64url of 32 bytes. */
  messageKey(): string {
    return this.#messageKey
  }

  seal(text: string): string {
    return seal(this.#sealKeys, text)
  }

  /** Decrypts a value that this vault encrypted. */
  open(sealed: string): string {
    const known = this.#opened.get(sealed)
    if (known !== undefined) return known
    const text = open(this.#sealKeys, sealed)
    this.#opened.set(sealed, text)
    return text
  }

  /** The three-digit CVC of a number and its expiry (YYYYMM): always derived, never stored. */
  cvc(pan: string, expiry: number): string {
    const digest = hash('sha256', `${this.#cvcPrefix}${pan}|${expiry}`, 'hex')
    return String(parseInt(digest.slice(0, 8), 16) % 1000).padStart(3, '0')
  }
}
