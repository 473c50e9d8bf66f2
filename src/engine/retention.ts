// Deletes records that projects no longer keep: completed orders, callbacks and events that will
// not be sent again, and entries of the request log. Journal entries are kept, so that every
// balance has its history. It works in small transactions under the lock of one project, between
// its batches. Each transaction is complete, so that an interruption loses nothing.

import { batchTime } from '../kernel/dataset.ts'
import {
  expiredBefore,
  type Mark,
  markBy,
  needsMark,
  type RetentionDays,
  retentionOf,
  withMark,
} from '../projects/retention.ts'
import { decodeDataset, withBatch } from '../store/dataset-row.ts'
import {
  deleteCallbacksOfOrders,
  deleteExpiredEntries,
  deleteOrders,
  EXPIRED_MESSAGE_TABLES,
  findExpiredEntries,
  findExpiredOrders,
  findProjectDatasets,
  readRetention,
  RETENTION_PAGE,
  saveMarks,
  textList,
} from '../store/retention-statements.ts'
import { type SqlRecord, type Store, transact, type Transaction } from '../store/store.ts'
import { nextTurn, realNow } from '../time.ts'
import { newBatchId } from './lost-commit.ts'
import type { Hold } from './snapshot-writer.ts'

/** Numbers of deleted rows by kind. */
export type DeletedKind = 'orders' | 'callbacks' | 'requests'

/** Receives the progress of a round, for metrics. */
interface RetentionProgress {
  readonly onDeleted?: (kind: DeletedKind, rows: number) => void
  /** The number of visited projects. */
  readonly onVisited?: (projects: number) => void
}

export interface RetentionOptions extends RetentionProgress {
  /** Maximum number of days that the service allows; 0: any number. */
  readonly serviceMaxDays: number
  /** Delays a dataset's commands and copies in this process. */
  readonly hold: Hold
  readonly isStopping?: () => boolean
  /** Real time; tests replace it. */
  readonly now?: () => number
}

/** The name under which these transactions appear among a dataset's recent batches. */
const WRITER = 'retention'

/** Visits every project once. */
export async function applyRetention(store: Store, options: RetentionOptions): Promise<void> {
  const { isStopping = () => false } = options
  for (let last = 0, found = RETENTION_PAGE; found === RETENTION_PAGE && !isStopping();) {
    const page = await store.query(findProjectDatasets, [last])
    const datasets = page.map(({ dataset_id: id }) => Number(id))
    // In parallel, so that they share round trips; most projects need nothing else.
    const states = await Promise.all(datasets.map((id) => store.query(readRetention, [id])))
    await nextTurn()
    const visits = datasets.flatMap((datasetId, index) => {
      const record = states[index]?.[0]
      return record === undefined ? [] : [visitOf(datasetId, record, options)]
    })
    await storeMarks(store, visits)
    for (const visited of visits) {
      if (isStopping()) return
      await deleteExpired(store, visited)
    }
    options.onVisited?.(datasets.length)
    found = page.length
    last = Number(page.at(-1)?.['number'] ?? last)
  }
}

/** The state of a dataset, with the mark that it needs. */
function visitOf(datasetId: number, record: SqlRecord, options: RetentionOptions): Visit {
  const { serviceMaxDays, now = realNow } = options
  const { dataset } = decodeDataset(datasetId, record)
  const stored = record['marks'] ?? null
  const marks = stored === null ? [] : (JSON.parse(String(stored)) as Mark[])
  // Read after the row, so that every row that it covers existed by then.
  const at = now()
  const { nextId, lastAt, storedRows } = dataset
  const isNeeded = storedRows > 0 && needsMark(marks, { at, nextId, lastAt })
  return {
    ...options,
    datasetId,
    marks,
    at,
    days: retentionOf(dataset.settings, serviceMaxDays),
    newMark: isNeeded ? { at, nextId, time: batchTime(dataset, at) } : undefined,
  }
}

/** Writes the marks of a page of projects in one transaction. */
async function storeMarks(store: Store, visits: readonly Visit[]): Promise<void> {
  const marked = visits.filter(({ newMark }) => newMark !== undefined)
  if (marked.length === 0) return
  await transact(store, async (transaction) => {
    for (const { datasetId, marks, newMark } of marked)
      if (newMark !== undefined)
        await transaction.run(saveMarks, [datasetId, JSON.stringify(withMark(marks, newMark))])
  })
  await nextTurn()
}

interface Visit extends RetentionOptions {
  readonly datasetId: number
  readonly marks: readonly Mark[]
  readonly days: RetentionDays
  readonly at: number
  /** Undefined if the newest mark is recent enough. */
  readonly newMark: Mark | undefined
}

async function deleteExpired(store: Store, visited: Visit): Promise<void> {
  const { marks, days, at } = visited
  const markOf = (kind: keyof RetentionDays): Mark | undefined => {
    const before = expiredBefore(days[kind], at)
    return before === null ? undefined : markBy(marks, before)
  }
  const [orders, callbacks] = [markOf('orders'), markOf('callbacks')]
  const requests = expiredBefore(days.requestLog, at)
  if (orders !== undefined) await deleteOrdersBefore(store, visited, orders.time)
  if (callbacks !== undefined) await deleteMessagesBefore(store, visited, callbacks.nextId)
  if (requests !== null) await deleteRequestsBefore(store, visited, requests)
}

