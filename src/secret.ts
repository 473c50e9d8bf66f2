// The master key: from the secret, or from a key file that only its owner can read.

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { deriveKey, keyedHash } from './projects/vault.ts'
import { MEMORY_PATH } from './store/database-url.ts'

const OWNER_ONLY = 0o600
const KEY_BYTES = 32
const POSTGRES_KEY_FILE = './data/sandcard.key'

/**
 * The 32 bytes that encrypt every project's data key. Throws `ConfigError` if the key file cannot
 * be read. A missing key file is only created for a new database, because for any other database
 * the key is lost.
 */
export function masterKey(
  config: Pick<Config, 'secret' | 'database'>,
  { isNewDatabase }: { readonly isNewDatabase: boolean },
): Buffer {
  if (config.secret !== undefined) return deriveKey(Buffer.from(config.secret), 'master')
  const path = keyPath(config.database)
  return path === undefined ? randomBytes(KEY_BYTES) : keyFile(path, isNewDatabase)
}

/** An in-memory database needs no key file. */
function keyPath(database: Config['database']): string | undefined {
  if (database.kind === 'postgres') return POSTGRES_KEY_FILE
  return database.path === MEMORY_PATH ? undefined : `${database.path.replace(/\.db$/, '')}.key`
}

/** Identifies a master key without revealing it. */
export const fingerprint = (master: Uint8Array): string =>
  keyedHash(deriveKey(master, 'fingerprint'), 'sandcard')

/**
 * The fingerprint of the master key that a start would use; undefined without a key file, which the
 * first start creates.
 */
export function expectedFingerprint(
  config: Pick<Config, 'secret' | 'database'>,
): string | undefined {
  const path = config.secret === undefined ? keyPath(config.database) : undefined
  if (path !== undefined && !existsSync(path)) return undefined
  return fingerprint(masterKey(config, { isNewDatabase: false }))
}

function keyFile(path: string, mayBeMade: boolean): Buffer {
  if (!existsSync(path)) {
    if (!mayBeMade)
      throw new ConfigError(
        `the key file ${path} is missing: restore it, or set SANDCARD_SECRET if the database was created with one`,
      )
    mkdirSync(dirname(path), { recursive: true })
    // `wx`, because if two processes start at the same time, one creates the file and the other
    // reads it.
    try {
      writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), {
        mode: OWNER_ONLY,
        flag: 'wx',
      })
    } catch (error) {
      if (!existsSync(path))
        throw new ConfigError(`cannot write the key file ${path}: ${String(error)}`)
    }
  }
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY)
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES)
    throw new ConfigError(`the key file ${path} does not contain ${KEY_BYTES} bytes in base64`)
  return key
}
