// Projects as the interfaces work with them: found by their credentials or their number, made, reset, and given other credentials.

import { randomBytes } from 'node:crypto'
import {
  base32,
  type CredentialInterface,
  type CredentialKind,
  type isDemoCredential,
  newProjectSecrets,
  PROJECT_ENTROPY_BYTES,
  type ProjectSecrets,
  rotatedSecrets,
  ROTATION_ENTROPY_BYTES,
} from '../projects/project.ts'
import {
  deriveKey,
  open,
  seal,
  type SealKeys,
  sealKeys,
  type TextCache,
  Vault,
} from '../projects/vault.ts'
import { findDataset, findProject } from '../store/catalogue-statements.ts'
import { scrubPans } from '../issuing/pan.ts'
import { Fault } from '../kernel/fault.ts'
import type { Queryable } from '../store/store.ts'
import { realNow } from '../time.ts'
import { Authentication, REMEMBERED_MS } from './authentication.ts'
import { boundedCache } from './bounded-cache.ts'
import { newestKey, type RsaKeys, type RsaUse, signingKey } from '../projects/rsa-keys.ts'
import type { CatalogueWriter } from './catalogue.ts'
import { CredentialHashes } from './credential-hashes.ts'
import { LookUpCache } from './look-up-cache.ts'
import { ProjectKeys } from './project-keys.ts'

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
const OPENED_TEXTS_MAX = 100_000

export class Directory {
  readonly #reads: Queryable
  readonly #catalogue: CatalogueWriter
  readonly #sealKeys: SealKeys
  readonly #hashes: CredentialHashes
  readonly #authentication: Authentication
  readonly #keys: ProjectKeys
  readonly #projects = new LookUpCache<number, Project>(PROJECTS_MAX, REMEMBERED_MS)
  /** Texts opened by the vaults of all projects. */
  readonly #openedTexts = boundedCache<string, string>({ maxEntries: OPENED_TEXTS_MAX })

  /** `refuses` names credentials that open nothing although a project has them. */
  constructor(
    reads: Queryable,
    catalogue: CatalogueWriter,
    master: Uint8Array,
    refuses: typeof isDemoCredential = () => false,
  ) {
    this.#reads = reads
    this.#catalogue = catalogue
    this.#sealKeys = sealKeys(deriveKey(master, 'project-seal'))
    this.#hashes = new CredentialHashes(master)
    this.#authentication = new Authentication(reads, this.#hashes, refuses)
    this.#keys = new ProjectKeys(reads, catalogue, this.#sealKeys)
  }

  /** The project of a login and its password, or of a key alone; undefined when they are not right. */
  async authenticate(
    kind: CredentialKind,
    login: string,
    password?: string,
  ): Promise<Project | undefined> {
    const number = await this.#authentication.projectNumber(kind, login, password)
    return number === undefined ? undefined : this.byNumber(number)
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
      const replacements = this.#hashes.replacements(which, secrets, after)
      // Another rotation may have come in between: this one is then made again on top of it.
      if (!(await this.#catalogue.rotate({ number, sealed, replacements, oldEndsAt }))) continue
      this.#authentication.forget(number)
      const project = await this.refresh(number)
      if (project === undefined) throw new Error('the project is missing after its rotation')
      // Its own credentials, although another rotation may have come since.
      return { project: { ...project, secrets: after }, oldEndsAt }
    }
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
    if (record === undefined) throw new Fault('unavailable', 'The project is gone.')
    return Number(record['dataset_id'])
  }

  /** Creates a project with new credentials, for a person or without an owner. Throws `TooManyProjects`. */
  async create(name: string, ownerId?: string): Promise<Project> {
    const secrets = newProjectSecrets(randomBytes(PROJECT_ENTROPY_BYTES))
    const project = await this.createWith(name, secrets, ownerId)
    if (project === undefined) throw new Error('two projects were given the same credentials')
    return project
  }

  /** Makes a project with given credentials; undefined where they are taken already. */
  async createWith(
    name: string,
    secrets: ProjectSecrets,
    ownerId?: string,
  ): Promise<Project | undefined> {
    const created = await this.#catalogue.createProject({
      id: `prj_${base32(randomBytes(10))}`,
      name: scrubPans(name),
      sealed: this.#seal(JSON.stringify(secrets)),
      credentials: this.#hashes.credentialsOf(secrets),
      ownerId,
    })
    if (!created) return undefined
    this.#authentication.forgetFailed(secrets)
    return this.authenticate('b', secrets.interfaceB.apiKey)
  }

  /** Empties a project: it starts over in a new dataset with its credentials kept. */
  async reset(number: number): Promise<void> {
    await this.#catalogue.resetProject(number)
    await this.refresh(number)
  }

  /** Removes a project with everything in it. Another process on the same database learns of it within `REMEMBERED_MS`. */
  async remove(number: number): Promise<void> {
    await this.#catalogue.removeProject(number)
    this.#authentication.forget(number)
    this.#projects.delete(number)
  }

  /** The RSA keys of a project for a use, the first made when it is needed. */
  rsaKeys(number: number, use: RsaUse): Promise<RsaKeys> {
    return this.#keys.get(number, use)
  }

  /**
   * Makes another RSA key of a project; the one that is used is good for `overlapMs` more. Another process on the same database learns of it
   * within `REMEMBERED_MS`.
   */
  rotateRsaKey(number: number, use: RsaUse, overlapMs: number): Promise<RsaKeys> {
    return this.#keys.rotate(number, use, overlapMs)
  }

  /** The key for which PINs of the project are encrypted, in PEM (PKCS #8). */
  async pinKey(number: number): Promise<string> {
    return newestKey(await this.rsaKeys(number, 'pin')).pem
  }

  /** The RSA key that signs the project's callbacks now, in PEM (PKCS #8). */
  async callbackKey(number: number): Promise<string> {
    return signingKey(await this.rsaKeys(number, 'callbacks'), realNow()).pem
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

  #seal(text: string): string {
    return seal(this.#sealKeys, text)
  }
}
