// What the store does with a payment: captures a hold, gives it back, returns money.

import { Fault, type FaultCode } from '../domain/fault.ts'
import {
  type AmountMove,
  type AmountRefusal,
  depositAmount,
  nextOrderStatus,
  type OrderCommand,
  type OrderAmounts,
  refundAmount,
  reverseAmount,
} from '../domain/order-status.ts'
import { toAmount } from '../domain/money.ts'
import { authorizationIdOf, rrnOf } from '../domain/operation.ts'
import type { Order, Refund } from '../domain/order.ts'
import { queueCallback } from './callbacks.ts'
import type { Draft } from './draft.ts'
import { operation } from './operation.ts'
import { type OrderRef, wantsOfOrder } from './order-rows.ts'
import { giveRefund } from './purchases.ts'
import { captureOrder, currentOrder, releaseOrder, statusAfter } from './settling.ts'

type StoreCommand = Extract<OrderCommand, 'deposit' | 'reverse' | 'refund'>

/** How each command is refused: by the state of the order, or by an amount that does not fit it. */
const REFUSALS = {
  deposit: {
    state: 'deposit-state',
    'amount-invalid': 'deposit-amount-invalid',
    'exceeds-approved': 'deposit-above-approved',
    'exceeds-deposited': 'deposit-amount-invalid',
  },
  reverse: {
    state: 'reverse-state',
    'amount-invalid': 'reverse-amount-invalid',
    'exceeds-approved': 'reverse-amount-invalid',
    'exceeds-deposited': 'reverse-amount-invalid',
  },
  refund: {
    state: 'refund-state',
    'amount-invalid': 'refund-amount-invalid',
    'exceeds-approved': 'refund-above-deposited',
    'exceeds-deposited': 'refund-above-deposited',
  },
} as const satisfies Record<StoreCommand, Record<'state' | AmountRefusal, FaultCode>>

export interface DepositAsk {
  readonly order: OrderRef
  /** Minor units; 0 captures everything. */
  readonly amount: number
}

/** Captures a hold once; what is not captured goes back to the payer. */
export const depositOrder = operation<DepositAsk, Order>({
  wants: (ask, rows) => wantsOfOrder(ask.order, rows),
  decide(ask, draft) {
    const order = allowed('deposit', ask.order, draft)
    const { amounts } = accepted('deposit', depositAmount(amountsOf(order), ask.amount))
    return draft.put('order', captureOrder(draft, order, amounts.depositedAmount))
  },
})

export interface ReverseAsk {
  readonly order: OrderRef
  /** Minor units; the whole hold or nothing is meant. */
  readonly amount?: number
}

/** Gives a whole hold back. */
export const reverseOrder = operation<ReverseAsk, Order>({
  wants: (ask, rows) => wantsOfOrder(ask.order, rows),
  decide(ask, draft) {
    const order = allowed('reverse', ask.order, draft)
    accepted('reverse', reverseAmount(amountsOf(order), ask.amount))
    return draft.put('order', releaseOrder(draft, order, 'reverse'))
  },
})

export interface RefundAsk {
  readonly order: OrderRef
  /** Minor units; 0 returns everything that is left. */
  readonly amount: number
  /** The store's own id: the same one again returns nothing more. */
  readonly externalId?: string
  /** What the store believes it has; another amount refuses the refund. */
  readonly expectedDepositedAmount?: number
}

/** A store may return a payment in this many parts. */
const MOST_REFUNDS = 100

/** Returns captured money, in parts if need be. */
export const refundOrder = operation<RefundAsk, Order>({
  wants: (ask, rows) => wantsOfOrder(ask.order, rows),
  decide(ask, draft) {
    const order = allowed('refund', ask.order, draft)
    const { refunds } = order.progress
    const { externalId } = ask
    if (externalId !== undefined && refunds.some((each) => each.externalId === externalId))
      return order
    if (refunds.length >= MOST_REFUNDS)
      throw new Fault(REFUSALS.refund.state, `An order is refunded at most ${MOST_REFUNDS} times.`)
    const expected = ask.expectedDepositedAmount
    if (expected !== undefined && expected !== order.depositedAmount)
      throw new Fault('expected-amount-differs', 'Another amount is deposited.')
    const move = accepted('refund', refundAmount(amountsOf(order), ask.amount))
    const leg = giveRefund(draft, order, move.moved)
    const refund: Refund = {
      at: draft.now,
      amount: move.moved,
      rrn: rrnOf(leg),
      approvalCode: authorizationIdOf(leg),
      ...(externalId !== undefined && { externalId }),
    }
    const refunded: Order = {
      ...order,
      ...move.amounts,
      status: statusAfter(order, 'refund'),
      progress: { ...order.progress, refunds: [...refunds, refund] },
    }
    return draft.put('order', queueCallback(draft, 'refunded', { order: refunded, refund }))
  },
})

/** The order as it stands, when its state allows the command. */
function allowed(command: StoreCommand, ref: OrderRef, draft: Draft): Order {
  const order = currentOrder(ref, draft)
  if (nextOrderStatus(order.status, command) === undefined)
    throw new Fault(
      REFUSALS[command].state,
      `An order in status ${order.status} does not allow this.`,
    )
  return order
}

type AcceptedMove = Exclude<AmountMove, { refusal: AmountRefusal }>

/** The move, where its amount fits the order; otherwise the fault that the command has for it. */
function accepted(command: StoreCommand, move: AmountMove): AcceptedMove {
  if (move.refusal !== undefined)
    throw new Fault(REFUSALS[command][move.refusal], 'The amount does not fit the order.')
  return move
}

const amountsOf = (order: Order): OrderAmounts => ({
  approvedAmount: toAmount(order.approvedAmount),
  depositedAmount: toAmount(order.depositedAmount),
  refundedAmount: toAmount(order.refundedAmount),
})
