// Which project a credential belongs to. Known credentials are remembered, so that authentication costs no query per call.

import { generateKeyPair, hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import {
  credentialText,
  type isDemoCredential,
  type CredentialKind,
  newProjectSecrets,
  type CredentialInterface,
  PROJECT_ENTROPY_BYTES,
  type ProjectSecrets,
  base32,
  ROTATION_ENTROPY_BYTES,
  rotatedSecrets,
} from '../projects/project.ts'
import {
  deriveKey,
  equalInConstantTime,
  keyedHash,
  open,
  seal,
  type SealKeys,
  sealKeys,
  type TextCache,
  Vault,
} from '../projects/vault.ts'
import {
  findCredential,
  findProject,
  findDataset,
  type ProjectKey,
} from '../store/catalogue-statements.ts'
import type { Queryable, SqlRecord } from '../store/store.ts'
import { realNow } from '../time.ts'
import type { NewCredential, NewProject, Replacement, Rotation } from './catalogue.ts'
import { boundedCache } from './bounded-cache.ts'
import { LookUpCache } from './look-up-cache.ts'

/** The engine's catalogue, in this thread or in another. */
export interface CatalogueWriter {
  createProject(project: NewProject): Promise<boolean>
  resetProject(number: number): Promise<void>
  storeKey(number: number, key: ProjectKey, sealed: string): Promise<void>
  rotate(rotation: Rotation): Promise<boolean>
}

/** A project as the interfaces work with it. */
export interface Project {
  readonly number: number
  readonly id: string
  readonly name: string
  /** The dataset it points at. */
  readonly datasetId: number
  readonly secrets: ProjectSecrets
  readonly vault: Vault
  readonly createdAt: number
}

/** What is remembered in memory, over all projects. */
const PROJECTS_MAX = 10_000
const PROJECT_KEYS_MAX = 10_000
const KEYS_MAX = 10_000
const PROVEN_PASSWORDS_MAX = 10_000
const OPENED_TEXTS_MAX = 100_000
/** How long credentials and secrets are remembered: another process on the same database may have rotated them meanwhile. */
const REMEMBERED_MS = 30_000

export class Directory {
  readonly #reads: Queryable
  readonly #catalogue: CatalogueWriter
  readonly #hashKey: Buffer
  readonly #sealKeys: SealKeys
  readonly #projects = new LookUpCache<number, Project>(PROJECTS_MAX, REMEMBERED_MS)
  readonly #pinKeys = new LookUpCache<number, string>(PROJECT_KEYS_MAX)
  readonly #callbackKeys = new LookUpCache<number, string>(PROJECT_KEYS_MAX)
  /** Keys that authenticate alone. */
  readonly #keys = new LookUpCache<string, Proof>(KEYS_MAX, REMEMBERED_MS)
  /** Logins that came with a right password, by a digest of both. */
  readonly #provenPasswords = boundedCache<string, Proof>({
    maxEntries: PROVEN_PASSWORDS_MAX,
    maxAgeMs: REMEMBERED_MS,
  })
  /** Texts opened by the vaults of all projects. */
  readonly #openedTexts = boundedCache<string, string>({ maxEntries: OPENED_TEXTS_MAX })

  readonly #refuses: typeof isDemoCredential

  /** `refuses` names credentials that open nothing although a project has them. */
  constructor(
    reads: Queryable,
    catalogue: CatalogueWriter,
    master: Uint8Array,
    refuses: typeof isDemoCredential = () => false,
  ) {
    this.#reads = reads
    this.#catalogue = catalogue
    this.#refuses = refuses
    this.#hashKey = deriveKey(master, 'credential-hash')
    this.#sealKeys = sealKeys(deriveKey(master, 'project-seal'))
  }

  /** The project of a login and its password, or of a key alone; undefined when they are not right. */
  async authenticate(
    kind: CredentialKind,
    login: string,
    password?: string,
  ): Promise<Project | undefined> {
    if (this.#refuses(kind, login, password)) return undefined
    if (password !== undefined) return this.#withPassword(kind, login, password)
    const digest = digestOf(kind, login)
    // A key alone was compared when it was found.
    const proven = await this.#keys.get(digest, async () => {
      const credential = await this.#find(kind, login)
      if (credential?.secretHash !== null) return undefined
      return { projectNumber: credential.projectNumber, endsAt: credential.endsAt }
    })
    return this.#projectOf(proven)
  }

  async #withPassword(
    kind: CredentialKind,
    login: string,
    password: string,
  ): Promise<Project | undefined> {
    const both = digestOf(kind, JSON.stringify([login, password]))
    const known = this.#provenPasswords.get(both)
    if (known !== undefined) return this.#projectOf(known)
    // Looked up and compared alike whether the login is known or not, so that the time tells nothing.
    const { projectNumber, secretHash, oldSecretHash, oldEndsAt } =
      (await this.#find(kind, login)) ?? NO_CREDENTIAL
    const sent = this.#secretHash(login, password)
    const isCurrent = equalInConstantTime(secretHash ?? '', sent)
    const isOld = equalInConstantTime(oldSecretHash ?? '', sent)
    if (!isCurrent && !isOld) return undefined
    const proven = { projectNumber, endsAt: isCurrent ? null : oldEndsAt }
    this.#provenPasswords.set(both, proven)
    return this.#projectOf(proven)
  }

  /** The project, unless what proved it has ended. */
  async #projectOf(proven: Proof | undefined): Promise<Project | undefined> {
    if (proven === undefined || (proven.endsAt !== null && proven.endsAt <= realNow()))
      return undefined
    return this.byNumber(proven.projectNumber)
  }

  /**
   * Gives an interface of a project other credentials; those before are good for `overlapMs` more, and older ones end. Another process
   * on the same database learns of it within `REMEMBERED_MS`.
   */
  async rotate(
    number: number,
    which: CredentialInterface,
    overlapMs: number,
  ): Promise<{ readonly project: Project; readonly oldEndsAt: number }> {
    for (;;) {
      const [record] = await this.#reads.query(findProject, [number])
      if (record === undefined) throw new Error('the project to rotate is missing')
      const before = String(record['sealed'])
      const secrets = JSON.parse(open(this.#sealKeys, before)) as ProjectSecrets
      const after = rotatedSecrets(secrets, which, randomBytes(ROTATION_ENTROPY_BYTES))
      const oldEndsAt = realNow() + overlapMs
      const sealed = { before, after: this.#seal(JSON.stringify(after)) }
      const replacements = this.#replacements(which, secrets, after)
      // Another rotation may have come in between: this one is then made again on top of it.
      if (!(await this.#catalogue.rotate({ number, sealed, replacements, oldEndsAt }))) continue
      this.#forget(number)
      const project = await this.refresh(number)
      if (project === undefined) throw new Error('the project is missing after its rotation')
      return { project, oldEndsAt }
    }
  }

  #replacements(
    which: CredentialInterface,
    before: ProjectSecrets,
    { interfaceA, interfaceB, interfaceC }: ProjectSecrets,
  ): Replacement[] {
    const password = (kind: CredentialKind, login: string, text: string): Replacement => ({
      type: 'password',
      hash: this.#hash(kind, login),
      secretHash: this.#secretHash(login, text),
    })
    const key = (kind: CredentialKind, old: string, text: string): Replacement => ({
      type: 'key',
      kind,
      oldHash: this.#hash(kind, old),
      hash: this.#hash(kind, text),
    })
    if (which === 'A') return [password('a', interfaceA.login, interfaceA.password)]
    if (which === 'B') return [key('b', before.interfaceB.apiKey, interfaceB.apiKey)]
    return [
      password('c', interfaceC.userName, interfaceC.password),
      key('c-token', before.interfaceC.token, interfaceC.token),
    ]
  }

  /** What proved a project may have been replaced. */
  #forget(number: number): void {
    this.#keys.clear()
    for (const [both, { projectNumber }] of this.#provenPasswords)
      if (projectNumber === number) this.#provenPasswords.delete(both)
  }

  /** A project by its number, the last eight hex digits of the ids that carry one. */
  byNumber(number: number): Promise<Project | undefined> {
    return this.#projects.get(number, () => this.#load(number))
  }

  /** Looks the project up again: another process, or this one, pointed it at another dataset. */
  refresh(number: number): Promise<Project | undefined> {
    this.#projects.delete(number)
    return this.byNumber(number)
  }

  /** The dataset a project points at now, as the database has it. */
  async datasetOf(number: number): Promise<number> {
    const [record] = await this.#reads.query(findDataset, [number])
    if (record === undefined) throw new Error('the project is missing')
    return Number(record['dataset_id'])
  }

  /** Makes a project with credentials of its own. */
  async create(name: string): Promise<Project> {
    const secrets = newProjectSecrets(randomBytes(PROJECT_ENTROPY_BYTES))
    const project = await this.createWith(name, secrets)
    if (project === undefined) throw new Error('two projects were given the same credentials')
    return project
  }

  /** Makes a project with given credentials; undefined where they are taken already. */
  async createWith(name: string, secrets: ProjectSecrets): Promise<Project | undefined> {
    const created = await this.#catalogue.createProject({
      id: `prj_${base32(randomBytes(10))}`,
      name,
      sealed: this.#seal(JSON.stringify(secrets)),
      credentials: this.#credentialsOf(secrets),
    })
    if (!created) return undefined
    // A failed try with these credentials, made before they existed, must not be remembered.
    this.#keys.delete(digestOf('b', secrets.interfaceB.apiKey))
    return this.authenticate('b', secrets.interfaceB.apiKey)
  }

  /** Empties a project: it starts over in a new dataset with its credentials kept. */
  async reset(number: number): Promise<void> {
    await this.#catalogue.resetProject(number)
    await this.refresh(number)
  }

  /** The project's PIN key in PEM (PKCS #8), made at its first use. */
  pinKey(number: number): Promise<string> {
    return this.#key(this.#pinKeys, number, 'pin_key')
  }

  /** The RSA key that signs the project's callbacks, in PEM (PKCS #8), made at its first use. */
  callbackKey(number: number): Promise<string> {
    return this.#key(this.#callbackKeys, number, 'callback_key')
  }

  async #key(
    known: LookUpCache<number, string>,
    number: number,
    name: ProjectKey,
  ): Promise<string> {
    const key = await known.get(number, () => this.#storedOrNewKey(number, name))
    if (key === undefined) throw new Error('a key of a project is never absent')
    return key
  }

  async #storedOrNewKey(number: number, key: ProjectKey): Promise<string> {
    const stored = await this.#storedKey(number, key)
    if (stored !== undefined) return stored
    await this.#catalogue.storeKey(number, key, this.#seal(await newRsaKey()))
    // Of two that were made at the same time the first one stored is the project's.
    const winner = await this.#storedKey(number, key)
    if (winner === undefined) throw new Error('the key that was just stored is missing')
    return winner
  }

  async #storedKey(number: number, key: ProjectKey): Promise<string | undefined> {
    const [record] = await this.#reads.query(findProject, [number])
    const sealed = record?.[key]
    return typeof sealed === 'string' ? open(this.#sealKeys, sealed) : undefined
  }

  async #load(number: number): Promise<Project | undefined> {
    const [record] = await this.#reads.query(findProject, [number])
    if (record === undefined) return undefined
    const secrets = JSON.parse(open(this.#sealKeys, String(record['sealed']))) as ProjectSecrets
    return {
      number,
      id: String(record['id']),
      name: String(record['name']),
      datasetId: Number(record['dataset_id']),
      secrets,
      vault: new Vault(Buffer.from(secrets.dataKey, 'base64url'), this.#openedTextsOf(number)),
      createdAt: Number(record['created_at']),
    }
  }

  #openedTextsOf(number: number): TextCache {
    const keyOf = (sealed: string): string => `${number} ${sealed}`
    return {
      get: (sealed) => this.#openedTexts.get(keyOf(sealed)),
      set: (sealed, text) => this.#openedTexts.set(keyOf(sealed), text),
    }
  }

  async #find(kind: CredentialKind, login: string): Promise<Credential | undefined> {
    const [record] = await this.#reads.query(findCredential, [this.#hash(kind, login)])
    if (record === undefined) return undefined
    return {
      projectNumber: Number(record['project_number']),
      secretHash: textOrNull(record['secret_hash']),
      endsAt: numberOrNull(record['ends_at']),
      oldSecretHash: textOrNull(record['old_secret_hash']),
      oldEndsAt: numberOrNull(record['old_ends_at']),
    }
  }

  #credentialsOf({ interfaceA, interfaceB, interfaceC }: ProjectSecrets): NewCredential[] {
    const withPassword = (
      kind: CredentialKind,
      login: string,
      password: string,
    ): NewCredential => ({
      hash: this.#hash(kind, login),
      secretHash: this.#secretHash(login, password),
    })
    const alone = (kind: CredentialKind, key: string): NewCredential => ({
      hash: this.#hash(kind, key),
      secretHash: null,
    })
    return [
      withPassword('a', interfaceA.login, interfaceA.password),
      alone('b', interfaceB.apiKey),
      withPassword('c', interfaceC.userName, interfaceC.password),
      alone('c-token', interfaceC.token),
    ]
  }

  #hash(kind: CredentialKind, login: string): string {
    return keyedHash(this.#hashKey, credentialText(kind, login))
  }

  #secretHash(login: string, password: string): string {
    return keyedHash(this.#hashKey, `password:${login}:${password}`)
  }

  #seal(text: string): string {
    return seal(this.#sealKeys, text)
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

const RSA_KEY_BITS = 2048

async function newRsaKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_KEY_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
