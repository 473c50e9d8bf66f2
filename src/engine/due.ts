// One step of due work: at the start of a batch, under the lock, a bounded number of the items that have fallen due, in their order and
// each at its own time. What is left makes the clock wait on its way, so that whoever locks the space next goes on.

import { batchTime, clockArrived, withDue } from '../domain/space.ts'
import { setDueAside, settleDueOrder } from '../operations/due.ts'
import { dueItem, type DueItem, findNextCallback, findNextOrders } from '../store/due-statements.ts'
import { type BatchParts, decideAll } from './decide.ts'
import { type Bug, bugOutcome } from './envelope.ts'

/** Items that run in one commit at most. */
export const DUE_BOUND = 500

/** What a step did. */
export interface DueStep {
  readonly taken: number
  /** Items that failed and were set aside. */
  readonly bugs: readonly Bug[]
}

/** Runs up to `room` items that are due by the clock's target, or by now where the clock simply runs. */
export async function stepThroughDue(parts: BatchParts, room: number): Promise<DueStep> {
  const { transaction, set, realNow } = parts
  const { space } = set
  const until = space.clockTarget ?? batchTime(space, realNow)
  if (space.nextDueAt === null || space.nextDueAt > until) {
    set.space = clockArrived(space, realNow)
    return { taken: 0, bugs: [] }
  }
  const [orders, callbacks] = await Promise.all([
    transaction.run(findNextOrders, [space.id, room + 1]),
    transaction.run(findNextCallback, [space.id]),
  ])
  const next = orders.map(dueItem)
  const due = next.slice(0, room).filter(({ dueAt }) => dueAt <= until)
  // The earliest of what the items bring, of the orders behind them and of the callbacks: from here on nothing is guessed.
  set.space = { ...space, nextDueAt: null }
  const bugs = await settle(due, parts)
  const rest = next[due.length]?.dueAt ?? null
  const callback = (callbacks[0]?.['due_at'] ?? null) as number | null
  const known = withDue(withDue(set.space, rest), callback)
  set.space =
    rest !== null && rest <= until ? { ...known, clockTarget: until } : clockArrived(known, realNow)
  return { taken: due.length, bugs }
}

/** Each item is decided alone: one that fails leaves no trace, and loses its time so that it is not met again. */
async function settle(due: readonly DueItem[], parts: BatchParts): Promise<Bug[]> {
  const { set } = parts
  const from = set.space.lastAt
  const failed: [item: DueItem, bug: Bug][] = []
  await decideAll<unknown>(
    due.map((item) => ({
      wants: (rows) => settleDueOrder.wants(item, rows),
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => settleDueOrder.decide(item, draft),
      refused: (error) => failed.push([item, bugOutcome(error)]),
    })),
    parts,
  )
  await decideAll<unknown>(
    failed.map(([item]) => ({
      wants: (rows) => setDueAside.wants(item, rows),
      now: () => Math.max(item.dueAt, from),
      decide: (draft) => setDueAside.decide(item, draft),
      refused: (error) => failed.push([item, bugOutcome(error)]),
    })),
    parts,
  )
  set.space = { ...set.space, lastAt: Math.max(from, due.at(-1)?.dueAt ?? from) }
  return failed.map(([, bug]) => bug)
}
