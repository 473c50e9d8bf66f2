// The snapshots of projects for the interfaces: lists, takes, restores, copies and deletes them.

import { randomBytes } from 'node:crypto'
import {
  base32,
  newProjectSecrets,
  PROJECT_ENTROPY_BYTES,
  type ProjectSecrets,
} from '../projects/project.ts'
import { type DataSecrets, SNAPSHOTS_MAX, type Snapshot } from '../projects/snapshot.ts'
import { open, seal, type SealKeys } from '../projects/vault.ts'
import type { StorageLimits } from '../kernel/dataset.ts'
import { scrubPans } from '../issuing/pan.ts'
import { findProject } from '../store/catalogue-statements.ts'
import {
  findSnapshot,
  findSnapshotById,
  findSnapshots,
  findSnapshotsByName,
  snapshotOf,
  type StoredSnapshot,
} from '../store/snapshot-statements.ts'
import type { Queryable } from '../store/store.ts'
import type { CatalogueWriter } from './catalogue.ts'
import type { CredentialHashes } from './credential-hashes.ts'
import { openedSecrets, sealedSecrets } from './file-secrets.ts'
import { fileLines, type OpenFile } from './snapshot-file.ts'
import { headOf, rowsToExport } from './snapshot-import.ts'

const SNAPSHOT_ID_BYTES = 10

/** The project's secrets that its data needs. */
export const dataSecretsOf = ({ dataKey, product, stream }: ProjectSecrets): DataSecrets => ({
  dataKey,
  product,
  ...(stream !== undefined && { stream }),
})

/** The property is omitted rather than undefined, because most projects have no stream. */
function withKeys(
  { stream: _own, ...secrets }: ProjectSecrets,
  { dataKey, stream }: { readonly dataKey: string; readonly stream: string | undefined },
): ProjectSecrets {
  return { ...secrets, dataKey, ...(stream !== undefined && { stream }) }
}

const newSnapshotId = (): string => `snp_${base32(randomBytes(SNAPSHOT_ID_BYTES))}`

export const newProjectId = (): string => `prj_${base32(randomBytes(SNAPSHOT_ID_BYTES))}`

export class Snapshots {
  readonly #reads: Queryable
  readonly #catalogue: Pick<CatalogueWriter, 'snapshots' | 'insertProject'>
  readonly #sealKeys: SealKeys
  readonly #hashes: CredentialHashes

  constructor(parts: {
    reads: Queryable
    catalogue: Pick<CatalogueWriter, 'snapshots' | 'insertProject'>
    sealKeys: SealKeys
    hashes: CredentialHashes
  }) {
    this.#reads = parts.reads
    this.#catalogue = parts.catalogue
    this.#sealKeys = parts.sealKeys
    this.#hashes = parts.hashes
  }

  /** The snapshots of a project, newest first. */
  async list(projectNumber: number): Promise<readonly Snapshot[]> {
    const records = await this.#reads.query(findSnapshots, [projectNumber, SNAPSHOTS_MAX])
    return records.map(snapshotOf)
  }

  async find(projectNumber: number, name: string): Promise<Snapshot | undefined> {
    const [record] = await this.#reads.query(findSnapshot, [projectNumber, name])
    return record && snapshotOf(record)
  }

  /** The snapshots in all projects with this id or name, at most two. */
  async findAny(idOrName: string): Promise<readonly Snapshot[]> {
    const byId = await this.#reads.query(findSnapshotById, [idOrName])
    const records =
      byId.length > 0 ? byId : await this.#reads.query(findSnapshotsByName, [idOrName])
    return records.map(snapshotOf)
  }

  /** Saves the state of a project. Throws `SnapshotRefused`. */
  take(
    { number, secrets }: { readonly number: number; readonly secrets: ProjectSecrets },
    name: string,
    limits: StorageLimits,
  ): Promise<Snapshot> {
    const sealed = this.#seal(dataSecretsOf(secrets))
    const snapshot = { projectNumber: number, name: scrubPans(name), id: newSnapshotId() }
    return this.#catalogue.snapshots.take({ ...snapshot, sealed, limits })
  }

  /**
   * Assigns a copy of its snapshot to a project. The project keeps its credentials and product
   * data; the data key is the snapshot's. Throws `SnapshotRefused`.
   */
  async restore(number: number, name: string): Promise<Snapshot> {
    const [record] = await this.#reads.query(findProject, [number])
    const before = String(record?.['sealed'])
    const own = this.#open<ProjectSecrets>(before)
    return this.#catalogue.snapshots.restore(number, name, (snapshot) => {
      const { dataKey, stream } = this.secretsOf(snapshot)
      if (dataKey === own.dataKey && stream === own.stream) return { before, after: before }
      return { before, after: this.#seal(withKeys(own, { dataKey, stream })) }
    })
  }

  /**
   * Creates a project with a copy of a snapshot, the product data of the snapshot's project, and
   * new credentials. Returns its number. Throws `SnapshotRefused` or `TooManyProjects`.
   */
  async fork(
    { projectNumber, name }: Pick<Snapshot, 'projectNumber' | 'name'>,
    project: { readonly name: string; readonly ownerId?: string | undefined },
  ): Promise<number> {
    const fresh = newProjectSecrets(randomBytes(PROJECT_ENTROPY_BYTES))
    return this.#catalogue.snapshots.fork(projectNumber, name, (transaction, source) => {
      const secrets = { ...fresh, ...this.secretsOf(source) }
      return this.#catalogue.insertProject(transaction, {
        id: newProjectId(),
        name: scrubPans(project.name),
        sealed: this.#seal(secrets),
        credentials: this.#hashes.credentialsOf(secrets),
        ownerId: project.ownerId,
      })
    })
  }

  /** The lines of a snapshot file as they are read; undefined if the snapshot does not exist. */
  async export(
    projectNumber: number,
    name: string,
    passphrase: string | undefined,
  ): Promise<AsyncGenerator<string, void, undefined> | undefined> {
    const [record] = await this.#reads.query(findSnapshot, [projectNumber, name])
    if (record === undefined) return undefined
    const snapshot = snapshotOf(record)
    const secrets = await sealedSecrets(this.secretsOf(snapshot), passphrase)
    const head = await headOf(this.#reads, snapshot, secrets)
    return head && fileLines(head, rowsToExport(this.#reads, snapshot.datasetId))
  }

  /**
   * Stores the snapshot from a file, under the file's name if `name` is undefined. Throws
   * `DamagedFile`, `WrongPassphrase` or `SnapshotRefused`.
   */
  async import(
    projectNumber: number,
    file: OpenFile,
    {
      name = file.head.name,
      passphrase,
      limits,
    }: {
      readonly name?: string | undefined
      readonly passphrase?: string | undefined
      readonly limits: StorageLimits
    },
  ): Promise<Snapshot> {
    const sealed = this.#seal(await openedSecrets(file.head.secrets, passphrase))
    const snapshot = { projectNumber, name: scrubPans(name), id: newSnapshotId(), sealed, limits }
    return this.#catalogue.snapshots.import(snapshot, file)
  }

  /** False if the snapshot does not exist. */
  delete(projectNumber: number, name: string): Promise<boolean> {
    return this.#catalogue.snapshots.delete(projectNumber, name)
  }

  secretsOf({ sealed }: Pick<StoredSnapshot, 'sealed'>): DataSecrets {
    return this.#open<DataSecrets>(sealed)
  }

  #seal(secrets: DataSecrets): string {
    return seal(this.#sealKeys, JSON.stringify(secrets))
  }

  #open<T>(sealed: string): T {
    return JSON.parse(open(this.#sealKeys, sealed)) as T
  }
}
