// The secrets in a snapshot file: encrypted with a passphrase, or in plain text.

import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { DataSecrets } from '../projects/snapshot.ts'
import { open, seal, sealKeys } from '../projects/vault.ts'
import { DamagedFile, type FileSecrets } from './snapshot-file.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const KEY_BYTES = 32
const SALT_BYTES = 16
/** 32 MiB of memory per guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** Thrown if the secrets of a file cannot be decrypted with the passphrase. */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase'
}

export async function sealedSecrets(
  secrets: DataSecrets,
  passphrase: string | undefined,
): Promise<FileSecrets> {
  const text = JSON.stringify(secrets)
  if (passphrase === undefined) return { open: text }
  const salt = randomBytes(SALT_BYTES)
  const keys = sealKeys(await derive(passphrase, salt, KEY_BYTES, COST))
  return { salt: salt.toString('base64url'), sealed: seal(keys, text) }
}

/** Throws `WrongPassphrase` or `DamagedFile`. */
export async function openedSecrets(
  secrets: FileSecrets,
  passphrase: string | undefined,
): Promise<DataSecrets> {
  const text = 'open' in secrets ? secrets.open : await unsealed(secrets, passphrase)
  const { dataKey, product, stream } = parsed(text) as Partial<DataSecrets>
  const isKey = (key: unknown): boolean => typeof key === 'string' && /^[\w-]{43}$/.test(key)
  if (dataKey === undefined || !isKey(dataKey) || !isProduct(product))
    throw new DamagedFile('The first line of the file has no keys.')
  if (stream === undefined) return { dataKey, product }
  if (!isKey(stream)) throw new DamagedFile('The first line of the file has no keys.')
  return { dataKey, product, stream }
}

async function unsealed(
  { salt, sealed }: Exclude<FileSecrets, { open: string }>,
  passphrase: string | undefined,
): Promise<string> {
  if (typeof salt !== 'string' || typeof sealed !== 'string')
    throw new DamagedFile('The first line of the file has no keys.')
  if (passphrase === undefined) throw new WrongPassphrase('the file has a passphrase')
  const key = await derive(passphrase, Buffer.from(salt, 'base64url'), KEY_BYTES, COST)
  try {
    return open(sealKeys(key), sealed)
  } catch {
    throw new WrongPassphrase('the passphrase of the file is another one')
  }
}

const PRODUCT_MEMBERS = [
  'institutionId',
  'agentNumber',
  'productId',
  'serviceIdAcc',
  'productName',
  'cardProductName',
]

export function isProduct(product: unknown): product is DataSecrets['product'] {
  if (typeof product !== 'object' || product === null) return false
  const values = product as Readonly<Record<string, unknown>>
  const isText = (name: string): boolean =>
    typeof values[name] === 'string' && values[name].length <= 100
  return PRODUCT_MEMBERS.every(isText) && /^\d{6}$/.test(String(values['bin']))
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below.
  }
  throw new DamagedFile('The first line of the file has no keys.')
}
