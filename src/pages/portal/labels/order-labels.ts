// The state of an order, in one word and its meaning.

import { actionCode, NO_ATTEMPT } from '../../../payments/authorisation/action-code.ts'
import type { listOrders } from '../../../api/control/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import {
  ORDER_STATUS,
  ranOutOfTime,
  wasCancelledByPayer,
  wasWithdrawn,
} from '../../../payments/orders/order-status.ts'
import type { Meaning } from '../../../web/html/components.ts'

export type ListedOrder = AnswerOf<typeof listOrders>['items'][number]

type OrderState = Pick<ListedOrder, 'status' | 'actionCode' | 'depositedAmount' | 'verification'>

export function statusLabel(order: OrderState): readonly [meaning: Meaning, word: string] {
  const { status, actionCode: code } = order
  switch (status) {
    case 'registered':
      return code === NO_ATTEMPT ? ['neutral', 'unpaid'] : ['declined', 'declined']
    case 'held':
      return ['pending', 'held']
    case 'deposited':
      return ['approved', 'paid']
    case 'reversed':
      return ['neutral', order.verification ? 'card verified' : 'reversed']
    case 'refunded':
      return ['neutral', order.depositedAmount > 0 ? 'partly refunded' : 'refunded']
    case 'authenticating':
      return ['pending', 'at 3-D Secure']
    case 'declined':
      return [endMeaning(order), endLabel(order)]
  }
}

/** Red is for failures; an order that was cancelled or expired is grey. */
export const endMeaning = (order: Parameters<typeof endLabel>[0]): Meaning =>
  endLabel(order) === 'declined' ? 'declined' : 'neutral'

/** How an order ended that was declined permanently. */
export function endLabel({ status, actionCode: code }: Pick<OrderState, 'status' | 'actionCode'>) {
  const state = { status: ORDER_STATUS[status], actionCode: code }
  if (ranOutOfTime(state)) return 'expired'
  return wasWithdrawn(state) || wasCancelledByPayer(state) ? 'withdrawn' : 'declined'
}

/** The text of an action code, in English. */
export const actionCodeText = (code: number): string =>
  actionCode(code)?.texts.en ?? 'Payment declined'
