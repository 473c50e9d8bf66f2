// An order in the format of interface C: the specification's status record, without the two fields
// about the call.

import {
  actionCodeDescription,
  APPROVED_ACTION_CODE,
  CARD_UNKNOWN,
  type MessageLanguage,
  NO_ATTEMPT,
  NOT_A_SANDBOX_CARD,
  payerMessage,
} from '../../payments/authorisation/action-code.ts'
import { PAYMENT_STATE } from '../../payments/orders/order-status.ts'
import {
  type Order,
  type Payment,
  type Refund,
  sentCurrencyOf,
} from '../../payments/orders/order.ts'
import { OWN_BANK, paymentSystemOf } from '../../payments/methods/payment-card.ts'
import { definedMembers } from './defined-members.ts'
import { bundleView, customerOf } from './order-bundle-view.ts'

/** Data of the record in addition to the order. */
export interface OrderContext {
  readonly language: MessageLanguage
  readonly terminalId: string
}

/** The fields present depend on the order's state. */
export function orderView(order: Order, { language, terminalId }: OrderContext) {
  const { request, progress } = order
  const { payment } = progress
  return {
    orderNumber: order.number,
    orderStatus: order.status,
    actionCode: order.actionCode,
    actionCodeDescription: descriptionOf(order, language),
    displayErrorMessage: displayErrorMessage(order, language),
    amount: order.amount,
    currency: sentCurrencyOf(order),
    date: order.createdAt,
    ...timesOf(order),
    orderDescription: request.description ?? '',
    ...(payment && definedMembers({ ip: payment.ip ?? request.ip })),
    merchantOrderParams: Object.entries(request.params).map(([name, value]) => ({ name, value })),
    transactionAttributes: [],
    attributes: [{ name: 'mdOrder', value: order.id }],
    ...(payment && { cardAuthInfo: cardAuthInfo(payment) }),
    ...(order.clientId !== null && {
      bindingInfo: {
        clientId: order.clientId,
        ...definedMembers({ bindingId: payment?.bindingId }),
      },
    }),
    ...(payment?.rrn !== undefined && { authDateTime: payment.at }),
    terminalId,
    ...(payment?.rrn !== undefined && { authRefNum: payment.rrn }),
    paymentAmountInfo: {
      paymentState: PAYMENT_STATE[order.status],
      approvedAmount: order.approvedAmount,
      depositedAmount: order.depositedAmount,
      refundedAmount: order.refundedAmount,
      // The sandbox charges no fee.
      feeAmount: 0,
      totalAmount: order.amount,
    },
    bankInfo: bankInfo(payment, language),
    ...payerDataOf(order),
    ...(progress.refunds.length > 0 && { refunds: progress.refunds.map(refundView) }),
    chargeback: false,
    ...(payment && { paymentWay: payment.way }),
    ...bundleView(order),
  }
}

/** Why the last attempt ended; an unknown number gets a text that says so. */
function descriptionOf({ actionCode, progress }: Order, language: MessageLanguage): string {
  const description = actionCodeDescription(actionCode, language)
  const isUnknown = actionCode === CARD_UNKNOWN && progress.payment?.card.kind === 'unknown'
  return isUnknown ? `${description}. ${NOT_A_SANDBOX_CARD[language]}` : description
}

/** The text for the payer of a failed payment; empty otherwise. */
const displayErrorMessage = (order: Order, language: MessageLanguage): string =>
  order.actionCode === APPROVED_ACTION_CODE || order.actionCode === NO_ATTEMPT
    ? ''
    : declineText(order, language)

const timesOf = ({ progress: { depositedAt, reversedAt, refunds } }: Order) =>
  definedMembers({
    depositedDate: depositedAt,
    refundedDate: refunds.at(-1)?.at,
    reversedDate: reversedAt,
  })

function cardAuthInfo({ card, approvalCode, eci, cavv, xid, threeDsType }: Payment) {
  return {
    maskedPan: card.mask,
    expiration: String(card.expiry),
    cardholderName: card.cardholderName,
    ...definedMembers({ approvalCode }),
    pan: card.mask,
    ...definedMembers({ paymentSystem: paymentSystemOf(card.mask) }),
    ...(eci !== undefined && {
      secureAuthInfo: {
        eci: Number(eci),
        ...definedMembers({ threeDsType }),
        ...(cavv !== undefined && { threeDSInfo: { cavv, ...definedMembers({ xid }) } }),
      },
    }),
  }
}

const UNKNOWN_BANK = { en: '<Unknown>', ru: '<Неизвестно>' } as const

const bankInfo = (payment: Payment | null, language: MessageLanguage) =>
  payment?.card.kind === 'issued'
    ? {
        bankName: OWN_BANK.name,
        bankCountryCode: OWN_BANK.code,
        bankCountryName: OWN_BANK[language],
      }
    : { bankCountryCode: 'UNKNOWN', bankCountryName: UNKNOWN_BANK[language] }

/**
 * The payer as the merchant named them: in the order's own parameters, in `jsonParams`, or in the
 * basket.
 */
function payerDataOf(order: Order) {
  const { request } = order
  const { params, postAddress } = request
  const customer = customerOf(order)
  const payerData = definedMembers({
    email: request.email ?? params['email'] ?? customer.email,
    phone: request.phone ?? params['phone'] ?? customer.phone,
    postAddress,
  })
  return Object.keys(payerData).length === 0 ? {} : { payerData }
}

const refundView = ({ at, amount, rrn, approvalCode, externalId }: Refund) => ({
  date: new Date(at).toISOString().slice(0, 19),
  ...definedMembers({ externalRefundId: externalId }),
  approvalCode,
  actionCode: 0,
  referenceNumber: rrn,
  amount,
})

/** The reason for a decline, for the payer. */
export function declineText(order: Order, language: MessageLanguage): string {
  const message = payerMessage(order.actionCode, language)
  const isUnknown =
    order.actionCode === CARD_UNKNOWN && order.progress.payment?.card.kind === 'unknown'
  return isUnknown ? `${message}. ${NOT_A_SANDBOX_CARD[language]}` : message
}