/** Numbers of rows and bytes that a part deleted, and where the next part starts. */
interface Part {
  readonly rows: number
  readonly bytes: number
  readonly counts: readonly (readonly [DeletedKind, number])[]
  /** False after the last part. */
  readonly hasMore: boolean
}

/** Runs parts under the lock of the dataset, which counts what they delete. */
async function inParts(
  store: Store,
  visited: Visit,
  part: (transaction: Transaction) => Promise<Part>,
): Promise<void> {
  const { datasetId, hold, onDeleted, isStopping = () => false } = visited
  for (let hasMore = true; hasMore && !isStopping();) {
    const done = await hold(datasetId, () =>
      transact(store, (transaction) => counted(transaction, datasetId, part)),
    )
    for (const [kind, rows] of done?.counts ?? []) if (rows > 0) onDeleted?.(kind, rows)
    hasMore = done?.hasMore === true
    // SQLite works in this process, so other requests get a turn in between.
    await nextTurn()
  }
}

/** Runs a part under the lock; undefined if the dataset was retired in the meantime. */
async function counted(
  transaction: Transaction,
  datasetId: number,
  part: (transaction: Transaction) => Promise<Part>,
): Promise<Part | undefined> {
  const locked = await transaction.lock(datasetId)
  if (locked === null || locked.dataset.retired) return undefined
  const deleted = await part(transaction)
  if (deleted.rows === 0) return deleted
  const { storedRows, storedBytes } = locked.dataset
  const dataset = {
    ...locked.dataset,
    storedRows: Math.max(0, storedRows - deleted.rows),
    storedBytes: Math.max(0, storedBytes - deleted.bytes),
  }
  // A new batch id, so that no process uses rows that it has cached.
  const recentBatches = withBatch(locked.recentBatches, WRITER, newBatchId())
  transaction.save({ dataset, recentBatches }, {})
  return deleted
}

/** Orders are deleted with their callbacks. `before` is a time on the project's clock. */
async function deleteOrdersBefore(store: Store, visited: Visit, before: number): Promise<void> {
  const { datasetId } = visited
  const { dialect } = store
  let after: readonly [createdAt: number, id: string] = [Number.MIN_SAFE_INTEGER, '']
  await inParts(store, visited, async (transaction) => {
    const found = await transaction.run(findExpiredOrders, [datasetId, before, ...after])
    const last = found.at(-1)
    if (last === undefined) return { rows: 0, bytes: 0, counts: [], hasMore: false }
    after = [Number(last['created_at']), String(last['id'])]
    const expired = found.filter(({ bytes }) => Number(bytes) >= 0)
    if (expired.length === 0) return { rows: 0, bytes: 0, counts: [], hasMore: true }
    const ids = textList(
      dialect,
      expired.map(({ id }) => String(id)),
    )
    const callbacks = await transaction.run(deleteCallbacksOfOrders(dialect), [datasetId, ids])
    await transaction.run(deleteOrders(dialect), [datasetId, ids])
    return {
      rows: expired.length + callbacks.length,
      bytes: bytesOf(expired) + bytesOf(callbacks),
      counts: [
        ['orders', expired.length],
        ['callbacks', callbacks.length],
      ],
      hasMore: true,
    }
  })
}

const bytesOf = (records: readonly SqlRecord[]): number =>
  records.reduce((sum, { bytes }) => sum + Number(bytes), 0)

/** Deletes callbacks and webhook events with smaller ids. */
async function deleteMessagesBefore(store: Store, visited: Visit, before: number): Promise<void> {
  const { datasetId } = visited
  for (const { end, remove } of EXPIRED_MESSAGE_TABLES) {
    let after = 0
    await inParts(store, visited, async (transaction) => {
      const range = [datasetId, after, before]
      const [part] = await transaction.run(end, range)
      const last = part?.['last'] ?? null
      if (last === null) return { rows: 0, bytes: 0, counts: [], hasMore: false }
      const deleted = await transaction.run(remove, range)
      after = Number(last)
      const rows = deleted.length
      return { rows, bytes: bytesOf(deleted), counts: [['callbacks', rows]], hasMore: true }
    })
  }
}

/** The log has no counter, and commands never read it, so no lock is needed. */
async function deleteRequestsBefore(
  store: Store,
  { datasetId, onDeleted, isStopping = () => false }: Visit,
  before: number,
): Promise<void> {
  while (!isStopping()) {
    const [expired] = await store.query(findExpiredEntries, [datasetId, before])
    const entries = Number(expired?.['entries'] ?? 0)
    if (entries === 0) return
    const last = expired?.['last'] ?? null
    await transact(store, async (transaction) => {
      for (const statement of deleteExpiredEntries)
        await transaction.run(statement, [datasetId, last])
    })
    onDeleted?.('requests', entries)
    await nextTurn()
  }
}
