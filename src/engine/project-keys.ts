// The RSA keys of projects, for PIN blocks and for signing callbacks. The first key for each use is
// created on demand, others by rotation.

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import {
  oneKey,
  readRsaKeys,
  rotatedKeys,
  type RsaKeys,
  type RsaUse,
  storedRsaKeys,
} from '../projects/rsa-keys.ts'
import { open, seal, type SealKeys } from '../projects/vault.ts'
import { findProject, type ProjectKey } from '../store/catalogue-statements.ts'
import type { Queryable } from '../store/store.ts'
import { realNow } from '../time.ts'
import { REMEMBERED_MS } from './authentication.ts'
import type { CatalogueWriter } from './catalogue.ts'
import { LookUpCache } from './look-up-cache.ts'

const PROJECT_KEYS_MAX = 10_000
const RSA_KEY_BITS = 2048

const KEY_COLUMNS: Readonly<Record<RsaUse, ProjectKey>> = {
  pin: 'pin_key',
  callbacks: 'callback_key',
}

type KeyWriter = Pick<CatalogueWriter, 'storeKey' | 'replaceKey'>

export class ProjectKeys {
  readonly #reads: Queryable
  readonly #catalogue: KeyWriter
  readonly #sealKeys: SealKeys
  /** Another process may have rotated them in the meantime. */
  readonly #known: Readonly<Record<RsaUse, LookUpCache<number, RsaKeys>>> = {
    pin: new LookUpCache(PROJECT_KEYS_MAX, REMEMBERED_MS),
    callbacks: new LookUpCache(PROJECT_KEYS_MAX, REMEMBERED_MS),
  }

  constructor(reads: Queryable, catalogue: KeyWriter, sealKeys: SealKeys) {
    this.#reads = reads
    this.#catalogue = catalogue
    this.#sealKeys = sealKeys
  }

  /** A project's keys for a use. */
  async get(number: number, use: RsaUse): Promise<RsaKeys> {
    const keys = await this.#known[use].get(number, async () =>
      this.#opened(await this.#storedOrNew(number, use)),
    )
    if (keys === undefined) throw new Error('a key of a project is never absent')
    return keys
  }

  /** Creates another key. The previous one stays valid for `overlapMs`. */
  async rotate(number: number, use: RsaUse, overlapMs: number): Promise<RsaKeys> {
    const pem = await newRsaKey()
    for (;;) {
      const before = await this.#storedOrNew(number, use)
      const now = realNow()
      const keys = rotatedKeys(this.#opened(before), use, { pem, endsAt: now + overlapMs, now })
      const after = seal(this.#sealKeys, storedRsaKeys(keys))
      // Another rotation came first, so this one is repeated on its result.
      if (!(await this.#catalogue.replaceKey(number, KEY_COLUMNS[use], { before, after }))) continue
      this.#known[use].delete(number)
      return keys
    }
  }

  forgetAll(): void {
    for (const known of Object.values(this.#known)) known.clear()
  }

  #opened(sealed: string): RsaKeys {
    return readRsaKeys(open(this.#sealKeys, sealed))
  }

  /** The encrypted keys as stored. */
  async #storedOrNew(number: number, use: RsaUse): Promise<string> {
    const stored = await this.#stored(number, use)
    if (stored !== undefined) return stored
    const made = seal(this.#sealKeys, storedRsaKeys(oneKey(await newRsaKey(), realNow())))
    await this.#catalogue.storeKey(number, KEY_COLUMNS[use], made)
    // If two keys are created at the same time, the one stored first is used.
    const winner = await this.#stored(number, use)
    if (winner === undefined) throw new Error('the key that was just stored is missing')
    return winner
  }

  async #stored(number: number, use: RsaUse): Promise<string | undefined> {
    const [record] = await this.#reads.query(findProject, [number])
    const sealed = record?.[KEY_COLUMNS[use]]
    return typeof sealed === 'string' ? sealed : undefined
  }
}

async function newRsaKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_KEY_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
