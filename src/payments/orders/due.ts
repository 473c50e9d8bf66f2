// What happens to an order by itself once its time has come: an unpaid one expires, a hold is captured or given back. Every command on an
// order first applies this. What nobody asks for, the engine finds under the lock and runs as a command of its own, at the item's own time.

import { type Command, defineCommand } from '../../kernel/command.ts'
import { Continuation } from '../../kernel/continuation.ts'
import { withDue } from '../../kernel/dataset.ts'
import type { Draft } from '../../kernel/draft.ts'
import { capture } from '../authorisation/capture.ts'
import { defineOrderCommand, type OrderCommand } from './order-command.ts'
import { queueOrderCallback } from './order-callbacks.ts'
import { existingOrder, keysOfOrder, type OrderRef } from './order-rows.ts'
import { expiryActionCode, isPayable, statusAfter } from './order-status.ts'
import type { Order } from './order.ts'
import { reverse } from '../authorisation/reverse.ts'

/** Makes a command of one on an order: it decides about the order as it stands now. */
export const onCurrentOrder = <Input, Result>({
  order,
  check,
  prefetch,
  decide,
}: OrderCommand<Input, Result>): Command<Input, Result> =>
  defineCommand({
    prefetch: (input, rows) => [
      ...keysOfOrder(order(input), rows),
      ...(prefetch?.(input, rows) ?? []),
    ],
    decide(input, draft) {
      check?.(input, draft)
      return decide(input, applyDue(draft, existingOrder(order(input), draft)), draft)
    },
  })

/** Applies what is due, nothing else. */
export const updateOrder = defineOrderCommand<{ readonly order: OrderRef }, Order>({
  order: (input) => input.order,
  decide: (_input, order) => order,
})

/** Applies what is due on an order at the draft's time and puts it. */
function applyDue(draft: Draft, order: Order): Order {
  if (order.dueAt === null || order.dueAt > draft.now) return order
  return draft.put('order', isPayable(order.status) ? expire(draft, order) : endHold(draft, order))
}

function expire(draft: Draft, order: Order): Order {
  const { pageOpened, failedAttempts } = order.progress
  const { status } = order
  return queueOrderCallback(draft, 'expired', {
    order: {
      ...order,
      status: statusAfter(order, 'expire'),
      actionCode: expiryActionCode({ status, pageOpened, failedAttempts }),
      dueAt: null,
      progress: { ...order.progress, challenge: null },
    },
  })
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
  prefetch: ({ orderId }, rows) => keysOfOrder({ id: orderId }, rows),
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
