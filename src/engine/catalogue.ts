// The catalogue of projects and their credentials. Each change runs in its own transaction.
// Commands never use it.

import { newDataset } from '../kernel/dataset.ts'
import { encodeDataset } from '../store/dataset-row.ts'
import {
  findSnapshotDatasets,
  insertIdNumber,
  retireDataset,
} from '../store/snapshot-statements.ts'
import { insertDatasetStatement } from '../store/statements.ts'
import type { Store, Transaction } from '../store/store.ts'
import { DEFAULT_SETTINGS } from '../registry/settings.ts'
import { countProjectsOfUser, insertMember } from '../store/member-statements.ts'
import { lockName } from '../store/user-statements.ts'
import { realNow } from '../time.ts'
import { Availability } from './availability.ts'
import { type Hold, SnapshotWriter } from './snapshot-writer.ts'
import { leaveDataset } from './staged-datasets.ts'
import {
  deleteProbe,
  deleteReplacedCredentials,
  endCredential,
  insertCredential,
  insertProbe,
  insertProject,
  lockProject,
  renameProject,
  replacePassword,
  removeProjectStatements,
  replaceProjectKey,
  replaceSecrets,
  type ProjectKey,
  setProjectKey,
  setDataset,
} from '../store/catalogue-statements.ts'

export interface NewCredential {
  /** Keyed hash of the interface and the login or key. */
  readonly hash: string
  /** Keyed hash of the password, if the interface has one. */
  readonly secretHash: string | null
}

interface NewProject {
  readonly id: string
  readonly name: string
  /** Data key, credentials and product data, encrypted with the master key. */
  readonly sealed: string
  readonly credentials: readonly NewCredential[]
  /** The number in its ids, if it differs from the project's number. */
  readonly idNumber?: number | undefined
  /** The person who owns the project, if any. */
  readonly ownerId?: string | undefined
}

/** A credential that replaces another. */
export type Replacement =
  | { readonly type: 'password'; readonly hash: string; readonly secretHash: string }
  | { readonly type: 'key'; readonly kind: string; readonly oldHash: string; readonly hash: string }

interface Rotation {
  readonly number: number
  /** The project's secrets before and after the change. */
  readonly sealed: { readonly before: string; readonly after: string }
  readonly replacements: readonly Replacement[]
  /** When the previous credentials expire, in epoch milliseconds. */
  readonly oldEndsAt: number
}

/** Writes the catalogue, in this thread or another. */
export interface CatalogueWriter {
  readonly snapshots: SnapshotWriter
  insertProject(transaction: Transaction, project: NewProject): Promise<number>
  /** The number of the project; undefined if a credential is taken. */
  createProject(project: NewProject): Promise<number | undefined>
  resetProject(number: number): Promise<void>
  removeProject(number: number): Promise<boolean>
  renameProject(number: number, name: string): Promise<void>
  storeKey(number: number, key: ProjectKey, sealed: string): Promise<void>
  replaceKey(
    number: number,
    key: ProjectKey,
    sealed: { readonly before: string; readonly after: string },
  ): Promise<boolean>
  rotate(rotation: Rotation): Promise<boolean>
  /** Returns false if the credential is taken. */
  addCredential(number: number, credential: NewCredential): Promise<boolean>
}

/** Maximum number of projects per person. */
export const PROJECTS_MAX = 100

/** Thrown if the owner of a new project has reached the limit of projects. */
export class TooManyProjects extends Error {}

/** Thrown to roll back a project whose login is taken. */
class CredentialTaken extends Error {}

export class Catalogue {
  readonly snapshots: SnapshotWriter
  readonly #store: Store
  readonly #availability: Availability

  /** Without a command queue, there is nothing to hold back. */
  constructor(
    store: Store,
    availability = new Availability(),
    hold: Hold = (_datasetId, work) => work(),
  ) {
    this.#store = store
    this.#availability = availability
    this.snapshots = new SnapshotWriter(store, availability, hold)
  }

