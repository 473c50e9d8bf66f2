// What happened to an order, in a customer's words, from the answer of `getOrderStatusExtended.do`.

import type { Meaning } from '../../web/html/components.ts'
import { NO_ATTEMPT } from '../../payments/authorisation/action-code.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'

export interface Outcome {
  readonly meaning: Meaning
  readonly title: string
  readonly text: string
  /** The order can be paid, or tried again. */
  readonly isOpen: boolean
}

// prettier-ignore
const BY_STATUS: Readonly<Record<number, Outcome>> = {
  [ORDER_STATUS.held]:           { meaning: 'approved', isOpen: false, title: 'The money is held',   text: 'The order is paid for. The money is reserved on the card until the shop captures it.' },
  [ORDER_STATUS.deposited]:      { meaning: 'approved', isOpen: false, title: 'Thank you, it is paid', text: 'The beans are on their way, as far as beans of a sandbox ever get.' },
  [ORDER_STATUS.reversed]:       { meaning: 'neutral',  isOpen: false, title: 'The payment was reversed', text: 'The money that was held on the card is free again.' },
  [ORDER_STATUS.refunded]:       { meaning: 'neutral',  isOpen: false, title: 'The money was returned', text: 'The shop has returned a part of the payment, or all of it.' },
  [ORDER_STATUS.authenticating]: { meaning: 'pending',  isOpen: true,  title: 'Your bank has not confirmed yet', text: 'Nothing was charged. Go back to the payment page to try again.' },
}

const UNPAID_OUTCOME: Outcome = {
  meaning: 'pending',
  isOpen: true,
  title: 'The order is not paid',
  text: 'Nobody has paid it so far, and nothing was charged.',
}

const unknown: Outcome = {
  meaning: 'warning',
  isOpen: false,
  title: 'The shop knows no such order',
  text: 'The address names no order of this project. It may have been reset since.',
}

/** Reads an answer of the gateway; one that is none of an order says so. */
export function outcomeOf(answer: Readonly<Record<string, unknown>>): Outcome {
  const { orderStatus, actionCode, actionCodeDescription } = answer
  if (typeof orderStatus !== 'number') return unknown
  const known = BY_STATUS[orderStatus]
  if (known !== undefined) return known
  const isOpen = orderStatus === ORDER_STATUS.registered
  if (isOpen && actionCode === NO_ATTEMPT) return UNPAID_OUTCOME
  const reason = typeof actionCodeDescription === 'string' ? actionCodeDescription : ''
  return {
    meaning: 'declined',
    isOpen,
    title: isOpen ? 'The payment was declined' : 'The order was not paid',
    text: `Nothing was charged. ${reason}`.trim(),
  }
}
