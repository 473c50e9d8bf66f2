// The status of an order for the merchant: the record in the specification, and the short form that
// older clients use.

import type { MessageLanguage } from '../../../payments/authorisation/action-code.ts'
import { type Order, sentCurrencyOf } from '../../../payments/orders/order.ts'
import { definedMembers } from '../../../web/views/defined-members.ts'
import { type OrderContext, orderView } from '../../../web/views/order-view.ts'
import { success } from './forms.ts'
import { messageText } from '../errors/messages.ts'

/** The response of `getOrderStatusExtended.do`. */
export const statusView = (order: Order, context: OrderContext) => ({
  ...success(context.language),
  ...orderView(order, context),
})

/** The short form: capitalised names, and `authCode` is always 2. */
export function shortStatusView(order: Order, language: MessageLanguage) {
  const { payment } = order.progress
  return {
    ...(payment && {
      expiration: String(payment.card.expiry),
      cardholderName: payment.card.cardholderName,
    }),
    depositAmount: order.depositedAmount,
    currency: sentCurrencyOf(order),
    ...(payment && definedMembers({ approvalCode: payment.approvalCode })),
    authCode: 2 as const,
    ...(order.clientId !== null && {
      clientId: order.clientId,
      ...definedMembers({ bindingId: payment?.bindingId }),
    }),
    ErrorCode: '0' as const,
    ErrorMessage: messageText('success', language),
    OrderStatus: order.status,
    OrderNumber: order.number,
    ...(payment && { Pan: payment.card.mask }),
    Amount: order.amount,
    ...(payment && definedMembers({ Ip: payment.ip ?? order.request.ip })),
  }
}
