// Writes snapshots: takes, restores, copies and deletes them. A snapshot is a dataset of its own,
// so a copy of it needs no lock. A copy is staged until it is complete; what a stopped process
// leaves behind is deleted by housekeeping.

import { batchTime, datasetIdOf, type Dataset, workAtOf } from '../kernel/dataset.ts'
import { continued, SNAPSHOTS_MAX, type Snapshot } from '../projects/snapshot.ts'
import { decodeDataset, encodeDataset } from '../store/dataset-row.ts'
import { findDataset, lockProject, replaceSecrets } from '../store/catalogue-statements.ts'
import {
  countSnapshots,
  deleteSnapshot,
  findIdNumbers,
  findSnapshot,
  findWaitingSnapshots,
  holdCallbacks,
  insertIdNumber,
  insertSnapshot,
  nextGeneration,
  pointToDataset,
  readDatasetToCopy,
  retireDataset,
  settleCallbacks,
  stopWebhookEvents,
  snapshotOf,
  type StoredSnapshot,
} from '../store/snapshot-statements.ts'
import { insertDatasetStatement, saveDatasetStatement } from '../store/statements.ts'
import type { LockedDataset, Queryable, Store, Transaction } from '../store/store.ts'
import { realNow } from '../time.ts'
import type { Availability } from './availability.ts'
import { contentsOf, copyRows, inParts, type Parts } from './dataset-copy.ts'

/** How long a copy may take before housekeeping deletes it. */
const STAGED_MAX_MS = 3_600_000

export type SnapshotRefusal = 'exists' | 'not-found' | 'too-many' | 'too-large'

/** Thrown if a snapshot cannot be taken, restored or copied. Nothing was changed. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused'
  readonly reason: SnapshotRefusal

  constructor(reason: SnapshotRefusal) {
    super(`snapshot: ${reason}`)
    this.reason = reason
  }
}

export interface NewSnapshot {
  readonly projectNumber: number
  readonly name: string
  readonly id: string
  /** The secrets of the data, sealed. */
  readonly sealed: string
  /** Rows that the snapshots of a project may have; 0 is unlimited. */
  readonly rowLimit: number
}

/** Delays the commands of a dataset while `work` reads it. */
export type Hold = <T>(datasetId: number, work: () => Promise<T>) => Promise<T>

/** The target of a copy, and what completes it in the last transaction. */
interface Copy<T> {
  /** The project that owns the snapshot and names the ids of its copies. */
  readonly source: StoredSnapshot
  readonly complete: (transaction: Transaction, copied: Dataset) => Promise<T>
}

export class SnapshotWriter {
  readonly #store: Store
  readonly #availability: Availability
  readonly #hold: Hold

  constructor(store: Store, availability: Availability, hold: Hold) {
    this.#store = store
    this.#availability = availability
    this.#hold = hold
  }

  /** Copies the current dataset of a project. Its commands wait meanwhile. */
  async take(snapshot: NewSnapshot): Promise<StoredSnapshot> {
    for (;;) {
      const datasetId = await this.#currentDataset(snapshot.projectNumber)
      const taken = await this.#hold(datasetId, () => this.#takeHeld(snapshot, datasetId))
      // The project was reset or restored before its dataset was held.
      if (taken !== undefined) return taken
    }
  }

