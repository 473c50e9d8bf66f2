// Due work of an order: an unpaid order expires, or a hold is captured or released. Commands on an
// order apply it first. The engine finds other due orders under the lock and runs one command for
// each, at the time it was due.

import { type Command, defineCommand } from '../../kernel/command.ts'
import { Continuation } from '../../kernel/continuation.ts'
import { withDue } from '../../kernel/dataset.ts'
import type { DecisionFacts, Draft } from '../../kernel/draft.ts'
import { Fault } from '../../kernel/fault.ts'
import { withRan } from '../../projects/move-clock.ts'
import { capture } from '../authorisation/capture.ts'
import { defineOrderCommand, type OrderCommand } from './order-command.ts'
import { putOrder } from './order-callbacks.ts'
import { keysOfOrder, lookupOf, type NamesOrder, type OrderRef } from './order-rows.ts'
import { expiryActionCode, isPayable, statusAfter } from './order-status.ts'
import type { Order } from './order.ts'
import { reverse } from '../authorisation/reverse.ts'

/** Creates a command that makes its decision about the order after the order's due work. */
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
      const current = applyDue(draft, order)
      // Due work is not part of the request, so its explanation starts here.
      draft.decision = orderFacts(current, input)
      return decide(input, current, draft)
    },
  })

/** The facts of an order before a decision, with the amount of the request. */
function orderFacts(
  order: Order,
  input: NamesOrder & { readonly amount?: unknown },
): DecisionFacts {
  const { id: orderId, status: orderStatus, approvedAmount, depositedAmount } = order
  const { amount } = input
  return {
    orderId,
    orderStatus,
    ...(typeof amount === 'number' && amount !== 0 && { amount, currency: order.currency }),
    ...(approvedAmount > 0 && {
      orderAmounts: [approvedAmount, depositedAmount, order.refundedAmount] as const,
    }),
  }
}

/** Applies due work only. */
export const updateOrder = defineOrderCommand<{ readonly order: OrderRef }, Order>({
  decide: (_input, order) => order,
})

/** Applies the due work of an order at the draft's time. */
export function applyDue(draft: Draft, order: Order): Order {
  if (order.dueAt === null || order.dueAt > draft.now) return order
  switch (dueWorkOf(order)) {
    case 'expired':
      return expire(draft, order)
    case 'captured':
      return capture(draft, order, order.approvedAmount)
    case 'released':
      return reverse(draft, order, 'release')
  }
}

/** The change that due work makes to an order. */
function dueWorkOf({ status, request }: Order): 'expired' | 'captured' | 'released' {
  if (isPayable(status)) return 'expired'
  return request.autocompletionAt === undefined ? 'released' : 'captured'
}

function expire(draft: Draft, order: Order): Order {
  const { status, failedAttempts } = order
  const { pageOpened } = order.progress
  const expired: Order = {
    ...order,
    status: statusAfter(order, 'expire'),
    actionCode: expiryActionCode({ status, pageOpened, failedAttempts }),
    dueAt: null,
    progress: { ...order.progress, challenge: null },
  }
  return putOrder(draft, expired, ['expired'])
}

interface DueOrder {
  readonly orderId: string
}

/** Runs all work that is due now. Completes when none is left. */
export const runDue = defineCommand<Record<never, never>, null | Continuation>({
  // The engine has run one batch before this. A clock that has not reached its target has more
  // work.
  decide: (input, { dataset }) =>
    dataset.clockTarget === null ? null : new Continuation('runDue', input),
})

/** Runs the due work of one order. */
export const runDueOrder = defineCommand<DueOrder, null>({
  prefetch: keysOfOrder,
  decide({ orderId }, draft) {
    const order = draft.getOrThrow('order', 'id', orderId)
    const { dueAt } = applyDue(draft, order)
    // An order that stayed due would block the clock forever.
    if (dueAt !== null && dueAt <= draft.now)
      throw new Error('an order is due after it was updated')
    const ran = { ...draft.dataset, dueRan: draft.dataset.dueRan + 1 }
    draft.dataset = withDue(withRan(ran, dueWorkOf(order), orderId), dueAt)
    return null
  },
})

/**
 * Clears the due time of an order whose due work failed, so that one bug does not block the clock.
 */
export const setDueAside = defineCommand<DueOrder, null>({
  decide({ orderId }, draft) {
    draft.put('order', { ...draft.getOrThrow('order', 'id', orderId), dueAt: null })
    return null
  },
})
