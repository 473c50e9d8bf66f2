// Writes snapshots: takes, restores, copies and deletes them. A snapshot is a separate dataset, so
// copying it needs no lock. A copy is staged until it is complete; housekeeping deletes what a
// stopped process leaves behind.

import { batchTime, type Dataset, workAtOf } from '../kernel/dataset.ts'
import { findDataset, lockProject, replaceSecrets } from '../store/catalogue-statements.ts'
import { versionOf } from '../store/dataset-row.ts'
import {
  deleteSnapshot,
  findSnapshot,
  holdCallbacks,
  pointToDataset,
  retireDataset,
  stopWebhookEvents,
  type StoredSnapshot,
} from '../store/snapshot-statements.ts'
import type { Store, Transaction } from '../store/store.ts'
import { realNow } from '../time.ts'
import type { Availability } from './availability.ts'
import { contentsOf, copyRows, inParts, type Parts } from './dataset-copy.ts'
import { DamagedFile, type OpenFile } from './snapshot-file.ts'
import { datasetOfFile, insertRows } from './snapshot-import.ts'
import {
  assertRoom,
  continueDataset,
  existing,
  idNumbersOf,
  keepIdNumbers,
  leaveDataset,
  lockDataset,
  type NewSnapshot,
  readDataset,
  saveDataset,
  settle,
  SnapshotRefused,
  stagedCopy,
  storeSnapshot,
  transactionReads,
} from './staged-datasets.ts'

/** Delays the commands of a dataset while `work` reads it. */
export type Hold = <T>(datasetId: number, work: () => Promise<T>) => Promise<T>

/** The target of a copy, and the step that completes it in the last transaction. */
interface Copy<T> {
  /** The project that owns the snapshot and whose number is in the ids of its copies. */
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

  /** Copies a project's current dataset. The project's commands wait in the meantime. */
  async take(snapshot: NewSnapshot): Promise<StoredSnapshot> {
    for (;;) {
      const datasetId = await this.#currentDataset(snapshot.projectNumber)
      const taken = await this.#hold(datasetId, () => this.#takeHeld(snapshot, datasetId))
      // The project was reset or restored before its dataset was locked.
      if (taken !== undefined) return taken
    }
  }