  /**
   * Creates a project with an empty dataset. Returns false if a credential with the same login
   * exists already. Throws `TooManyProjects`.
   */
  createProject(project: NewProject): Promise<number | undefined> {
    return this.#transact(async (transaction) => {
      const number = await this.insertProject(transaction, project)
      const dataset = newDataset(number, 0, { settings: DEFAULT_SETTINGS, now: realNow() })
      await transaction.run(setDataset, [number, dataset.id, 0])
      await transaction.run(insertDatasetStatement, encodeDataset({ dataset, recentBatches: [] }))
      return number
    }).catch((error: unknown) => {
      if (error instanceof CredentialTaken) return undefined
      throw error
    })
  }

  /**
   * Inserts a project without a dataset, with its credentials and its owner; returns its number.
   * Throws `CredentialTaken` or `TooManyProjects`.
   */
  async insertProject(transaction: Transaction, project: NewProject): Promise<number> {
    const now = realNow()
    const { id, name, sealed, ownerId, idNumber } = project
    if (ownerId !== undefined) await this.#countProjects(transaction, ownerId)
    const [row] = await transaction.run(insertProject, [id, name, sealed, now])
    const number = Number(row?.['number'])
    for (const { hash, secretHash } of project.credentials) {
      const made = await transaction.run(insertCredential, [hash, number, secretHash, now])
      if (made.length === 0) throw new CredentialTaken()
    }
    if (ownerId !== undefined) await transaction.run(insertMember, [number, ownerId, 'owner', now])
    if (idNumber !== undefined) await transaction.run(insertIdNumber, [idNumber, number])
    return number
  }

  /**
   * Assigns a new, empty dataset to a project. The old one is retired, and housekeeping deletes it.
   */
  resetProject(number: number): Promise<void> {
    return this.#transact(async (transaction) => {
      const [row] = await transaction.run(lockProject(this.#store.dialect), [number])
      if (row === undefined) throw new Error('the project to reset is missing')
      const old = await transaction.lock(Number(row['dataset_id']))
      if (old === null) throw new Error('the dataset to retire is missing')
      await leaveDataset(transaction, number, old)
      const generation = Number(row['generation']) + 1
      const dataset = newDataset(number, generation, {
        settings: DEFAULT_SETTINGS,
        now: realNow(),
      })
      await transaction.run(insertDatasetStatement, encodeDataset({ dataset, recentBatches: [] }))
      await transaction.run(setDataset, [number, dataset.id, generation])
    })
  }

  /**
   * Deletes a project with its credentials, members and audit log. Its dataset is retired. Returns
   * false if the project does not exist.
   */
  removeProject(number: number): Promise<boolean> {
    return this.#transact(async (transaction) => {
      const [row] = await transaction.run(lockProject(this.#store.dialect), [number])
      if (row === undefined) return false
      const old = await transaction.lock(Number(row['dataset_id']))
      if (old === null) throw new Error('the dataset to retire is missing')
      await leaveDataset(transaction, number, old)
      for (const { dataset_id: id = null } of await transaction.run(findSnapshotDatasets, [number]))
        await transaction.run(retireDataset, [id])
      for (const statement of removeProjectStatements) await transaction.run(statement, [number])
      return true
    })
  }

  renameProject(number: number, name: string): Promise<void> {
    return this.#transact(async (transaction) => {
      await transaction.run(renameProject, [number, name])
    })
  }

  /**
   * Replaces the credentials of a project. Returns false if its secrets have changed since they
   * were read.
   */
  rotate({ number, sealed, replacements, oldEndsAt }: Rotation): Promise<boolean> {
    return this.#transact(async (transaction) => {
      const now = realNow()
      const changed = await transaction.run(replaceSecrets, [number, sealed.before, sealed.after])
      if (changed.length === 0) return false
      for (const one of replacements)
        if (one.type === 'password')
          await transaction.run(replacePassword, [one.hash, one.secretHash, oldEndsAt, now])
        else {
          await transaction.run(deleteReplacedCredentials, [number, one.kind])
          await transaction.run(endCredential, [one.oldHash, one.kind, oldEndsAt])
          await transaction.run(insertCredential, [one.hash, number, null, now])
        }
      return true
    })
  }

  async addCredential(number: number, { hash, secretHash }: NewCredential): Promise<boolean> {
    const added = await this.#transact((transaction) =>
      transaction.run(insertCredential, [hash, number, secretHash, realNow()]),
    )
    return added.length > 0
  }

  /** Stores a project's key unless it already has one. */
  async storeKey(number: number, key: ProjectKey, sealed: string): Promise<void> {
    await this.#transact((transaction) => transaction.run(setProjectKey(key), [number, sealed]))
  }

  /**
   * Replaces a project's keys for one use. Returns false if they have changed since they were read.
   */
  async replaceKey(
    number: number,
    key: ProjectKey,
    { before, after }: { readonly before: string; readonly after: string },
  ): Promise<boolean> {
    const replaced = await this.#transact((transaction) =>
      transaction.run(replaceProjectKey(key), [number, before, after]),
    )
    return replaced.length > 0
  }

  /**
   * Writes and rolls back, to test whether the database accepts writes. Throws a `Fault` if not.
   */
  async probe(): Promise<void> {
    await this.#transact(async (transaction) => {
      await transaction.run(insertProbe, [])
      await transaction.run(deleteProbe, [])
    })
  }

  /** Under a lock for the person, so that projects created simultaneously are counted. */
  async #countProjects(transaction: Transaction, ownerId: string): Promise<void> {
    await lockName(transaction, this.#store.dialect, `projects of ${ownerId}`)
    const [record] = await transaction.run(countProjectsOfUser, [ownerId])
    if (Number(record?.['projects']) >= PROJECTS_MAX) throw new TooManyProjects()
  }

  #transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#availability.transact(this.#store, work)
  }
}
