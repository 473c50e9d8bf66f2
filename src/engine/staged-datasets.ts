// The datasets of snapshots, which are staged while they are written and then complete.

import { datasetIdOf, type Dataset, type StorageLimits, workAtOf } from '../kernel/dataset.ts'
import { continued, SNAPSHOTS_MAX, type Snapshot } from '../projects/snapshot.ts'
import { decodeDataset, encodeDataset } from '../store/dataset-row.ts'
import {
  countSnapshots,
  findIdNumbers,
  findSnapshot,
  findSnapshotDatasets,
  findWaitingSnapshots,
  insertIdNumber,
  insertSnapshot,
  nextGeneration,
  readDatasetToCopy,
  settleCallbacks,
  settleWebhookEvents,
  snapshotOf,
  type StoredSnapshot,
} from '../store/snapshot-statements.ts'
import { insertDatasetStatement, saveDatasetStatement } from '../store/statements.ts'
import type { LockedDataset, Queryable, Transaction } from '../store/store.ts'
import { realNow } from '../time.ts'

/** How long a copy may take before housekeeping deletes it. */
const STAGED_MAX_MS = 3_600_000

export type SnapshotRefusal = 'exists' | 'not-found' | 'too-many' | 'too-large' | 'changed'

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
  /** The secrets of the data, encrypted. */
  readonly sealed: string
  /** Storage limit of all snapshots of a project. */
  readonly limits: StorageLimits
}

/**
 * Retires the dataset that a project no longer uses. The project's snapshots record the outcomes of
 * the callbacks and events that waited in them, so that a restore does not send these again.
 */
export async function leaveDataset(
  transaction: Transaction,
  projectNumber: number,
  old: LockedDataset,
): Promise<void> {
  for (const record of await transaction.run(findWaitingSnapshots, [projectNumber]))
    await settle(transaction, { kept: Number(record['dataset_id']), sent: old.dataset.id })
  const retired = { ...old.dataset, retired: true, workAt: null }
  await transaction.run(saveDatasetStatement, encodeDataset({ ...old, dataset: retired }))
}

/** Messages that wait in the dataset `kept` and were sent in `sent` get the outcome from `sent`. */
export async function settle(
  transaction: Transaction,
  { kept, sent }: { readonly kept: number; readonly sent: number },
): Promise<void> {
  await transaction.run(settleCallbacks, [kept, sent])
  await transaction.run(settleWebhookEvents, [kept, sent])
}

/** Inserts a copy of a dataset's own row as staged, under an unused dataset id of the project. */
export async function stagedCopy(
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

/** Assigns the copy to a project as its dataset. */
export async function continueDataset(
  transaction: Transaction,
  copied: Dataset,
  { clockAt }: Snapshot,
  projectNumber: number,
): Promise<void> {
  const dataset = continued(copied, { id: copied.id, projectNumber, clockAt, now: realNow() })
  await saveDataset(transaction, { ...dataset, workAt: workAtOf(dataset) })
}

/** The project numbers in the ids of a project's data. */
export async function idNumbersOf(
  transaction: Transaction,
  projectNumber: number,
): Promise<number[]> {
  const records = await transaction.run(findIdNumbers, [projectNumber])
  return [projectNumber, ...records.map((record) => Number(record['number']))]
}

/** Pages without credentials also find the project by ids from its snapshot. */
export async function keepIdNumbers(
  transaction: Transaction,
  projectNumber: number,
  { idNumbers }: Snapshot,
): Promise<void> {
  for (const number of idNumbers)
    if (number !== projectNumber) await transaction.run(insertIdNumber, [number, projectNumber])
}

export async function readDataset(
  reads: Queryable,
  datasetId: number,
): Promise<Dataset | undefined> {
  const [record] = await reads.query(readDatasetToCopy, [datasetId])
  return record && decodeDataset(datasetId, record).dataset
}

export const transactionReads = (transaction: Transaction): Queryable => ({
  query: (statement, parameters) => transaction.run(statement, parameters),
})

export async function lockDataset(
  transaction: Transaction,
  datasetId: number,
): Promise<LockedDataset> {
  const locked = await transaction.lock(datasetId)
  if (locked === null) throw new SnapshotRefused('not-found')
  return locked
}

export async function existing(
  transaction: Transaction,
  projectNumber: number,
  name: string,
): Promise<StoredSnapshot> {
  const [record] = await transaction.run(findSnapshot, [projectNumber, name])
  if (record === undefined) throw new SnapshotRefused('not-found')
  return snapshotOf(record)
}

export async function assertRoom(
  transaction: Transaction,
  { projectNumber, name, limits }: Pick<NewSnapshot, 'projectNumber' | 'name' | 'limits'>,
  { rows, bytes }: StorageLimits,
): Promise<void> {
  const [same] = await transaction.run(findSnapshot, [projectNumber, name])
  if (same !== undefined) throw new SnapshotRefused('exists')
  const [record] = await transaction.run(countSnapshots, [projectNumber])
  if (Number(record?.['snapshots']) >= SNAPSHOTS_MAX) throw new SnapshotRefused('too-many')
  if (limits.rows > 0 && Number(record?.['row_count']) + rows > limits.rows)
    throw new SnapshotRefused('too-large')
  if (
    limits.bytes > 0 &&
    (await bytesOfSnapshots(transaction, projectNumber)) + bytes > limits.bytes
  )
    throw new SnapshotRefused('too-large')
}

async function bytesOfSnapshots(transaction: Transaction, projectNumber: number): Promise<number> {
  let bytes = 0
  for (const { dataset_id: id } of await transaction.run(findSnapshotDatasets, [projectNumber]))
    bytes += (await readDataset(transactionReads(transaction), Number(id)))?.storedBytes ?? 0
  return bytes
}

export async function storeSnapshot(
  transaction: Transaction,
  snapshot: StoredSnapshot,
  waitingCallbacks: number,
): Promise<void> {
  const { projectNumber, name, id, datasetId, sealed, takenAt, clockAt, isFrozen } = snapshot
  const stored = await transaction.run(insertSnapshot, [
    projectNumber,
    name,
    id,
    datasetId,
    sealed,
    takenAt,
    clockAt,
    isFrozen ? 1 : 0,
    snapshot.rows,
    JSON.stringify(snapshot.counts),
    waitingCallbacks,
    JSON.stringify(snapshot.idNumbers),
  ])
  if (stored.length === 0) throw new SnapshotRefused('exists')
}

/** Nothing has been written to the dataset yet. */
export const saveDataset = (transaction: Transaction, dataset: Dataset): Promise<unknown> =>
  transaction.run(saveDatasetStatement, encodeDataset({ dataset, recentBatches: [] }))