  /** Assigns a copy of the snapshot to its project, and retires the project's current dataset. */
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
        await settle(transaction, { kept: copied.id, sent: old.dataset.id })
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
   * Copies a snapshot for a new project, which `create` inserts, and returns the project's number.
   * Callbacks that wait in the snapshot stay with the original.
   */
  fork(
    projectNumber: number,
    name: string,
    create: (transaction: Transaction, source: StoredSnapshot) => Promise<number>,
  ): Promise<number> {
    return this.#copied(projectNumber, name, (source) => ({
      source,
      complete: async (transaction, copied) => {
        const number = await create(transaction, source)
        await transaction.run(holdCallbacks, [copied.id])
        await transaction.run(stopWebhookEvents, [copied.id])
        await keepIdNumbers(transaction, number, source)
        await continueDataset(transaction, copied, source, number)
        await transaction.run(pointToDataset, [number, copied.id])
        return number
      },
    }))
  }

  /** Stores the snapshot from a file, completely or not at all. Throws `DamagedFile`. */
  async import(
    snapshot: NewSnapshot,
    { head, rows, parts: lines }: OpenFile,
  ): Promise<StoredSnapshot> {
    const { projectNumber } = snapshot
    const dataset = datasetOfFile(head)
    const { dialect } = this.#store
    try {
      return await this.#parts(rows, async (parts) => {
        const staged = await parts.run(async (transaction) => {
          await this.#lockedProject(transaction, projectNumber)
          await assertRoom(transaction, snapshot, { rows, bytes: 0 })
          return stagedCopy(transaction, dataset, projectNumber)
        })
        return this.#orRetire(parts, staged, async () => {
          for await (const part of lines())
            await parts.run((transaction) =>
              insertRows(transaction, dialect, { head, datasetId: staged.id, part }),
            )
          return parts.run(async (transaction) => {
            await transaction.run(holdCallbacks, [staged.id])
            await transaction.run(stopWebhookEvents, [staged.id])
            const contents = await contentsOf(transaction, staged.id)
            if (contents.rows !== rows)
              throw new DamagedFile('The file has too few or too many rows.')
            const { bytes } = contents
            await assertRoom(transaction, snapshot, { rows, bytes })
            const { name, id, sealed } = snapshot
            const { takenAt, clockAt, frozen: isFrozen, idNumbers } = head
            const times = { takenAt, clockAt, isFrozen, idNumbers }
            const made = { projectNumber, name, id, datasetId: staged.id, sealed, ...times }
            const stored: StoredSnapshot = { ...made, rows, counts: contents.counts }
            await storeSnapshot(transaction, stored, 0)
            await saveDataset(transaction, { ...staged, storedBytes: bytes, stagedUntil: null })
            return stored
          })
        })
      })
    } catch (error) {
      if (!this.#store.refusesRows(error)) throw error
      throw new DamagedFile('The database refuses a row of the file.')
    }
  }

  /**
   * Runs `work` on a copy of a project's current dataset. The copy replaces the dataset if `work`
   * succeeds, and is deleted if it throws. The project's commands wait in the meantime.
   */
  async change<T>(projectNumber: number, work: (datasetId: number) => Promise<T>): Promise<T> {
    for (;;) {
      const datasetId = await this.#currentDataset(projectNumber)
      const changed = await this.#hold(datasetId, () =>
        this.#changeHeld({ projectNumber, datasetId }, work),
      )
      if (changed !== undefined) return changed.result
    }
  }

  /** False if the snapshot does not exist. */
  delete(projectNumber: number, name: string): Promise<boolean> {
    return this.#transact(async (transaction) => {
      const [record] = await transaction.run(deleteSnapshot, [projectNumber, name])
      if (record === undefined) return false
      await transaction.run(retireDataset, [Number(record['dataset_id'])])
      return true
    })
  }

  async #takeHeld(
    { projectNumber, name, id, sealed, limits }: NewSnapshot,
    datasetId: number,
  ): Promise<StoredSnapshot | undefined> {
    const known = await readDataset(this.#store, datasetId)
    return this.#parts(known?.storedRows ?? 0, async (parts) => {
      const begun = await parts.run(async (transaction) => {
        if ((await this.#lockedProject(transaction, projectNumber)) !== datasetId) return undefined
        const locked = await lockDataset(transaction, datasetId)
        const { storedRows: rows, storedBytes: bytes } = locked.dataset
        await assertRoom(transaction, { projectNumber, name, limits }, { rows, bytes })
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

  async #changeHeld<T>(
    { projectNumber, datasetId }: { readonly projectNumber: number; readonly datasetId: number },
    work: (datasetId: number) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const known = await readDataset(this.#store, datasetId)
    const copy = await this.#parts(known?.storedRows ?? 0, async (parts) => {
      const begun = await parts.run(async (transaction) => {
        if ((await this.#lockedProject(transaction, projectNumber)) !== datasetId) return undefined
        const locked = await lockDataset(transaction, datasetId)
        const version = versionOf(datasetId, locked.recentBatches)
        const staged = await stagedCopy(transaction, locked.dataset, projectNumber)
        return { id: staged.id, version }
      })
      if (begun !== undefined) await copyRows(parts, { from: datasetId, to: begun.id })
      return begun
    })
    if (copy === undefined) return undefined
    try {
      const result = await work(copy.id)
      await this.#transact(async (transaction) => {
        const current = await this.#lockedProject(transaction, projectNumber)
        const old = await lockDataset(transaction, datasetId)
        // Another process on the database does not wait for this process.
        if (current !== datasetId || versionOf(datasetId, old.recentBatches) !== copy.version)
          throw new SnapshotRefused('changed')
        const { dataset } = await lockDataset(transaction, copy.id)
        await leaveDataset(transaction, projectNumber, old)
        const complete = { ...dataset, stagedUntil: null }
        await saveDataset(transaction, { ...complete, workAt: workAtOf(complete) })
        await transaction.run(pointToDataset, [projectNumber, copy.id])
      })
      return { result }
    } catch (error) {
      await this.#transact((transaction) => transaction.run(retireDataset, [copy.id]))
      throw error
    }
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
          // It was deleted in the meantime, and housekeeping may have deleted rows before they were
          // copied.
          const { id } = await existing(transaction, projectNumber, name)
          if (id !== source.id) throw new SnapshotRefused('not-found')
          return copyOf(source).complete(transaction, dataset)
        })
      })
    })
  }

  /**
   * A copy in a single transaction is rolled back; any other is left to housekeeping immediately.
   */
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
