// Prepares a new PIN, which is only stored as a salted hash.

import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

/** The hash of a PIN, and the nonce that prevents a replay. */
export interface HashedPin {
  readonly pinHash: string
  readonly nonce: string
}

/** Nonces have at least eight digits. */
export const SMALLEST_NONCE = 10_000_000
/** The maximum of `randomInt`. */
export const NONCES_END = 2 ** 48 - 1

const HASH_BYTES = 32
const SALT_BYTES = 16
/** Small on purpose, because there are only ten thousand PINs at any cost, and tests set many. */
const SCRYPT_COST = 1024

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export const isPin = (text: string): boolean => /^\d{4,12}$/.test(text)

export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(pin, salt, HASH_BYTES, { N: SCRYPT_COST })
  return ['scrypt', SCRYPT_COST, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** The hash of an entered PIN with the salt of the stored one, for comparison. */
export async function hashedLike(pin: string, stored: string): Promise<string> {
  const [algorithm, cost, salt = ''] = stored.split('$')
  const hash = await derive(pin, Buffer.from(salt, 'base64url'), HASH_BYTES, { N: Number(cost) })
  return [algorithm, cost, salt, hash.toString('base64url')].join('$')
}
