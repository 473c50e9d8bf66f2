// What falls due. The engine finds the items under the lock and settles each as an ask of its own, at the item's own time; these are
// those asks, and the one that calls for them.

import { withDue } from '../domain/space.ts'
import { operation } from './operation.ts'
import { wantsOfOrder } from './order-rows.ts'
import { Unfinished } from './unfinished.ts'
import { settleOrderRow } from './settling.ts'

interface DueOrder {
  readonly orderId: string
}

/** Calls for everything that is due by now; answered when all of it has run. */
export const settleDue = operation<Record<never, never>, null | Unfinished>({
  wants: () => [],
  // The engine has taken a step before this is decided: a clock that is still on its way means that there are more.
  decide: (ask, { space }) =>
    space.clockTarget === null ? null : new Unfinished('settleDue', ask),
})

/** What happens to an order at its time. False where there is nothing to do any more. */
export const settleDueOrder = operation<DueOrder, boolean>({
  wants: ({ orderId }, rows) => wantsOfOrder({ id: orderId }, rows),
  decide({ orderId }, draft) {
    const order = draft.must('order', 'id', orderId)
    if (order.dueAt === null || order.dueAt > draft.now) return false
    const { dueAt } = settleOrderRow(draft, order)
    // Without this an order that stays due would keep the clock from ever arriving.
    if (dueAt !== null && dueAt <= draft.now)
      throw new Error('an order is due after it was settled')
    draft.space = withDue({ ...draft.space, dueRan: draft.space.dueRan + 1 }, dueAt)
    return true
  },
})

/** Leaves an order as it is, without a time, because its time brought a bug to light: one such order must not stop the clock. */
export const setDueAside = operation<DueOrder, null>({
  wants: ({ orderId }, rows) => wantsOfOrder({ id: orderId }, rows),
  decide({ orderId }, draft) {
    draft.put('order', { ...draft.must('order', 'id', orderId), dueAt: null })
    return null
  },
})
