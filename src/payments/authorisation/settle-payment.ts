// Settles a payment on which the project's server decides. The payment only continues if its order
// still waits for this decision: an order that expired or was cancelled in the meantime does not
// change.

import { rowKey } from '../../kernel/rows.ts'
import type { DecisionEnd, Ending } from '../../real-time/settle-decision.ts'
import { keysByPaymentCard, keysOfBindingOwner, keysOfPayment } from '../orders/order-rows.ts'
import { applyDue } from '../orders/due.ts'
import { isPayable } from '../orders/order-status.ts'
import { completeDecided, type FinishedAttempt } from './complete-payment.ts'

const ORDER_ENDED: Ending = {
  refused: {
    code: 'order-processed',
    detail: 'The order ended before the server decided. Nothing was charged.',
  },
}

export const paymentEnd: DecisionEnd<'payment'> = {
  keys({ subject: { orderId, pending } }, rows) {
    const order = rows.find('order', 'id', orderId)
    const { card, bindingId } = pending
    return [
      rowKey('order', 'id', orderId),
      ...keysByPaymentCard(card, rows),
      ...(bindingId === undefined ? [] : [rowKey('binding', 'id', bindingId)]),
      ...(order ? keysOfPayment(order) : []),
      ...(order?.clientId === undefined || order.clientId === null
        ? []
        : keysOfBindingOwner(order.clientId, card)),
    ]
  },

  part: () => ({
    kind: 'decline',
    error: 'a payment at interface C cannot be approved in part, so this is a decline',
  }),

  settle(draft, { id, subject }, programme) {
    const order = applyDue(draft, draft.getOrThrow('order', 'id', subject.orderId))
    const { decisionId, ...progress } = order.progress
    if (!isPayable(order.status) || decisionId !== id)
      return { authorisationId: null, isApproved: false, isByRules: true, ending: ORDER_ENDED }
    draft.decision = { orderId: order.id, orderStatus: order.status }
    const result = completeDecided(draft, { ...order, progress }, subject, programme)
    const isApproved = result.result === 'approved'
    return {
      authorisationId: result.order.progress.payment?.operationId ?? null,
      isApproved,
      isByRules: !isApproved && programme.kind !== 'decline',
      ending: { result },
    }
  },

  endingOf(draft, { state, authorisationId, subject }) {
    if (authorisationId === null) return ORDER_ENDED
    const order = draft.getOrThrow('order', 'id', subject.orderId)
    const { version2 } = subject.authenticated
    const result: FinishedAttempt = {
      result: state === 'approved' ? 'approved' : 'declined',
      order,
      version2,
    }
    return { result }
  },
}
