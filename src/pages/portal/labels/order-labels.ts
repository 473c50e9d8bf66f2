// The state of an order, in one word and its meaning.

import { meaningOf } from '../../../api/control/orders/action-code-meanings.ts'
import { numberFromId } from '../../../payments/orders/order.ts'
import { NO_ATTEMPT } from '../../../payments/authorisation/action-code.ts'
import type { listOrders } from '../../../api/control/orders/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import {
  ORDER_STATUS,
  ranOutOfTime,
  wasCancelledByPayer,
  wasWithdrawn,
} from '../../../payments/orders/order-status.ts'
import type { Meaning } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'

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

/** Red is for failures; a cancelled or expired order is grey. */
export const endMeaning = (order: Parameters<typeof endLabel>[0]): Meaning =>
  endLabel(order) === 'declined' ? 'declined' : 'neutral'

/** How a permanently declined order ended. */
export function endLabel({ status, actionCode: code }: Pick<OrderState, 'status' | 'actionCode'>) {
  const state = { status: ORDER_STATUS[status], actionCode: code }
  if (ranOutOfTime(state)) return 'expired'
  return wasWithdrawn(state) || wasCancelledByPayer(state) ? 'withdrawn' : 'declined'
}

/** The meaning of an action code in plain English. */
export const actionCodeText = (code: number): string => meaningOf(code)

/** "declines with 116: insufficient funds". */
export const declinesWith = (code: number): string =>
  `declines with ${code}: ${lowerFirst(actionCodeText(code))}`

/** A sentence to appear after a colon. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

interface NamedOrder {
  readonly id: string
  readonly number: string | null
}

/** True if the merchant sent the order number; otherwise it is the digits of the id. */
export const hasOwnNumber = ({ id, number }: NamedOrder): boolean =>
  number !== null && number !== numberFromId(id)

/** The title of an order. */
export const orderTitle = (order: NamedOrder): string =>
  `Order ${hasOwnNumber(order) ? order.number : shortNumber(order)}`

/** The number of an order, the same on every page. */
export const orderName = (order: NamedOrder): Html =>
  hasOwnNumber(order)
    ? html`<bdi>${order.number}</bdi>`
    : html`<span class="number generated">${shortNumber(order)}</span>`

/**
 * The first digits of a generated number, and the last digits before the project's number, which
 * differ between orders created in the same moment.
 */
const shortNumber = ({ id }: NamedOrder): string => `${id.slice(0, 8)}…${id.slice(19, 23)}`
