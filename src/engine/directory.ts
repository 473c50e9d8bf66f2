// The projects as the interfaces use them: finds them by credentials or number, creates, resets and
// rekeys them.

import { randomBytes } from 'node:crypto'
import {
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
import {
  findCredentialsOfProject,
  findDataset,
  findActiveFaults,
  findFaultedProjects,
  findProject,
} from '../store/catalogue-statements.ts'
import { idNumberOf } from '../projects/take-draw.ts'
import type { Snapshot } from '../projects/snapshot.ts'
import type { PlannedFault } from '../fault-injection/fault-plan.ts'
import { scrubPans } from '../issuing/pan.ts'
import { Fault } from '../kernel/fault.ts'
import type { Queryable } from '../store/store.ts'
import { COUNTED_MAX, type ProjectLine } from '../store/project-line.ts'
import { projectList, projectNumberById, type ProjectPage } from '../store/reads/projects.ts'
import { findProjectsOfIdNumber } from '../store/snapshot-statements.ts'
import { realNow } from '../time.ts'
import { Authentication, REMEMBERED_MS } from './authentication.ts'
import { boundedCache } from './bounded-cache.ts'
import { newestKey, type RsaKeys, type RsaUse, signingKey } from '../projects/rsa-keys.ts'
import type { CatalogueWriter } from './catalogue.ts'
import { CreationKeys } from './creation-keys.ts'
import { CredentialHashes } from './credential-hashes.ts'
import { type CredentialState, credentialStates } from './credential-states.ts'
import { CredentialUses } from './credential-uses.ts'
import { type Awaitable, LookUpCache } from './look-up-cache.ts'
import { ProjectKeys } from './project-keys.ts'
import { seededSecrets } from './seeded-secrets.ts'
import { newProjectId, Snapshots } from './snapshots.ts'

export { COUNTED_MAX, type ProjectLine, type ProjectPage }

/** A project as the interfaces use it. */
export interface Project {
  readonly number: number
  readonly id: string
  readonly name: string
  /** The project's current dataset. */
  readonly datasetId: number
  readonly secrets: ProjectSecrets
  readonly vault: Vault
  readonly createdAt: number
  /** Null if no fault can still apply. */
  readonly faults: readonly PlannedFault[] | null
}

export interface DirectoryParts {
  readonly reads: Queryable
  readonly catalogue: CatalogueWriter
  /** The master key. */
  readonly master: Uint8Array
  /** Names credentials that are refused although a project has them. */
  readonly refuses?: typeof isDemoCredential | undefined
  /** True if a seed gives the same credentials in every service, as it does by default. */
  readonly guessableSeeds?: boolean
  readonly uses?: CredentialUses
}

/** Maximum number of cached projects. */
const PROJECTS_MAX = 10_000
const OPENED_TEXTS_MAX = 100_000
/** Maximum number of copies in which an order without further hints is searched. */
const ID_NUMBER_MAX = 100
/** Maximum number of projects with the same seed. */
const SEEDED_MAX = 10_000

export class Directory {
  /** Uses of credentials that this process has recorded. */
  readonly uses: CredentialUses
  readonly creations: CreationKeys
  readonly #snapshots: Snapshots
  readonly #reads: Queryable
  readonly #catalogue: CatalogueWriter
  readonly #sealKeys: SealKeys
  /** Prevents credentials from being derived from a known seed. */
  readonly #seedSecret: Uint8Array | undefined
  readonly #hashes: CredentialHashes
  readonly #authentication: Authentication
  readonly #keys: ProjectKeys
  readonly #projects = new LookUpCache<number, Project>(PROJECTS_MAX, REMEMBERED_MS)
  /** The projects whose ids contain a number, by that number. */
  readonly #idNumbers = new LookUpCache<number, readonly number[]>(PROJECTS_MAX, REMEMBERED_MS)
  /** The faults of projects, as this process last read them in `lookForFaults`. */
  #faultTexts: ReadonlyMap<number, string> = new Map()
  /** Texts decrypted by the vaults of all projects. */
  readonly #openedTexts = boundedCache<string, string>({ maxEntries: OPENED_TEXTS_MAX })

  constructor({ reads, catalogue, master, uses = new CredentialUses(), ...parts }: DirectoryParts) {
    const hashes = new CredentialHashes(master)
    this.uses = uses
    this.#reads = reads
    this.#catalogue = catalogue
    this.#sealKeys = sealKeys(deriveKey(master, 'project-seal'))
    this.#hashes = hashes
    this.creations = new CreationKeys(reads, catalogue, hashes)
    this.#seedSecret = parts.guessableSeeds === false ? deriveKey(master, 'seed') : undefined
    this.#authentication = new Authentication(reads, { hashes, uses }, parts.refuses)
    this.#keys = new ProjectKeys(reads, catalogue, this.#sealKeys)
    this.#snapshots = new Snapshots({ reads, catalogue, sealKeys: this.#sealKeys, hashes })
  }

  /** The snapshots of all projects. */
  get snapshots(): Omit<Snapshots, 'restore' | 'fork'> {
    return this.#snapshots
  }

  /** The project with a login and password, or with a key; undefined if they are wrong. */
  authenticate(
    kind: CredentialKind,
    login: string,
    password?: string,
  ): Awaitable<Project | undefined> {
    const find = (number: number | undefined): Awaitable<Project | undefined> =>
      number === undefined ? undefined : this.byNumber(number)
    const number = this.#authentication.projectNumber(kind, login, password)
    return number instanceof Promise ? number.then(find) : find(number)
  }

  /**
   * Rotates the credentials of an interface. The previous ones stay valid for `overlapMs`; older
   * ones expire. Other processes notice within `REMEMBERED_MS`.
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
      // Another rotation was faster, so this one is repeated on top of it.
      if (!(await this.#catalogue.rotate({ number, sealed, replacements, oldEndsAt }))) continue
      this.#authentication.forget(number)
      const project = await this.refresh(number)
      if (project === undefined) throw new Error('the project is missing after its rotation')
      // Returns this rotation's credentials, even if another one has followed.
      return { project: { ...project, secrets: after }, oldEndsAt }
    }
  }

  /** The current credentials of a project. */
  async credentials({ number, secrets }: Project): Promise<readonly CredentialState[]> {
    const rows = await this.#reads.query(findCredentialsOfProject, [number])
    return credentialStates(rows, secrets, { hashes: this.#hashes, uses: this.uses })
  }

  /** A project by its id. */
  async byId(id: string): Promise<Project | undefined> {
    const number = await projectNumberById(this.#reads, id)
    return number === undefined ? undefined : this.byNumber(number)
  }

  /** Projects with figures for a list, newest first. */
  list(page: ProjectPage): Promise<readonly ProjectLine[]> {
    return projectList(this.#reads, page)
  }

  /** A project by its number, which is the last eight hex digits of the ids that contain one. */
  byNumber(number: number): Awaitable<Project | undefined> {
    return this.#projects.get(number, () => this.#load(number))
  }

  /**
   * The projects whose data has ids with another number, newest first: copies of its snapshots, and
   * projects with a seed. With `isKnown`, a result from the last few seconds is recent enough.
   */
  async projectsWithIds(
    idNumber: number,
    { isKnown }: { readonly isKnown: boolean },
  ): Promise<readonly Project[]> {
    if (!isKnown) this.#idNumbers.delete(idNumber)
    const numbers = await this.#idNumbers.get(idNumber, async () => {
      const records = await this.#reads.query(findProjectsOfIdNumber, [idNumber, ID_NUMBER_MAX])
      return records.map((record) => Number(record['project_number']))
    })
    const projects = await Promise.all((numbers ?? []).map(async (number) => this.byNumber(number)))
    return projects.filter((project) => project !== undefined)
  }

  /** Reads the project again after a process has assigned another dataset to it. */
  refresh(number: number): Awaitable<Project | undefined> {
    this.#projects.delete(number)
    return this.byNumber(number)
  }

  /** Call it when another thread may have changed any project. */
  forgetAll(): void {
    this.#projects.clear()
    this.#idNumbers.clear()
    this.#authentication.forgetAll()
    this.#keys.forgetAll()
  }

  /** Call it when the faults of a project have changed. */
  faultsChanged(number: number): void {
    this.#projects.delete(number)
  }

  /** Whether other processes have changed faults, in one statement for all projects. */
  async lookForFaults(): Promise<boolean> {
    const records = await this.#reads.query(findFaultedProjects, [])
    const before = this.#faultTexts
    const now = new Map(records.map((each) => [Number(each['number']), String(each['faults'])]))
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (number) => before.get(number) !== now.get(number),
    )
    for (const number of changed) this.#projects.delete(number)
    this.#faultTexts = now
    return changed.length > 0
  }

  /** The project's current dataset in the database. */
  async datasetOf(number: number): Promise<number> {
    const [record] = await this.#reads.query(findDataset, [number])
    if (record === undefined) throw new Fault('unavailable', 'The project was deleted.')
    return Number(record['dataset_id'])
  }

  /**
   * Creates a project with new credentials, and an owner if specified. Throws `TooManyProjects`.
   */
  async create(name: string, ownerId?: string): Promise<Project> {
    const secrets = newProjectSecrets(randomBytes(PROJECT_ENTROPY_BYTES))
    const project = await this.createWith(name, secrets, ownerId)
    if (project === undefined) throw new Error('two projects were given the same credentials')
    return project
  }

  /**
   * Creates a project whose credentials, ids and card numbers derive from a seed. Ids and card
   * numbers are the same in each project with the seed; each project gets the next credentials.
   * Throws `TooManyProjects`.
   */
  async createSeeded(name: string, seed: string, ownerId?: string): Promise<Project> {
    for (let index = 0; index < SEEDED_MAX; index++) {
      const secrets = seededSecrets(seed, index, this.#seedSecret)
      const idNumber = idNumberOf(secrets.stream)
      const project = await this.createWith(name, secrets, ownerId, idNumber)
      if (project === undefined) continue
      this.#idNumbers.delete(idNumber)
      return project
    }
    throw new Fault('quota-exceeded', `${SEEDED_MAX} projects have this seed. Delete some first.`)
  }

  /** Creates a project with given credentials; undefined if they are taken. */
  async createWith(
    name: string,
    secrets: ProjectSecrets,
    ownerId?: string,
    idNumber?: number,
  ): Promise<Project | undefined> {
    const number = await this.#catalogue.createProject({
      id: newProjectId(),
      name: scrubPans(name),
      sealed: this.#seal(JSON.stringify(secrets)),
      credentials: this.#hashes.credentialsOf(secrets),
      ownerId,
      idNumber,
    })
    if (number === undefined) return undefined
    this.#authentication.forgetFailed(secrets)
    return this.byNumber(number)
  }

  /** Renames a project. Other processes notice within `REMEMBERED_MS`. */
  async rename(number: number, name: string): Promise<Project | undefined> {
    await this.#catalogue.renameProject(number, scrubPans(name))
    return this.refresh(number)
  }

  /** Resets a project to a new, empty dataset and keeps its credentials. */
  async reset(number: number): Promise<void> {
    await this.#catalogue.resetProject(number)
    await this.refresh(number)
  }

  /** Restores a snapshot of a project and keeps its credentials. Throws `SnapshotRefused`. */
  async restore(number: number, name: string): Promise<Snapshot> {
    const snapshot = await this.#snapshots.restore(number, name)
    this.#idNumbers.clear()
    await this.refresh(number)
    return snapshot
  }

  /** Copies a snapshot to a new project. Throws `SnapshotRefused` or `TooManyProjects`. */
  async fork(
    snapshot: Pick<Snapshot, 'projectNumber' | 'name'>,
    project: { readonly name: string; readonly ownerId?: string | undefined },
  ): Promise<Project> {
    const number = await this.#snapshots.fork(snapshot, project)
    this.#idNumbers.clear()
    const copy = await this.byNumber(number)
    if (copy === undefined) throw new Error('the copy is missing after its creation')
    return copy
  }

  /**
   * Changes a copy of a project's data, which replaces the data if `work` succeeds. Throws
   * `SnapshotRefused` if the data changed in the meantime.
   */
  async change<T>(number: number, work: (datasetId: number) => Promise<T>): Promise<T> {
    const result = await this.#catalogue.snapshots.change(number, work)
    await this.refresh(number)
    return result
  }

  /** Deletes a project and its data. Other processes notice within `REMEMBERED_MS`. */
  async remove(number: number): Promise<void> {
    await this.#catalogue.removeProject(number)
    this.#authentication.forget(number)
    this.#projects.delete(number)
  }

  /** A project's RSA keys for a use. The first key is created on demand. */
  rsaKeys(number: number, use: RsaUse): Promise<RsaKeys> {
    return this.#keys.get(number, use)
  }

  /**
   * Rotates an RSA key of a project. The previous one stays valid for `overlapMs`. Other processes
   * notice within `REMEMBERED_MS`.
   */
  rotateRsaKey(number: number, use: RsaUse, overlapMs: number): Promise<RsaKeys> {
    return this.#keys.rotate(number, use, overlapMs)
  }

  /** The key for which the project's PINs are encrypted, in PEM (PKCS #8). */
  async pinKey(number: number): Promise<string> {
    return newestKey(await this.rsaKeys(number, 'pin')).pem
  }

  /** The RSA key that signs the project's callbacks, in PEM (PKCS #8). */
  async callbackKey(number: number): Promise<string> {
    return signingKey(await this.rsaKeys(number, 'callbacks'), realNow()).pem
  }

  async #load(number: number): Promise<Project | undefined> {
    const [record] = await this.#reads.query(findProject, [number])
    if (record === undefined) return undefined
    const datasetId = Number(record['dataset_id'])
    const [active] = await this.#reads.query(findActiveFaults, [datasetId])
    const secrets = JSON.parse(open(this.#sealKeys, String(record['sealed']))) as ProjectSecrets
    return {
      number,
      id: String(record['id']),
      name: String(record['name']),
      datasetId,
      secrets,
      vault: new Vault(Buffer.from(secrets.dataKey, 'base64url'), this.#openedTextsOf(number)),
      createdAt: Number(record['created_at']),
      faults: active ? (JSON.parse(String(active['faults'])) as readonly PlannedFault[]) : null,
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
