// The RSA keys of projects: one opens PIN blocks, one signs callbacks. Each is made at its first use and never changes.

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { open, seal, type SealKeys } from '../projects/vault.ts'
import { findProject, type ProjectKey } from '../store/catalogue-statements.ts'
import type { Queryable } from '../store/store.ts'
import type { CatalogueWriter } from './catalogue.ts'
import { LookUpCache } from './look-up-cache.ts'

const PROJECT_KEYS_MAX = 10_000
const RSA_KEY_BITS = 2048

export class ProjectKeys {
  readonly #reads: Queryable
  readonly #catalogue: Pick<CatalogueWriter, 'storeKey'>
  readonly #sealKeys: SealKeys
  readonly #known: Readonly<Record<ProjectKey, LookUpCache<number, string>>> = {
    pin_key: new LookUpCache(PROJECT_KEYS_MAX),
    callback_key: new LookUpCache(PROJECT_KEYS_MAX),
  }

  constructor(reads: Queryable, catalogue: Pick<CatalogueWriter, 'storeKey'>, sealKeys: SealKeys) {
    this.#reads = reads
    this.#catalogue = catalogue
    this.#sealKeys = sealKeys
  }

  /** A key of a project in PEM (PKCS #8). */
  async get(number: number, name: ProjectKey): Promise<string> {
    const key = await this.#known[name].get(number, () => this.#storedOrNew(number, name))
    if (key === undefined) throw new Error('a key of a project is never absent')
    return key
  }

  async #storedOrNew(number: number, name: ProjectKey): Promise<string> {
    const stored = await this.#stored(number, name)
    if (stored !== undefined) return stored
    await this.#catalogue.storeKey(number, name, seal(this.#sealKeys, await newRsaKey()))
    // Of two that were made at the same time the first one stored is the project's.
    const winner = await this.#stored(number, name)
    if (winner === undefined) throw new Error('the key that was just stored is missing')
    return winner
  }

  async #stored(number: number, name: ProjectKey): Promise<string | undefined> {
    const [record] = await this.#reads.query(findProject, [number])
    const sealed = record?.[name]
    return typeof sealed === 'string' ? open(this.#sealKeys, sealed) : undefined
  }
}

async function newRsaKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_KEY_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
