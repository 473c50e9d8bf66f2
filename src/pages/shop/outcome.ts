// Describes the outcome of an order to a customer, from a response of `getOrderStatusExtended.do`.

import type { Meaning } from '../../web/html/components.ts'
import { NO_ATTEMPT } from '../../payments/authorisation/action-code.ts'
import { NO_ANSWER } from './merchant-calls.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'

export interface Outcome {
  readonly meaning: Meaning
  readonly title: string
  readonly text: string
  /** The order can be paid or tried again. */
  readonly isOpen: boolean
}

// prettier-ignore
const BY_STATUS: Readonly<Record<number, Outcome>> = {
  [ORDER_STATUS.held]:           { meaning: 'approved', isOpen: false, title: 'The amount is held',  text: 'The amount is reserved on your card until the shop captures it.' },
  [ORDER_STATUS.deposited]:      { meaning: 'approved', isOpen: false, title: 'Thank you for your order', text: 'Your order is paid.' },
  [ORDER_STATUS.reversed]:       { meaning: 'neutral',  isOpen: false, title: 'The payment was reversed', text: 'The hold on your card was released.' },
  [ORDER_STATUS.refunded]:       { meaning: 'neutral',  isOpen: false, title: 'The payment was refunded', text: 'The shop refunded all or part of the payment.' },
  [ORDER_STATUS.authenticating]: { meaning: 'pending',  isOpen: true,  title: 'Your bank has not confirmed yet', text: 'Nothing was charged. Go back to the payment page to try again.' },
}

const UNPAID_OUTCOME: Outcome = {
  meaning: 'pending',
  isOpen: true,
  title: 'The order is not paid',
  text: 'Nothing was charged.',
}

export const ORDER_NOT_FOUND: Outcome = {
  meaning: 'warning',
  isOpen: false,
  title: 'Order not found',
  text: 'No order of this shop has this id. It may have been deleted by a reset.',
}

const unanswered: Outcome = {
  meaning: 'warning',
  isOpen: false,
  title: 'The outcome is not known yet',
  text: 'The gateway did not respond to the shop. Reload this page to ask again.',
}

/** Reads a gateway response, which may not contain an order. */
export function outcomeOf(answer: Readonly<Record<string, unknown>>): Outcome {
  const { orderStatus, actionCode, actionCodeDescription } = answer
  if (answer === NO_ANSWER) return unanswered
  if (typeof orderStatus !== 'number') return ORDER_NOT_FOUND
  const known = BY_STATUS[orderStatus]
  if (known !== undefined) return known
  const isOpen = orderStatus === ORDER_STATUS.registered
  if (isOpen && actionCode === NO_ATTEMPT) return UNPAID_OUTCOME
  const reason = typeof actionCodeDescription === 'string' ? actionCodeDescription : ''
  return {
    meaning: 'declined',
    isOpen,
    title: isOpen ? 'The payment was declined' : 'The order was not paid',
    text: reason === '' ? 'Nothing was charged.' : `${reason}. Nothing was charged.`,
  }
}
