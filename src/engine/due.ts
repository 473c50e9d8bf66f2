// One step of due work: at the start of a batch, under the lock, a bounded number of the items that have fallen due, in their order and
// each at its own time. What is left makes the clock wait on its way, so that whoever locks the dataset next goes on.

import { batchTime, clockArrived, withDue } from '../kernel/dataset.ts'
import { setDueAside, runDueOrder } from '../payments/orders/due.ts'
import { dueItem, type DueItem, findNextCallback, findNextOrders } from '../store/due-statements.ts'
import { type BatchParts, decideAll } from './decide.ts'
import { type Bug, bugResult } from './execution.ts'

/** Which due items a step takes. */
export interface StepLimit {
  /** So many at most. */
  readonly items: number
  /** Why the database refuses the one that is taken: it is set aside without being run. */
  readonly bug?: Bug
}

/** How many a commit takes as a rule, and how many after its save was refused, until the culprit is alone. */
const STEP_SIZES = [500, 50, 5, 1]

export const FULL_STEP: StepLimit = { items: Math.max(...STEP_SIZES) }

/** What to take after a save with this limit was refused. Undefined where not even setting the culprit aside was possible. */
export function smallerStep({ items, bug }: StepLimit, error: unknown): StepLimit | undefined {
  if (bug !== undefined) return undefined
  const smaller = STEP_SIZES.find((size) => size < items)
  return smaller === undefined ? { items, bug: bugResult(error) } : { items: smaller }
}

/** An order whose time brought a bug to light. It was set aside. */
export interface DueBug extends Bug {
  readonly datasetId: number
  readonly orderId: string
}

/** What a step did. */
export interface DueStep {
  readonly dueItems: number
  readonly bugs: readonly DueBug[]
}

/** Runs as many of the items as `items` allows that are due by the clock's target, or by now where the clock simply runs. */
export async function stepThroughDue(
  parts: BatchParts,
  { items, bug }: StepLimit,
): Promise<DueStep> {
  const { transaction, rows, realNow } = parts
  const { dataset } = rows
  const until = dataset.clockTarget ?? batchTime(dataset, realNow)
  if (dataset.nextDueAt === null || dataset.nextDueAt > until) {
    rows.dataset = clockArrived(dataset, realNow)
    return { dueItems: 0, bugs: [] }
  }
  const [orders, callbacks] = await Promise.all([
    transaction.run(findNextOrders, [dataset.id, items + 1]),
    transaction.run(findNextCallback, [dataset.id]),
  ])
  const next = orders.map(dueItem)
  const due = next.slice(0, items).filter(({ dueAt }) => dueAt <= until)
  // The earliest of what the items bring, of the orders behind them and of the callbacks: from here on nothing is guessed.
  rows.dataset = { ...dataset, nextDueAt: null }
  const failed = bug === undefined ? await runItems(due, parts) : due.map(failedBy(bug))
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
  const bugs = failed.map(([{ orderId }, bug]) => ({ ...bug, datasetId: dataset.id, orderId }))
  return { dueItems: due.length, bugs }
}

type FailedItem = readonly [item: DueItem, bug: Bug]

const failedBy =
  (bug: Bug) =>
  (item: DueItem): FailedItem => [item, bug]

/** Each item is decided alone: one that fails leaves no trace. Returns those. */
async function runItems(due: readonly DueItem[], parts: BatchParts): Promise<FailedItem[]> {
  const from = parts.rows.dataset.lastAt
  const failed: FailedItem[] = []
  await decideAll<unknown>(
    due.map((item) => ({
      prefetch: (rows) => runDueOrder.prefetch?.(item, rows) ?? [],
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => runDueOrder.decide(item, draft),
      refused: (error) => failed.push([item, bugResult(error)]),
    })),
    parts,
  )
  return failed
}

/** What failed loses its time, so that it is not met again. */
async function setAside(failed: FailedItem[], parts: BatchParts): Promise<void> {
  const from = parts.rows.dataset.lastAt
  await decideAll<unknown>(
    failed.map(([item]) => ({
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => setDueAside.decide(item, draft),
      refused: (error) => failed.push([item, bugResult(error)]),
    })),
    parts,
  )
}
