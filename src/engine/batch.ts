// One space's share of a commit: lock, load what all asks need set by set, decide them one after the other, hand the changes to
// the transaction. Nothing is awaited here but the database.

import { Fault } from '../domain/fault.ts'
import { batchTime } from '../domain/space.ts'
import {
  type KeyValue,
  primaryKeyOf,
  type Rows,
  type TableName,
  type Want,
} from '../domain/rows.ts'
import { type Changes, Draft, NotLoaded } from '../operations/draft.ts'
import { operations } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { withBatch } from '../store/space-row.ts'
import type { LockedSpace, Transaction } from '../store/store.ts'
import { bugOutcome, type Envelope, faultOutcome, type Outcome } from './envelope.ts'
import { decideOnce, idempotencyWants } from './idempotency.ts'
import { WorkingSet } from './working-set.ts'

/** A fixed path is at most this long: number → card → account. */
const LOAD_ROUNDS = 3
/** How often an ask may need rows that only an earlier ask of the same batch made reachable. */
const PASSES = 3

/** What a process remembers of a space between its batches. */
export interface Kept {
  readonly batch: string
  readonly set: WorkingSet
}

export interface BatchResult {
  /** One outcome per ask, in their order. */
  readonly outcomes: readonly Outcome[]
  /** What may serve the next batch once this one is committed; undefined where the space is gone. */
  readonly kept: Kept | undefined
}

export interface BatchContext {
  readonly process: string
  readonly batch: string
  readonly realNow: number
  readonly kept: Kept | undefined
}

/** Runs a space's asks inside an open transaction. */
export async function runBatch(
  transaction: Transaction,
  spaceId: number,
  asks: readonly Envelope[],
  context: BatchContext,
): Promise<BatchResult> {
  const locked = await transaction.lock(spaceId)
  if (locked === null || locked.space.retired)
    return { outcomes: asks.map(() => ({ kind: 'stale' })), kept: undefined }
  const set = reusable(locked, context) ?? new WorkingSet(locked.space)
  set.space = locked.space
  const decided = await decideAll(transaction, set, asks, context)
  transaction.save(
    {
      space: { ...set.space, lastAt: Math.max(set.space.lastAt, decided.now) },
      recentBatches: withBatch(locked.recentBatches, context.process, context.batch),
    },
    decided.changes,
  )
  set.trim()
  return { outcomes: decided.outcomes, kept: { batch: context.batch, set } }
}

/** The rows of this process's last batch, valid only while nobody else wrote the space since. */
function reusable(
  { recentBatches }: LockedSpace,
  { kept, process }: BatchContext,
): WorkingSet | undefined {
  const [newest] = recentBatches
  return kept !== undefined && newest?.[0] === process && newest[1] === kept.batch
    ? kept.set
    : undefined
}

async function decideAll(
  transaction: Transaction,
  set: WorkingSet,
  asks: readonly Envelope[],
  context: BatchContext,
): Promise<{ outcomes: Outcome[]; changes: Changes; now: number }> {
  const outcomes = new Array<Outcome>(asks.length)
  const gathered = new Gathered()
  let open = asks.map((_, index) => index)
  for (let pass = 0; open.length > 0; pass++) {
    await load(
      transaction,
      set,
      open.map((index) => asks[index]).filter((ask) => ask !== undefined),
    )
    const unready: number[] = []
    for (const index of open) {
      const ask = asks[index]
      if (ask === undefined) continue
      try {
        // Read anew for each ask: a clock move in this batch holds for the asks behind it.
        const now = batchTime(set.space, context.realNow)
        const draft = new Draft(set, now, context.realNow)
        outcomes[index] = decide(ask, draft)
        const changes = draft.changes()
        set.apply(changes, draft.space)
        gathered.add(changes)
      } catch (error) {
        if (error instanceof NotLoaded && pass < PASSES) unready.push(index)
        else outcomes[index] = refusal(error)
      }
    }
    open = unready
  }
  return { outcomes, changes: gathered.changes(), now: batchTime(set.space, context.realNow) }
}

const operationOf = (ask: Envelope): Operation<unknown, unknown> =>
  operations[ask.operation] as Operation<unknown, unknown>

function decide(ask: Envelope, draft: Draft): Outcome {
  const { answer, replayed } = decideOnce(ask.idempotency, draft, () =>
    operationOf(ask).decide(ask.ask, draft),
  )
  return { kind: 'answer', answer, replayed }
}

const refusal = (error: unknown): Outcome =>
  error instanceof Fault
    ? faultOutcome(error.code, error.message, error.pointer)
    : bugOutcome(error)

/** Loads in rounds until nothing the asks name is missing; one statement per table and look-up in each round. */
async function load(
  transaction: Transaction,
  set: WorkingSet,
  asks: readonly Envelope[],
): Promise<void> {
  for (let round = 0; round < LOAD_ROUNDS; round++) {
    const missing = new Map<string, { table: TableName; by: string; keys: Set<KeyValue> }>()
    for (const ask of asks)
      for (const want of wantsOf(ask, set)) if (!set.has(want)) collect(missing, want)
    if (missing.size === 0) return
    await Promise.all(
      [...missing.values()].map(async ({ table, by, keys }) => {
        const list = [...keys]
        set.loaded(table, by, list, await transaction.load(set.space.id, table, by, list))
      }),
    )
  }
}

function wantsOf(ask: Envelope, set: WorkingSet): readonly Want[] {
  return [...idempotencyWants(ask.idempotency), ...operationOf(ask).wants(ask.ask, set)]
}

function collect(
  missing: Map<string, { table: TableName; by: string; keys: Set<KeyValue> }>,
  want: Want,
): void {
  const name = `${want.table}.${want.by}`
  const group = missing.get(name)
  if (group === undefined)
    missing.set(name, { table: want.table, by: want.by, keys: new Set([want.key]) })
  else group.keys.add(want.key)
}

/** The changes of all decisions of a batch: of each row the last version. */
class Gathered {
  readonly #rows = new Map<TableName, Map<KeyValue, Rows[TableName]>>()

  add(changes: Changes): void {
    for (const [table, rows] of Object.entries(changes) as [
      TableName,
      readonly Rows[TableName][],
    ][]) {
      let byKey = this.#rows.get(table)
      if (byKey === undefined) this.#rows.set(table, (byKey = new Map<KeyValue, Rows[TableName]>()))
      for (const row of rows) byKey.set(primaryKeyOf(table, row), row)
    }
  }

  changes(): Changes {
    return Object.fromEntries([...this.#rows].map(([table, rows]) => [table, [...rows.values()]]))
  }
}
