// One step of due work: at the start of a batch, under the lock, a bounded number of the items that have fallen due, in their order and
// each at its own time. What is left makes the clock wait on its way, so that whoever locks the space next goes on.

import { batchTime, clockArrived, withDue } from '../kernel/dataset.ts'
import { setDueAside, runDueOrder } from '../payments/due.ts'
import { dueItem, type DueItem, findNextCallback, findNextOrders } from '../store/due-statements.ts'
import { type BatchParts, decideAll } from './decide.ts'
import { type Bug, bugOutcome } from './execution.ts'

/** Which due items a step takes. */
export interface Portion {
  /** So many at most. */
  readonly room: number
  /** Why the database refuses the one that is taken: it is set aside without being settled. */
  readonly refusal?: Bug
}

/** How many a commit takes as a rule, and how many after its save was refused, until the culprit is alone. */
const ROOMS = [500, 50, 5, 1]

export const FULL_PORTION: Portion = { room: Math.max(...ROOMS) }

/** What to take after a save with this portion was refused. Undefined where not even setting the culprit aside was possible. */
export function smallerPortion({ room, refusal }: Portion, error: unknown): Portion | undefined {
  if (refusal !== undefined) return undefined
  const smaller = ROOMS.find((size) => size < room)
  return smaller === undefined ? { room, refusal: bugOutcome(error) } : { room: smaller }
}

/** An order whose time brought a bug to light. It was set aside. */
export interface DueBug extends Bug {
  readonly datasetId: number
  readonly orderId: string
}

/** What a step did. */
export interface DueStep {
  readonly taken: number
  readonly bugs: readonly DueBug[]
}

/** Runs a portion of the items that are due by the clock's target, or by now where the clock simply runs. */
export async function stepThroughDue(
  parts: BatchParts,
  { room, refusal }: Portion,
): Promise<DueStep> {
  const { transaction, rows, realNow } = parts
  const { dataset } = rows
  const until = dataset.clockTarget ?? batchTime(dataset, realNow)
  if (dataset.nextDueAt === null || dataset.nextDueAt > until) {
    rows.dataset = clockArrived(dataset, realNow)
    return { taken: 0, bugs: [] }
  }
  const [orders, callbacks] = await Promise.all([
    transaction.run(findNextOrders, [dataset.id, room + 1]),
    transaction.run(findNextCallback, [dataset.id]),
  ])
  const next = orders.map(dueItem)
  const due = next.slice(0, room).filter(({ dueAt }) => dueAt <= until)
  // The earliest of what the items bring, of the orders behind them and of the callbacks: from here on nothing is guessed.
  rows.dataset = { ...dataset, nextDueAt: null }
  const failed = refusal === undefined ? await settle(due, parts) : due.map(failedBy(refusal))
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
  return { taken: due.length, bugs }
}

type Failed = readonly [item: DueItem, bug: Bug]

const failedBy =
  (bug: Bug) =>
  (item: DueItem): Failed => [item, bug]

/** Each item is decided alone: one that fails leaves no trace. Returns those. */
async function settle(due: readonly DueItem[], parts: BatchParts): Promise<Failed[]> {
  const from = parts.rows.dataset.lastAt
  const failed: Failed[] = []
  await decideAll<unknown>(
    due.map((item) => ({
      prefetch: (rows) => runDueOrder.prefetch?.(item, rows) ?? [],
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => runDueOrder.decide(item, draft),
      refused: (error) => failed.push([item, bugOutcome(error)]),
    })),
    parts,
  )
  return failed
}

/** What failed loses its time, so that it is not met again. */
async function setAside(failed: Failed[], parts: BatchParts): Promise<void> {
  const from = parts.rows.dataset.lastAt
  await decideAll<unknown>(
    failed.map(([item]) => ({
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => setDueAside.decide(item, draft),
      refused: (error) => failed.push([item, bugOutcome(error)]),
    })),
    parts,
  )
}
