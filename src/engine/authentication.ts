// Finds the project with given credentials. Correct credentials are cached for a while, so that
// authentication does not need a query per call.

import { hash as digest } from 'node:crypto'
import {
  credentialText,
  type CredentialKind,
  type isDemoCredential,
  type ProjectSecrets,
} from '../projects/project.ts'
import { equalInConstantTime } from '../projects/vault.ts'
import { findCredential } from '../store/catalogue-statements.ts'
import type { Queryable, SqlRecord } from '../store/store.ts'
import { realNow } from '../time.ts'
import { boundedCache } from './bounded-cache.ts'
import type { CredentialHashes } from './credential-hashes.ts'
import type { CredentialUses } from './credential-uses.ts'
import { type Awaitable, LookUpCache } from './look-up-cache.ts'

/** Maximum number of cache entries over all projects. */
const KEYS_MAX = 10_000
const PROVEN_PASSWORDS_MAX = 10_000
/**
 * How long credentials and secrets are cached. Another process may have rotated them in the
 * meantime.
 */
export const REMEMBERED_MS = 30_000

export class Authentication {
  readonly #reads: Queryable
  readonly #hashes: CredentialHashes
  readonly #uses: CredentialUses
  readonly #refuses: typeof isDemoCredential
  /** Keys that authenticate on their own. */
  readonly #keys = new LookUpCache<string, Proof>(KEYS_MAX, REMEMBERED_MS)
  /** Logins with a correct password, by a digest of both. */
  readonly #provenPasswords = boundedCache<string, Proof>({
    maxEntries: PROVEN_PASSWORDS_MAX,
    maxAgeMs: REMEMBERED_MS,
  })

  /** `refuses` names credentials that are refused although a project has them. */
  constructor(
    reads: Queryable,
    { hashes, uses }: { readonly hashes: CredentialHashes; readonly uses: CredentialUses },
    refuses: typeof isDemoCredential = () => false,
  ) {
    this.#reads = reads
    this.#hashes = hashes
    this.#uses = uses
    this.#refuses = refuses
  }

  /**
   * The number of the project with a login and password, or with a key; undefined if they are
   * wrong.
   */
  projectNumber(
    kind: CredentialKind,
    login: string,
    password: string | undefined,
  ): Awaitable<number | undefined> {
    if (this.#refuses(kind, login, password)) return undefined
    const proof =
      password === undefined ? this.#ofKey(kind, login) : this.#ofPassword(kind, login, password)
    return proof instanceof Promise ? proof.then(provenNumber) : provenNumber(proof)
  }

  /** Call it after replacing the credentials of a project. */
  forget(number: number): void {
    this.#keys.clear()
    for (const [both, { projectNumber }] of this.#provenPasswords)
      if (projectNumber === number) this.#provenPasswords.delete(both)
  }

  forgetAll(): void {
    this.#keys.clear()
    this.#provenPasswords.clear()
  }

  /** Removes the cached failure of an attempt with these credentials before they existed. */
  forgetFailed({ interfaceB }: ProjectSecrets): void {
    this.#keys.delete(cacheKey(credentialText('b', interfaceB.apiKey)))
  }

  #ofKey(kind: CredentialKind, key: string): Awaitable<Proof | undefined> {
    // A key was already compared when it was found.
    return this.#keys.get(cacheKey(credentialText(kind, key)), async () => {
      const credential = await this.#find(kind, key)
      if (credential?.secretHash !== null) return undefined
      return this.#noted(
        { projectNumber: credential.projectNumber, endsAt: credential.endsAt },
        credential.hash,
      )
    })
  }

  #ofPassword(kind: CredentialKind, login: string, password: string): Awaitable<Proof | undefined> {
    const both = cacheKey(`${kind} ${login.length} ${login} ${password}`)
    return this.#provenPasswords.get(both) ?? this.#prove(both, { kind, login, password })
  }

  async #prove(
    both: string,
    { kind, login, password }: { kind: CredentialKind; login: string; password: string },
  ): Promise<Proof | undefined> {
    // Known and unknown logins take the same lookup and comparison, so that timing reveals nothing.
    const { hash, projectNumber, secretHash, oldSecretHash, oldEndsAt } =
      (await this.#find(kind, login)) ?? NO_CREDENTIAL
    const sent = this.#hashes.ofPassword(login, password)
    const isCurrent = equalInConstantTime(secretHash ?? '', sent)
    const isOld = equalInConstantTime(oldSecretHash ?? '', sent)
    if (!isCurrent && !isOld) return undefined
    const proof = this.#noted({ projectNumber, endsAt: isCurrent ? null : oldEndsAt }, hash)
    this.#provenPasswords.set(both, proof)
    return proof
  }

  /** Records a use of the credential with each lookup: at most twice a minute. */
  #noted(proof: Proof, credential: string): Proof {
    if (proof.endsAt === null || proof.endsAt > realNow()) this.#uses.note(credential)
    return proof
  }

  async #find(kind: CredentialKind, login: string): Promise<Credential | undefined> {
    const hash = this.#hashes.of(kind, login)
    const [record] = await this.#reads.query(findCredential, [hash])
    if (record === undefined) return undefined
    return {
      hash,
      projectNumber: Number(record['project_number']),
      secretHash: textOrNull(record['secret_hash']),
      endsAt: numberOrNull(record['ends_at']),
      oldSecretHash: textOrNull(record['old_secret_hash']),
      oldEndsAt: numberOrNull(record['old_ends_at']),
    }
  }
}

/**
 * The cache key of a credential. A digest costs a third of the keyed hash that the database stores.
 * The timing of a lookup by digest reveals nothing about the credential, and the caches contain no
 * secrets.
 */
const cacheKey = (credential: string): string => digest('sha256', credential, 'base64url')

const provenNumber = (proof: Proof | undefined): number | undefined =>
  proof === undefined || (proof.endsAt !== null && proof.endsAt <= realNow())
    ? undefined
    : proof.projectNumber

interface Credential {
  readonly hash: string
  readonly projectNumber: number
  /** Null if the key authenticates on its own. */
  readonly secretHash: string | null
  /** When a replaced key expires, epoch milliseconds; null for a current one. */
  readonly endsAt: number | null
  /** The password before the last rotation, and when it expires. */
  readonly oldSecretHash: string | null
  readonly oldEndsAt: number | null
}

const NO_CREDENTIAL: Credential = {
  hash: '',
  projectNumber: 0,
  secretHash: null,
  endsAt: null,
  oldSecretHash: null,
  oldEndsAt: null,
}

/** The project of a credential, and when the credential expires, if ever. */
interface Proof {
  readonly projectNumber: number
  readonly endsAt: number | null
}

const textOrNull = (value: SqlRecord[string] | undefined): string | null =>
  typeof value === 'string' ? value : null

const numberOrNull = (value: SqlRecord[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
