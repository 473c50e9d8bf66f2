// Due work of an order: an unpaid order expires, a hold is captured or released. Every command on an order applies it
// first. The engine finds the rest under the lock and runs each item as a command of its own, at the item's own time.

import { type Command, defineCommand } from '../../kernel/command.ts'
import { Continuation } from '../../kernel/continuation.ts'
import { withDue } from '../../kernel/dataset.ts'
import type { Draft } from '../../kernel/draft.ts'
import { Fault } from '../../kernel/fault.ts'
import { capture } from '../authorisation/capture.ts'
import { defineOrderCommand, type OrderCommand } from './order-command.ts'
import { putOrder } from './order-callbacks.ts'
import { keysOfOrder, lookupOf, type NamesOrder, type OrderRef } from './order-rows.ts'
import { expiryActionCode, isPayable, statusAfter } from './order-status.ts'
import type { Order } from './order.ts'
import { reverse } from '../authorisation/reverse.ts'

/** Makes a command of a definition: it decides about the order after due work has run. */
export const onCurrentOrder = <Input extends NamesOrder, Result>({
  check,
  prefetch,
  decide,
}: OrderCommand<Input, Result>): Command<Input, Result> =>
  defineCommand({
    prefetch: (input, rows) => [...keysOfOrder(input, rows), ...(prefetch?.(input, rows) ?? [])],
    decide(input, draft) {
      check?.(input, draft)
      const order = draft.get('order', ...lookupOf(input))
      if (order === null) throw new Fault('order-not-found', 'Unknown order.')
      return decide(input, applyDue(draft, order), draft)
    },
  })

/** Applies due work only. */
export const updateOrder = defineOrderCommand<{ readonly order: OrderRef }, Order>({
  decide: (_input, order) => order,
})

/** Applies what is due on an order at the draft's time. */
function applyDue(draft: Draft, order: Order): Order {
  if (order.dueAt === null || order.dueAt > draft.now) return order
  return isPayable(order.status) ? expire(draft, order) : endHold(draft, order)
}

function expire(draft: Draft, order: Order): Order {
  const { pageOpened, failedAttempts } = order.progress
  const { status } = order
  const expired: Order = {
    ...order,
    status: statusAfter(order, 'expire'),
    actionCode: expiryActionCode({ status, pageOpened, failedAttempts }),
    dueAt: null,
    progress: { ...order.progress, challenge: null },
  }
  return putOrder(draft, expired, ['expired'])
}

function endHold(draft: Draft, order: Order): Order {
  return order.request.autocompletionAt === undefined
    ? reverse(draft, order, 'release')
    : capture(draft, order, order.approvedAmount)
}

interface DueOrder {
  readonly orderId: string
}

/** Calls for everything that is due by now; answered when all of it has run. */
export const runDue = defineCommand<Record<never, never>, null | Continuation>({
  // The engine has taken a step before this is decided: a clock that is still on its way means that there are more.
  decide: (input, { dataset }) =>
    dataset.clockTarget === null ? null : new Continuation('runDue', input),
})

/** What happens to an order at its time. */
export const runDueOrder = defineCommand<DueOrder, null>({
  prefetch: keysOfOrder,
  decide({ orderId }, draft) {
    const { dueAt } = applyDue(draft, draft.getOrThrow('order', 'id', orderId))
    // Without this an order that stays due would keep the clock from ever arriving.
    if (dueAt !== null && dueAt <= draft.now)
      throw new Error('an order is due after it was updated')
    draft.dataset = withDue({ ...draft.dataset, dueRan: draft.dataset.dueRan + 1 }, dueAt)
    return null
  },
})

/** Leaves an order as it is, without a time, because its time brought a bug to light: one such order must not stop the clock. */
export const setDueAside = defineCommand<DueOrder, null>({
  decide({ orderId }, draft) {
    draft.put('order', { ...draft.getOrThrow('order', 'id', orderId), dueAt: null })
    return null
  },
})