  /** Points the project at a copy of its snapshot, and retires its current dataset. */
  restore(
    projectNumber: number,
    name: string,
    secrets: (snapshot: StoredSnapshot) => { readonly before: string; readonly after: string },
  ): Promise<StoredSnapshot> {
    return this.#copied(projectNumber, name, (source) => ({
      source,
      complete: async (transaction, copied) => {
        const old = await lockDataset(
          transaction,
          await this.#lockedProject(transaction, projectNumber),
        )
        await leaveDataset(transaction, projectNumber, old)
        await transaction.run(settleCallbacks, [copied.id, old.dataset.id])
        await transaction.run(stopWebhookEvents, [copied.id])
        const { before, after } = secrets(source)
        if (before !== after) {
          const replaced = await transaction.run(replaceSecrets, [projectNumber, before, after])
          if (replaced.length === 0) throw new Error('the secrets changed during the restore')
        }
        await keepIdNumbers(transaction, projectNumber, source)
        await continueDataset(transaction, copied, source, projectNumber)
        await transaction.run(pointToDataset, [projectNumber, copied.id])
        return source
      },
    }))
  }

  /**
   * Copies a snapshot for a new project, which `create` inserts. Callbacks that wait in it stay
   * with the original.
   */
  fork(
    projectNumber: number,
    name: string,
    create: (transaction: Transaction, source: StoredSnapshot) => Promise<number>,
  ): Promise<StoredSnapshot> {
    return this.#copied(projectNumber, name, (source) => ({
      source,
      complete: async (transaction, copied) => {
        const number = await create(transaction, source)
        await transaction.run(holdCallbacks, [copied.id])
        await transaction.run(stopWebhookEvents, [copied.id])
        await keepIdNumbers(transaction, number, source)
        await continueDataset(transaction, copied, source, number)
        await transaction.run(pointToDataset, [number, copied.id])
        return source
      },
    }))
  }

  /** False if there is no such snapshot. */
  delete(projectNumber: number, name: string): Promise<boolean> {
    return this.#transact(async (transaction) => {
      const [record] = await transaction.run(deleteSnapshot, [projectNumber, name])
      if (record === undefined) return false
      await transaction.run(retireDataset, [Number(record['dataset_id'])])
      return true
    })
  }

  async #takeHeld(
    { projectNumber, name, id, sealed, rowLimit }: NewSnapshot,
    datasetId: number,
  ): Promise<StoredSnapshot | undefined> {
    const known = await readDataset(this.#store, datasetId)
    return this.#parts(known?.storedRows ?? 0, async (parts) => {
      const begun = await parts.run(async (transaction) => {
        if ((await this.#lockedProject(transaction, projectNumber)) !== datasetId) return undefined
        const locked = await lockDataset(transaction, datasetId)
        const rows = locked.dataset.storedRows
        await assertRoom(transaction, { projectNumber, name, rowLimit, rows })
        const takenAt = realNow()
        const dataset = await stagedCopy(transaction, locked.dataset, projectNumber)
        const clockAt = batchTime(dataset, takenAt)
        const idNumbers = await idNumbersOf(transaction, projectNumber)
        return { dataset, takenAt, clockAt, isFrozen: dataset.frozenAt !== null, idNumbers }
      })
      if (begun === undefined) return undefined
      const { dataset, ...times } = begun
      return this.#orRetire(parts, dataset, async () => {
        await copyRows(parts, { from: datasetId, to: dataset.id })
        return parts.run(async (transaction) => {
          const { counts, rows, waitingCallbacks } = await contentsOf(transaction, dataset.id)
          const made = { projectNumber, name, id, datasetId: dataset.id, sealed, ...times }
          const snapshot: StoredSnapshot = { ...made, rows, counts }
          await storeSnapshot(transaction, snapshot, waitingCallbacks)
          await saveDataset(transaction, { ...dataset, stagedUntil: null })
          return snapshot
        })
      })
    })
  }

  /** Copies a snapshot to a staged dataset, and completes it. */
  async #copied<T>(
    projectNumber: number,
    name: string,
    copyOf: (source: StoredSnapshot) => Copy<T>,
  ): Promise<T> {
    const [known] = await this.#store.query(findSnapshot, [projectNumber, name])
    if (known === undefined) throw new SnapshotRefused('not-found')
    return this.#parts(Number(known['row_count']), async (parts) => {
      const { source, dataset } = await parts.run(async (transaction) => {
        const found = await existing(transaction, projectNumber, name)
        const saved = await readDataset(transactionReads(transaction), found.datasetId)
        if (saved === undefined) throw new SnapshotRefused('not-found')
        return { source: found, dataset: await stagedCopy(transaction, saved, projectNumber) }
      })
      return this.#orRetire(parts, dataset, async () => {
        await copyRows(parts, { from: source.datasetId, to: dataset.id })
        return parts.run(async (transaction) => {
          // Deleted meanwhile: housekeeping may have deleted rows before they were copied.
          const { id } = await existing(transaction, projectNumber, name)
          if (id !== source.id) throw new SnapshotRefused('not-found')
          return copyOf(source).complete(transaction, dataset)
        })
      })
    })
  }

  /** A copy in one transaction is rolled back; another one is left to housekeeping at once. */
  async #orRetire<T>(parts: Parts, { id }: Dataset, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (parts.isSplit) await parts.run((transaction) => transaction.run(retireDataset, [id]))
      throw error
    }
  }

  async #currentDataset(projectNumber: number): Promise<number> {
    const [record] = await this.#store.query(findDataset, [projectNumber])
    if (record === undefined) throw new SnapshotRefused('not-found')
    return Number(record['dataset_id'])
  }

  /** Locks the project; returns its current dataset. */
  async #lockedProject(transaction: Transaction, number: number): Promise<number> {
    const [row] = await transaction.run(lockProject(this.#store.dialect), [number])
    if (row === undefined) throw new SnapshotRefused('not-found')
    return Number(row['dataset_id'])
  }

  #parts<T>(rows: number, write: (parts: Parts) => Promise<T>): Promise<T> {
    const transact = <R>(store: Store, work: (transaction: Transaction) => Promise<R>) =>
      this.#availability.transact(store, work)
    return inParts({ store: this.#store, transact }, rows, write)
  }

  #transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#availability.transact(this.#store, work)
  }
}

