// Deciding a batch's tasks one after the other: rows are loaded set by set before them, and each decision works on what those before it
// left. Nothing is awaited here but the database.

import {
  type KeyValue,
  primaryKeyOf,
  type Rows,
  type TableName,
  type Want,
} from '../domain/rows.ts'
import {
  changedTables,
  type Changes,
  Draft,
  type LoadedRows,
  NotLoaded,
} from '../operations/draft.ts'
import type { Transaction } from '../store/store.ts'
import type { WorkingSet } from './working-set.ts'

/** A fixed path is at most this long: number → card → account. */
const LOAD_ROUNDS = 3
/** How often a task may need rows that only an earlier task of the same batch made reachable. */
const PASSES = 3

/** One decision to make. */
export interface Task<Result> {
  readonly wants: (rows: LoadedRows) => readonly Want[]
  /** The time it is decided at, epoch milliseconds on the project's clock. */
  readonly now: () => number
  readonly decide: (draft: Draft) => Result
  /** The result where the decision threw: nothing it did is kept. */
  readonly refused: (error: unknown) => Result
}

/** What every decision of a batch works with. */
export interface BatchParts {
  readonly transaction: Transaction
  readonly set: WorkingSet
  readonly realNow: number
  /** Where the changes are collected for the save. */
  readonly gathered: Gathered
}

/** The results in the order of the tasks; the working set holds what they changed, `gathered` collects it. */
export async function decideAll<Result>(
  tasks: readonly Task<Result>[],
  { transaction, set, realNow, gathered }: BatchParts,
): Promise<Result[]> {
  const results = new Array<Result>(tasks.length)
  let open = [...tasks.entries()]
  for (let pass = 0; open.length > 0; pass++) {
    await load(transaction, set, open)
    const unready: typeof open = []
    for (const [index, task] of open) {
      try {
        const draft = new Draft(set, task.now(), realNow)
        results[index] = task.decide(draft)
        const changes = draft.changes()
        set.apply(changes, draft.space)
        gathered.add(changes)
      } catch (error) {
        if (error instanceof NotLoaded && pass < PASSES) unready.push([index, task])
        else results[index] = task.refused(error)
      }
    }
    open = unready
  }
  return results
}

/** Keys of one look-up that no round has loaded yet. */
interface Missing {
  readonly table: TableName
  readonly by: string
  readonly keys: Set<KeyValue>
}

/** Loads in rounds until nothing the tasks name is missing; one statement per table and look-up in each round. */
async function load(
  transaction: Transaction,
  set: WorkingSet,
  tasks: readonly (readonly [index: number, task: Pick<Task<unknown>, 'wants'>])[],
): Promise<void> {
  for (let round = 0; round < LOAD_ROUNDS; round++) {
    const missing = new Map<string, Missing>()
    for (const [, task] of tasks)
      for (const want of task.wants(set)) if (!set.has(want)) collect(missing, want)
    if (missing.size === 0) return
    await Promise.all(
      [...missing.values()].map(async ({ table, by, keys }) => {
        const list = [...keys]
        set.loaded(table, by, list, await transaction.load(set.space.id, table, by, list))
      }),
    )
  }
}

function collect(missing: Map<string, Missing>, { table, by, key }: Want): void {
  const lookup = `${table}.${by}`
  const known = missing.get(lookup)
  if (known === undefined) missing.set(lookup, { table, by, keys: new Set([key]) })
  else known.keys.add(key)
}

/** The changes of all decisions of a batch: of each row the last version. */
export class Gathered {
  readonly #rows = new Map<TableName, Map<KeyValue, Rows[TableName]>>()

  add(changes: Changes): void {
    for (const [table, rows] of changedTables(changes)) {
      let byKey = this.#rows.get(table)
      if (byKey === undefined) this.#rows.set(table, (byKey = new Map<KeyValue, Rows[TableName]>()))
      for (const row of rows) byKey.set(primaryKeyOf(table, row), row)
    }
  }

  changes(): Changes {
    return Object.fromEntries([...this.#rows].map(([table, rows]) => [table, [...rows.values()]]))
  }
}
