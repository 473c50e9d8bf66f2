// One step of due work. At the start of a batch, under the lock, a limited number of due items run
// in order, each at its own time. If more remain, the clock stops at them, and the next batch
// continues.

import { batchTime, clockArrived, withDue } from '../kernel/dataset.ts'
import { runDueAuthorisation, setAuthorisationAside } from '../authorisations/due.ts'
import type { Draft, LoadedRows } from '../kernel/draft.ts'
import type { RowKey } from '../kernel/rows.ts'
import { setDueAside, runDueOrder } from '../payments/orders/due.ts'
import {
  type DueItem,
  dueItems,
  findNextAuthorisations,
  findNextCallback,
  findNextOrders,
} from '../store/due-statements.ts'
import { type BatchParts, decideAll } from './decide.ts'
import type { CommandChanges } from './command-changes.ts'
import { type Bug, bugResult } from './execution.ts'

/** Which due items a step processes. */
export interface StepLimit {
  /** Maximum number of items. */
  readonly items: number
  /** Why the database rejected the item: it is set aside without being run. */
  readonly bug?: Bug
}

/**
 * Maximum number of items per commit. After a rejected save, steps become smaller until the failing
 * item is alone.
 */
const STEP_SIZES = [500, 50, 5, 1]

export const FULL_STEP: StepLimit = { items: Math.max(...STEP_SIZES) }

/**
 * The next limit after a save with this limit was rejected; undefined if even setting the item
 * aside failed.
 */
export function smallerStep({ items, bug }: StepLimit, error: unknown): StepLimit | undefined {
  if (bug !== undefined) return undefined
  const smaller = STEP_SIZES.find((size) => size < items)
  return smaller === undefined ? { items, bug: bugResult(error) } : { items: smaller }
}

/** An order or authorisation that could not be processed because of a bug. It was set aside. */
export interface DueBug extends Bug {
  readonly datasetId: number
  readonly orderId?: string
  readonly authorisationId?: number
}

/** The result of a step. */
export interface DueStep {
  readonly dueItems: number
  readonly bugs: readonly DueBug[]
  /** The changes of each item, if they are recorded. */
  readonly changes: readonly CommandChanges[]
}

/**
 * Runs at most `items` items that are due at the clock's target, or now if the clock has no target.
 */
export async function stepThroughDue(
  parts: BatchParts,
  { items, bug }: StepLimit,
  keepsChanges: boolean,
): Promise<DueStep> {
  const { transaction, rows, realNow } = parts
  const { dataset } = rows
  const until = dataset.clockTarget ?? batchTime(dataset, realNow)
  if (dataset.nextDueAt === null || dataset.nextDueAt > until) {
    rows.dataset = clockArrived(dataset, realNow)
    return { dueItems: 0, bugs: [], changes: [] }
  }
  const [orders, authorisations, callbacks] = await Promise.all([
    transaction.run(findNextOrders, [dataset.id, items + 1]),
    transaction.run(findNextAuthorisations, [dataset.id, items + 1]),
    transaction.run(findNextCallback, [dataset.id]),
  ])
  const next = dueItems(orders, authorisations)
  const due = next.slice(0, items).filter(({ dueAt }) => dueAt <= until)
  // The exact earliest due time of the items, of the items after them and of the callbacks.
  rows.dataset = { ...dataset, nextDueAt: null }
  const changes: CommandChanges[] = []
  const kept = keepsChanges ? changes : undefined
  const failed = bug === undefined ? await runItems(due, parts, kept) : due.map(failedBy(bug))
  await setAside(failed, parts)
  rows.dataset = {
    ...rows.dataset,
    lastAt: Math.max(dataset.lastAt, due.at(-1)?.dueAt ?? dataset.lastAt),
  }
  const rest = next[due.length]?.dueAt ?? null
  const callback = (callbacks[0]?.['due_at'] ?? null) as number | null
  const known = withDue(withDue(rows.dataset, rest), callback)
  rows.dataset =
    rest !== null && rest <= until ? { ...known, clockTarget: until } : clockArrived(known, realNow)
  const bugs = failed.map(([{ dueAt: _, ...ref }, bug]) => ({
    ...bug,
    ...ref,
    datasetId: dataset.id,
  }))
  return { dueItems: due.length, bugs, changes }
}

type FailedItem = readonly [item: DueItem, bug: Bug]

const failedBy =
  (bug: Bug) =>
  (item: DueItem): FailedItem => [item, bug]

/** Decides each item separately, so that a failing one changes nothing. Returns the failed ones. */
async function runItems(
  due: readonly DueItem[],
  parts: BatchParts,
  kept: CommandChanges[] | undefined,
): Promise<FailedItem[]> {
  const from = parts.rows.dataset.lastAt
  const failed: FailedItem[] = []
  await decideAll<unknown>(
    due.map((item) => ({
      prefetch: (rows) => keysOf(item, rows),
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => run(item, draft),
      refused: (error) => failed.push([item, bugResult(error)]),
      ...(kept && { withChanges: (_result, changes) => kept.push(changes) }),
    })),
    parts,
  )
  return failed
}

const keysOf = (item: DueItem, rows: LoadedRows): readonly RowKey[] =>
  ('orderId' in item
    ? runDueOrder.prefetch?.(item, rows)
    : runDueAuthorisation.prefetch?.(item, rows)) ?? []

const run = (item: DueItem, draft: Draft): null =>
  'orderId' in item ? runDueOrder.decide(item, draft) : runDueAuthorisation.decide(item, draft)

/** Clears the due time of failed items, so that they are not processed again. */
async function setAside(failed: FailedItem[], parts: BatchParts): Promise<void> {
  const from = parts.rows.dataset.lastAt
  await decideAll<unknown>(
    failed.map(([item]) => ({
      now: () => Math.max(item.dueAt, from),
      decide: (draft) =>
        'orderId' in item
          ? setDueAside.decide(item, draft)
          : setAuthorisationAside.decide(item, draft),
      refused: (error) => failed.push([item, bugResult(error)]),
    })),
    parts,
  )
}