/**
 * Retires the dataset that a project leaves. The snapshots of the project keep the outcomes of the
 * callbacks that waited in them, so that a restore does not send these again.
 */
export async function leaveDataset(
  transaction: Transaction,
  projectNumber: number,
  old: LockedDataset,
): Promise<void> {
  for (const record of await transaction.run(findWaitingSnapshots, [projectNumber]))
    await transaction.run(settleCallbacks, [Number(record['dataset_id']), old.dataset.id])
  const retired = { ...old.dataset, retired: true, workAt: null }
  await transaction.run(saveDatasetStatement, encodeDataset({ ...old, dataset: retired }))
}

/** Inserts a copy of a dataset's own row, staged, under an unused id of the project. */
async function stagedCopy(
  transaction: Transaction,
  dataset: Dataset,
  projectNumber: number,
): Promise<Dataset> {
  const [row] = await transaction.run(nextGeneration, [projectNumber])
  if (row === undefined) throw new SnapshotRefused('not-found')
  const id = datasetIdOf(projectNumber, Number(row['generation']))
  const stagedUntil = realNow() + STAGED_MAX_MS
  const staged = { ...dataset, id, projectNumber, stagedUntil, workAt: null }
  const encoded = encodeDataset({ dataset: staged, recentBatches: [] })
  await transaction.run(insertDatasetStatement, encoded)
  return staged
}

/** The copy becomes the dataset of a project. */
async function continueDataset(
  transaction: Transaction,
  copied: Dataset,
  { clockAt }: Snapshot,
  projectNumber: number,
): Promise<void> {
  const dataset = continued(copied, { id: copied.id, projectNumber, clockAt, now: realNow() })
  await saveDataset(transaction, { ...dataset, workAt: workAtOf(dataset) })
}

/** The numbers that ids in the data of a project end in. */
async function idNumbersOf(transaction: Transaction, projectNumber: number): Promise<number[]> {
  const records = await transaction.run(findIdNumbers, [projectNumber])
  return [projectNumber, ...records.map((record) => Number(record['number']))]
}

/** Pages without credentials find the project by the ids of its snapshot, too. */
async function keepIdNumbers(
  transaction: Transaction,
  projectNumber: number,
  { idNumbers }: Snapshot,
): Promise<void> {
  for (const number of idNumbers)
    if (number !== projectNumber) await transaction.run(insertIdNumber, [number, projectNumber])
}

async function readDataset(reads: Queryable, datasetId: number): Promise<Dataset | undefined> {
  const [record] = await reads.query(readDatasetToCopy, [datasetId])
  return record && decodeDataset(datasetId, record).dataset
}

const transactionReads = (transaction: Transaction): Queryable => ({
  query: (statement, parameters) => transaction.run(statement, parameters),
})

async function lockDataset(transaction: Transaction, datasetId: number): Promise<LockedDataset> {
  const locked = await transaction.lock(datasetId)
  if (locked === null) throw new SnapshotRefused('not-found')
  return locked
}

async function existing(
  transaction: Transaction,
  projectNumber: number,
  name: string,
): Promise<StoredSnapshot> {
  const [record] = await transaction.run(findSnapshot, [projectNumber, name])
  if (record === undefined) throw new SnapshotRefused('not-found')
  return snapshotOf(record)
}

async function assertRoom(
  transaction: Transaction,
  {
    projectNumber,
    name,
    rowLimit,
    rows,
  }: Pick<NewSnapshot, 'projectNumber' | 'name' | 'rowLimit'> & { readonly rows: number },
): Promise<void> {
  const [same] = await transaction.run(findSnapshot, [projectNumber, name])
  if (same !== undefined) throw new SnapshotRefused('exists')
  const [record] = await transaction.run(countSnapshots, [projectNumber])
  if (Number(record?.['snapshots']) >= SNAPSHOTS_MAX) throw new SnapshotRefused('too-many')
  if (rowLimit > 0 && Number(record?.['row_count']) + rows > rowLimit)
    throw new SnapshotRefused('too-large')
}

export async function storeSnapshot(
  transaction: Transaction,
  snapshot: StoredSnapshot,
  waitingCallbacks: number,
): Promise<void> {
  const { projectNumber, name, id, datasetId, sealed, takenAt, clockAt, isFrozen } = snapshot
  const stored = await transaction.run(insertSnapshot, [
    ...[projectNumber, name, id, datasetId, sealed, takenAt, clockAt],
    ...[isFrozen ? 1 : 0, snapshot.rows, JSON.stringify(snapshot.counts), waitingCallbacks],
    JSON.stringify(snapshot.idNumbers),
  ])
  if (stored.length === 0) throw new SnapshotRefused('exists')
}

/** Nothing has written the dataset yet. */
const saveDataset = (transaction: Transaction, dataset: Dataset): Promise<unknown> =>
  transaction.run(saveDatasetStatement, encodeDataset({ dataset, recentBatches: [] }))
