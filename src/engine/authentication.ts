// Whose credentials these are. What was right is remembered for a while, so that authentication costs no query per call.

import { hash } from 'node:crypto'
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
import { LookUpCache } from './look-up-cache.ts'

/** What is remembered in memory, over all projects. */
const KEYS_MAX = 10_000
const PROVEN_PASSWORDS_MAX = 10_000
/** How long credentials and secrets are remembered: another process on the same database may have rotated them meanwhile. */
export const REMEMBERED_MS = 30_000

export class Authentication {
  readonly #reads: Queryable
  readonly #hashes: CredentialHashes
  readonly #refuses: typeof isDemoCredential
  /** Keys that authenticate alone. */
  readonly #keys = new LookUpCache<string, Proof>(KEYS_MAX, REMEMBERED_MS)
  /** Logins that came with a right password, by a digest of both. */
  readonly #provenPasswords = boundedCache<string, Proof>({
    maxEntries: PROVEN_PASSWORDS_MAX,
    maxAgeMs: REMEMBERED_MS,
  })

  /** `refuses` names credentials that open nothing although a project has them. */
  constructor(reads: Queryable, hashes: CredentialHashes, refuses: typeof isDemoCredential) {
    this.#reads = reads
    this.#hashes = hashes
    this.#refuses = refuses
  }

  /** The number of the project of a login and its password, or of a key alone; undefined when they are not right. */
  async projectNumber(
    kind: CredentialKind,
    login: string,
    password: string | undefined,
  ): Promise<number | undefined> {
    if (this.#refuses(kind, login, password)) return undefined
    const proof =
      password === undefined
        ? await this.#ofKey(kind, login)
        : await this.#ofPassword(kind, login, password)
    if (proof === undefined || (proof.endsAt !== null && proof.endsAt <= realNow()))
      return undefined
    return proof.projectNumber
  }

  /** What proved a project may have been replaced. */
  forget(number: number): void {
    this.#keys.clear()
    for (const [both, { projectNumber }] of this.#provenPasswords)
      if (projectNumber === number) this.#provenPasswords.delete(both)
  }

  /** A failed try with these credentials, made before they existed, must not be remembered. */
  forgetFailed({ interfaceB }: ProjectSecrets): void {
    this.#keys.delete(digestOf('b', interfaceB.apiKey))
  }

  #ofKey(kind: CredentialKind, key: string): Promise<Proof | undefined> {
    // A key alone was compared when it was found.
    return this.#keys.get(digestOf(kind, key), async () => {
      const credential = await this.#find(kind, key)
      if (credential?.secretHash !== null) return undefined
      return { projectNumber: credential.projectNumber, endsAt: credential.endsAt }
    })
  }

  #ofPassword(
    kind: CredentialKind,
    login: string,
    password: string,
  ): Proof | Promise<Proof | undefined> {
    const both = digestOf(kind, JSON.stringify([login, password]))
    return this.#provenPasswords.get(both) ?? this.#prove(both, { kind, login, password })
  }

  async #prove(
    both: string,
    { kind, login, password }: { kind: CredentialKind; login: string; password: string },
  ): Promise<Proof | undefined> {
    // Looked up and compared alike whether the login is known or not, so that the time tells nothing.
    const { projectNumber, secretHash, oldSecretHash, oldEndsAt } =
      (await this.#find(kind, login)) ?? NO_CREDENTIAL
    const sent = this.#hashes.ofPassword(login, password)
    const isCurrent = equalInConstantTime(secretHash ?? '', sent)
    const isOld = equalInConstantTime(oldSecretHash ?? '', sent)
    if (!isCurrent && !isOld) return undefined
    const proof = { projectNumber, endsAt: isCurrent ? null : oldEndsAt }
    this.#provenPasswords.set(both, proof)
    return proof
  }

  async #find(kind: CredentialKind, login: string): Promise<Credential | undefined> {
    const [record] = await this.#reads.query(findCredential, [this.#hashes.of(kind, login)])
    if (record === undefined) return undefined
    return {
      projectNumber: Number(record['project_number']),
      secretHash: textOrNull(record['secret_hash']),
      endsAt: numberOrNull(record['ends_at']),
      oldSecretHash: textOrNull(record['old_secret_hash']),
      oldEndsAt: numberOrNull(record['old_ends_at']),
    }
  }
}

/**
 * What a credential is remembered by. A digest in one call costs a third of the keyed hash that finds it in the database, and
 * the time a look-up by it takes tells nothing about the key.
 */
const digestOf = (kind: CredentialKind, login: string): string =>
  hash('sha256', credentialText(kind, login), 'base64url')

interface Credential {
  readonly projectNumber: number
  /** Null where the key alone authenticates. */
  readonly secretHash: string | null
  /** When a key that was replaced ends, epoch milliseconds; null for one that was not. */
  readonly endsAt: number | null
  /** The password before the last rotation, and when it ends. */
  readonly oldSecretHash: string | null
  readonly oldEndsAt: number | null
}

const NO_CREDENTIAL: Credential = {
  projectNumber: 0,
  secretHash: null,
  endsAt: null,
  oldSecretHash: null,
  oldEndsAt: null,
}

/** A project that a credential was found to belong to, and until when it is good, where that has an end. */
interface Proof {
  readonly projectNumber: number
  readonly endsAt: number | null
}

const textOrNull = (value: SqlRecord[string] | undefined): string | null =>
  typeof value === 'string' ? value : null

const numberOrNull = (value: SqlRecord[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
