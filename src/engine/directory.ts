// Which project a credential belongs to. Known credentials are remembered, so that authentication costs no query per call.

import { generateKeyPair, hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import {
  credentialText,
  type isDemoCredential,
  type CredentialKind,
  newProjectSecrets,
  PROJECT_ENTROPY_BYTES,
  type ProjectSecrets,
  base32,
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
import type { Queryable } from '../store/store.ts'
import type { NewCredential, NewProject } from './catalogue.ts'
import { LookUpCache } from './look-up-cache.ts'

/** The engine's catalogue, in this thread or in another. */
export interface CatalogueWriter {
  createProject(project: NewProject): Promise<boolean>
  resetProject(number: number): Promise<void>
  storeKey(number: number, key: ProjectKey, sealed: string): Promise<void>
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
const CREDENTIALS_MAX = 10_000
const PROVEN_PASSWORDS_MAX = 10_000
const OPENED_TEXTS_MAX = 100_000

export class Directory {
  readonly #reads: Queryable
  readonly #catalogue: CatalogueWriter
  readonly #hashKey: Buffer
  readonly #sealKeys: SealKeys
  readonly #projects = new LookUpCache<number, Project>(PROJECTS_MAX)
  readonly #pinKeys = new LookUpCache<number, string>(PROJECT_KEYS_MAX)
  readonly #callbackKeys = new LookUpCache<number, string>(PROJECT_KEYS_MAX)
  readonly #credentials = new LookUpCache<string, KnownCredential>(CREDENTIALS_MAX)
  /** Logins that came with the right password, by a digest of both, and the projects they belong to. */
  readonly #provenPasswords = new LRUCache<string, number>({ max: PROVEN_PASSWORDS_MAX })
  /** Texts opened by the vaults of all projects. */
  readonly #openedTexts = new LRUCache<string, string>({ max: OPENED_TEXTS_MAX })

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
    const credential = await this.#credential(kind, login)
    // A key alone was compared when it was found.
    return credential?.secretHash === '' ? this.byNumber(credential.projectNumber) : undefined
  }

  async #withPassword(
    kind: CredentialKind,
    login: string,
    password: string,
  ): Promise<Project | undefined> {
    const both = digestOf(kind, JSON.stringify([login, password]))
    const proven = this.#provenPasswords.get(both)
    if (proven !== undefined) return this.byNumber(proven)
    const credential = await this.#credential(kind, login)
    const secretHash = credential?.secretHash ?? ''
    // The comparison is made also where the login is unknown, so that the time tells nothing.
    const right = equalInConstantTime(secretHash, this.#secretHash(login, password))
    if (credential === undefined || !right) return undefined
    this.#provenPasswords.set(both, credential.projectNumber)
    return this.byNumber(credential.projectNumber)
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
    this.#credentials.delete(digestOf('b', secrets.interfaceB.apiKey))
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

  #credential(kind: CredentialKind, login: string): Promise<KnownCredential | undefined> {
    return this.#credentials.get(digestOf(kind, login), async () => {
      const [record] = await this.#reads.query(findCredential, [this.#hash(kind, login)])
      if (record === undefined) return undefined
      const secretHash = record['secret_hash']
      return {
        projectNumber: Number(record['project_number']),
        secretHash: typeof secretHash === 'string' ? secretHash : '',
      }
    })
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

interface KnownCredential {
  readonly projectNumber: number
  /** Empty where the key alone authenticates. */
  readonly secretHash: string
}

const RSA_KEY_BITS = 2048

async function newRsaKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_KEY_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
