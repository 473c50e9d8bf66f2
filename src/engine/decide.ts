// Deciding a batch's commands strictly in their order, each on what those before it left. Where the next one in line lacks rows, they
// are loaded together with what the others in line lack, and it is decided again. Nothing is awaited here but the database.

import type { Dataset } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import {
  changedTables,
  type ChangeSet,
  type KeyValue,
  type Rows,
  type TableName,
} from '../kernel/rows.ts'
import { primaryKeyOf } from '../registry/rows.ts'
import type { Transaction } from '../store/store.ts'
import { BatchDraft, RowNotLoadedError } from './draft.ts'
import type { RowCache } from './row-cache.ts'
import type { Prefetch, RowLoader, RowReader } from './row-loader.ts'

/**
 * Rounds of loading that one decision may wait for. No path through the rows is nearly as long: a decision that still lacks some needs
 * other rows each time it is made, which is a bug, and would never come to an end.
 */
const ROUNDS_MAX = 16

/** One decision to make: of a command, or about something that fell due. */
export interface Task<Result> {
  readonly prefetch?: Prefetch | undefined
  /** The time it is decided at, epoch milliseconds on the project's clock. */
  readonly now: () => number
  /** Rows that the dataset may hold: a decision that would add more is refused. */
  readonly rowLimit?: number | undefined
  /** Pure: it may be called several times, and only the last call counts. */
  readonly decide: (draft: Draft) => Result
  /** The result where the decision threw: nothing it did is kept. */
  readonly refused: (error: unknown) => Result
}

/** What every decision of a batch works with. */
export interface BatchParts {
  readonly transaction: Transaction
  readonly rows: RowCache
  readonly loader: RowLoader
  readonly realNow: number
  /** Where the changes are collected for the save. */
  readonly changes: ChangeCollector
}

/** The results in the order of the tasks; the row cache holds what they changed, `changes` collects it. */
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
  const draft = new BatchDraft(rows, task.now(), realNow)
  const result = task.decide(draft)
  const changed = draft.changes()
  if (task.rowLimit !== undefined) assertRoom(draft.dataset, task.rowLimit, { rows, changed })
  rows.apply(changed, draft.dataset)
  changes.add(changed)
  return result
}

/** Which of the changed rows are new is only looked at where it would matter if all of them were. */
function assertRoom(
  { storedRows }: Dataset,
  limit: number,
  { rows, changed }: { readonly rows: RowCache; readonly changed: ChangeSet },
): void {
  let most = storedRows
  for (const [, each] of changedTables(changed)) most += each.length
  if (most <= limit) return
  const added = rows.added(changed)
  if (added === 0 || storedRows + added <= limit) return
  throw new Fault(
    'quota-exceeded',
    `The project may store ${limit.toLocaleString('en')} rows, and this would be more: reset it, or delete it.`,
  )
}

const readerOf = (
  { prefetch, now, decide }: Task<unknown>,
  { realNow }: BatchParts,
): RowReader => ({
  prefetch,
  rehearse: (rows) => decide(new BatchDraft(rows, now(), realNow)),
})

/** The changes of all decisions of a batch: of each row the last version. */
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
