// Decides the commands of a batch strictly in order, each on the rows that the previous ones left.
// If a command lacks rows, they are loaded together with those that later commands lack, and the
// command is decided again. Only the database is awaited.

import type { Dataset, StorageLimits } from '../kernel/dataset.ts'
import type { Draft, LoadedRows } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import type { CommandOrigin } from '../kernel/origin.ts'
import {
  changedTables,
  type ChangeSet,
  type KeyValue,
  type RowChange,
  type Rows,
  type TableName,
} from '../kernel/rows.ts'
import { LOOKUPS, primaryKeyOf } from '../registry/rows.ts'
import type { Transaction } from '../store/store.ts'
import { writeEvents } from '../webhooks/write-events.ts'
import { differ } from './change-tally.ts'
import { BatchDraft, RowNotLoadedError } from './draft.ts'
import type { CommandChanges } from './command-changes.ts'
import type { RowCache } from './row-cache.ts'
import type { Prefetch, RowLoader, RowReader } from './row-loader.ts'

/**
 * Maximum number of loading rounds per decision. A decision that needs more reads different rows
 * every time, a bug that would never end.
 */
const ROUNDS_MAX = 16

/** A decision to make: a command, or a due item. */
export interface Task<Result> {
  readonly prefetch?: Prefetch | undefined
  /** The request of a command; undefined for a due item. */
  readonly origin?: CommandOrigin | undefined
  /** Time of the decision, in epoch milliseconds on the project's clock. */
  readonly now: () => number
  /** The storage left in the dataset. A decision that would exceed it is refused. */
  readonly limits?: StorageLimits | undefined
  /** Pure, because it may be called several times, and only the last call counts. */
  readonly decide: (draft: Draft) => Result
  /** The result if the decision threw; its changes are discarded. */
  readonly refused: (error: unknown) => Result
  /** Called once for a decision that was made, or for the error that refused it. */
  readonly settled?: (draft: BatchDraft, error?: unknown) => void
  /** The result with the changes of the decision, if its caller stores them. */
  readonly withChanges?: ((result: Result, changes: CommandChanges) => Result) | undefined
}

/** The shared parts of all decisions of a batch. */
export interface BatchParts {
  readonly transaction: Transaction
  readonly rows: RowCache
  readonly loader: RowLoader
  readonly realNow: number
  /** Collects the changes for the save. */
  readonly changes: ChangeCollector
}

/**
 * Returns the results in the order of the tasks. Changes are written to the row cache and to
 * `changes`.
 */
export async function decideAll<Result>(
  tasks: readonly Task<Result>[],
  parts: BatchParts,
): Promise<Result[]> {
  const results: Result[] = []
  let readers: readonly RowReader[] | undefined
  let rounds = 0
  for (let task = tasks[0]; task !== undefined; task = tasks[results.length]) {
    try {
      results.push(decide(task, parts))
    } catch (error) {
      if (error instanceof RowNotLoadedError && rounds < ROUNDS_MAX) {
        readers ??= tasks.map((each) => readerOf(each, parts))
        await parts.loader.load(readers.slice(results.length))
        rounds += 1
        continue
      }
      results.push(task.refused(error instanceof RowNotLoadedError ? endless(error) : error))
    }
    rounds = 0
  }
  return results
}

const endless = (cause: RowNotLoadedError): Error =>
  new Error(
    `${cause.message} after ${ROUNDS_MAX} rounds of loading: the decision reads other rows each time it is made`,
    { cause },
  )

function decide<Result>(task: Task<Result>, { rows, realNow, changes }: BatchParts): Result {
  const draft = new BatchDraft(rows, task.now(), realNow, task.origin)
  try {
    const result = withEvents(task, draft, rows)
    const changed = draft.changes()
    if (task.limits !== undefined) assertRoom(draft.dataset, task.limits, { rows, changed })
    const made = applyTo(rows, task, { result, changed, dataset: draft.dataset })
    changes.add(changed)
    task.settled?.(draft)
    return made
  } catch (error) {
    if (!(error instanceof RowNotLoadedError)) task.settled?.(draft, error)
    throw error
  }
}

/**
 * Applies a decision to the rows. Returns its result and, on request, what the changes replaced.
 */
function applyTo<Result>(
  rows: RowCache,
  { withChanges }: Task<Result>,
  { result, changed, dataset }: Made<Result>,
): Result {
  if (withChanges === undefined) {
    rows.apply(changed, dataset)
    return result
  }
  const before = rows.dataset
  const kept: RowChange[] = []
  rows.apply(changed, dataset, kept)
  return withChanges(result, {
    rows: kept,
    ...(differ(before, dataset) && { datasets: [before, dataset] as const }),
  })
}

interface Made<Result> {
  readonly result: Result
  readonly changed: ChangeSet
  readonly dataset: Dataset
}

/** The decision with the events of its changes, if the project has subscribed to events. */
function withEvents<Result>(task: Task<Result>, draft: BatchDraft, rows: LoadedRows): Result {
  const result = task.decide(draft)
  if (draft.dataset.settings.webhookIds.length > 0)
    writeEvents(
      draft,
      draft.changes(),
      (table, row) => rows.find(table, LOOKUPS[table][0], primaryKeyOf(table, row)) ?? null,
    )
  return result
}

/**
 * Counts new rows only if the limit would be exceeded even assuming that all changed rows are new.
 */
function assertRoom(
  { storedRows, storedBytes }: Dataset,
  limits: StorageLimits,
  { rows, changed }: { readonly rows: RowCache; readonly changed: ChangeSet },
): void {
  const isFull = limits.bytes > 0 && storedBytes >= limits.bytes
  let most = storedRows
  for (const [, each] of changedTables(changed)) most += each.length
  if (!isFull && (limits.rows === 0 || most <= limits.rows)) return
  const added = rows.added(changed)
  if (added === 0) return
  if (isFull) throw quotaExceeded('Byte', limits.bytes, 'BYTE_LIMIT')
  if (storedRows + added > limits.rows) throw quotaExceeded('Row', limits.rows, 'ROW_LIMIT')
}

const quotaExceeded = (what: string, limit: number, variable: string): Fault =>
  new Fault(
    'quota-exceeded',
    `${what} limit of ${limit.toLocaleString('en')} reached. Reset or delete the project, or raise ${variable}.`,
  )

const readerOf = <Result>(task: Task<Result>, { realNow }: BatchParts): RowReader => ({
  prefetch: task.prefetch,
  rehearse: (rows) =>
    withEvents(task, new BatchDraft(rows, task.now(), realNow, task.origin), rows),
})

/** The changes of all decisions of a batch: the last version of each row. */
export class ChangeCollector {
  readonly #rows = new Map<TableName, Map<KeyValue, Rows[TableName]>>()

  add(changes: ChangeSet): void {
    for (const [table, rows] of changedTables(changes)) {
      let byKey = this.#rows.get(table)
      if (byKey === undefined) this.#rows.set(table, (byKey = new Map<KeyValue, Rows[TableName]>()))
      for (const row of rows) byKey.set(primaryKeyOf(table, row), row)
    }
  }

  all(): ChangeSet {
    return Object.fromEntries([...this.#rows].map(([table, rows]) => [table, [...rows.values()]]))
  }
}
