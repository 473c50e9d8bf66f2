// PINs are sent encrypted with the project's public key (RSA-OAEP, RFC 8017). Only a salted hash is
// stored.

import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { type Static, Type } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import { Fault } from '../../kernel/fault.ts'
import { keysInUse } from '../../projects/rsa-keys.ts'
import { realNow } from '../../time.ts'
import type { Service } from '../../service.ts'
import { hashPin, type HashedPin, isPin, SMALLEST_NONCE } from '../../web/cards/pin.ts'

/** Decrypts a base64 block with the matching key, and hashes the PIN in it. */
export async function openPin(keys: readonly KeyObject[], block: string): Promise<HashedPin> {
  const bytes = Buffer.from(block, 'base64')
  const text = keys.map((key) => decrypted(key, bytes)).find((opened) => opened !== undefined)
  if (text === undefined)
    throw new Fault(
      'pin-undecryptable',
      'pin must be base64-encoded and encrypted with RSA-OAEP (SHA-256) and the public key from GET /v2/keys/pin.',
      'pin',
    )
  const { nonce, pin } = parsePin(text)
  return { nonce: String(nonce), pinHash: await hashPin(pin) }
}

/** Undefined if the bytes are not encrypted with this key. */
function decrypted(key: KeyObject, bytes: Buffer): string | undefined {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  try {
    return privateDecrypt({ key, oaepHash: 'sha256', padding }, bytes).toString('utf8')
  } catch {
    return undefined
  }
}

function parsePin(text: string): { nonce: number; pin: string } {
  const { nonce, pin } = parseObject(text)
  const nonceFits = Number.isSafeInteger(nonce) && Number(nonce) >= SMALLEST_NONCE
  if (nonceFits && typeof pin === 'string' && isPin(pin)) return { nonce: Number(nonce), pin }
  throw new Fault(
    'pin-invalid',
    'The decrypted pin must be {"nonce": integer of at least 8 digits, "pin": "4 to 12 digits"}.',
    'pin',
  )
}

/** An empty object if the text is not a JSON object: both are refused in the same way. */
function parseObject(text: string): { nonce?: unknown; pin?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The public key as published. */
export const PinKeyAnswer = Type.Object({
  kid: Type.String({ description: 'JWK thumbprint (RFC 7638)' }),
  alg: Type.Literal('RSA-OAEP-256'),
  jwk: Type.Object({
    kty: Type.Literal('RSA'),
    kid: Type.String(),
    use: Type.Literal('enc'),
    alg: Type.Literal('RSA-OAEP-256'),
    n: Type.String(),
    e: Type.String(),
  }),
  pem: Type.String(),
})

export function publishedKey(privateKey: KeyObject): Static<typeof PinKeyAnswer> {
  const publicKey = createPublicKey(privateKey)
  const { e, n } = publicKey.export({ format: 'jwk' })
  if (e === undefined || n === undefined) throw new Error('the PIN key is not an RSA key')
  const kty = 'RSA'
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
  return {
    kid,
    alg: 'RSA-OAEP-256',
    jwk: { kty, kid, use: 'enc', alg: 'RSA-OAEP-256', n, e },
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** The keys that decrypt the PINs of a project. */
export async function pinKeysOf(
  { directory }: Service,
  { number }: Project,
): Promise<readonly KeyObject[]> {
  const keys = keysInUse(await directory.rsaKeys(number, 'pin'), realNow())
  return keys.map(({ pem }) => createPrivateKey(pem))
}

/** The key that encrypts the PINs of a project. */
export const pinKeyOf = async ({ directory }: Service, { number }: Project): Promise<KeyObject> =>
  createPrivateKey(await directory.pinKey(number))
