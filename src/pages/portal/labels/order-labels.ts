// How an order stands, in one word and its meaning.

import { actionCode, NO_ATTEMPT } from '../../../payments/authorisation/action-code.ts'
import {
  ORDER_ACTION_CODE,
  ORDER_STATUS,
  ranOutOfTime,
  wasWithdrawn,
} from '../../../payments/orders/order-status.ts'
import { isVerification, type Order } from '../../../payments/orders/order.ts'
import type { Meaning } from '../../../web/html/components.ts'

export interface StatusWord {
  readonly meaning: Meaning
  readonly word: string
}

type OrderState = Pick<Order, 'status' | 'actionCode' | 'depositedAmount' | 'request'>

export function statusWord(order: OrderState): StatusWord {
  switch (order.status) {
    case ORDER_STATUS.registered:
      return order.actionCode === NO_ATTEMPT
        ? { meaning: 'neutral', word: 'unpaid' }
        : { meaning: 'warning', word: 'attempt failed' }
    case ORDER_STATUS.held:
      return { meaning: 'pending', word: 'held' }
    case ORDER_STATUS.deposited:
      return { meaning: 'approved', word: 'paid' }
    case ORDER_STATUS.reversed:
      return { meaning: 'neutral', word: isVerification(order) ? 'card verified' : 'reversed' }
    case ORDER_STATUS.refunded:
      return {
        meaning: 'neutral',
        word: order.depositedAmount > 0 ? 'partly refunded' : 'refunded',
      }
    case ORDER_STATUS.authenticating:
      return { meaning: 'pending', word: 'at 3-D Secure' }
    case ORDER_STATUS.declined:
      return { meaning: 'declined', word: declinedWord(order) }
  }
}

function declinedWord(order: OrderState): string {
  if (ranOutOfTime(order)) return 'expired'
  if (wasWithdrawn(order)) return 'withdrawn'
  return order.actionCode === ORDER_ACTION_CODE.cancelledByPayer ? 'cancelled' : 'declined'
}

/** What an action code says, in English. */
export const actionCodeText = (code: number): string =>
  actionCode(code)?.texts.en ?? 'Payment declined'
