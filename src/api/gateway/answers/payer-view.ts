// An order as a payer's page or device sees it, before and after the payment. The fields are those
// that the family's payment page and mobile libraries read.

import { javaDate } from '../../../payments/orders/callback-parameters.ts'
import type { Binding } from '../../../payments/methods/binding.ts'
import { yearMonth } from '../../../kernel/calendar.ts'
import type { Settings } from '../../../kernel/settings.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import {
  actionCodeDescription,
  type MessageLanguage,
} from '../../../payments/authorisation/action-code.ts'
import { currencyOfOrder, type Order } from '../../../payments/orders/order.ts'
import { isPayable, ORDER_STATUS, PAYMENT_STATE } from '../../../payments/orders/order-status.ts'
import { OWN_BANK, paymentSystemOf } from '../../../payments/methods/payment-card.ts'
import { inAscii, returnAddress } from '../../../web/redirects/order-return.ts'
import { definedMembers } from '../../../web/views/defined-members.ts'

const amountText = (order: Order): string => decimalAmount(order.amount, currencyOfOrder(order))
const amountWithCurrency = (order: Order): string =>
  `${amountText(order)} ${currencyOfOrder(order).alpha}`

/** Fields that are the same for every order. */
export const EVERY_SESSION = {
  cvcNotRequired: false,
  otherWayEnabled: false,
  feeEnabled: false,
  bindingDeactivationEnabled: false,
  expirationDateCustomValidation: false,
  is3DSVer2: false,
  merchantOptions: ['SSL', 'TDS', 'VISA', 'MASTERCARD', 'MAESTRO', 'MIR'],
}

interface SessionContext {
  readonly settings: Pick<Settings, 'merchantName' | 'mcc'>
  readonly merchantLogin: string
  readonly bindings: readonly Binding[]
  /** The project's time. */
  readonly now: number
}

/** The amount and the remaining time, or the redirect once there is nothing left to pay. */
export function sessionView(order: Order, context: SessionContext) {
  const { settings, merchantLogin, bindings, now } = context
  const { expiresAt = now, description } = order.request
  return {
    ...(isPayable(order.status)
      ? { remainingSecs: Math.max(0, Math.ceil((expiresAt - now) / 1000)), orderExpired: false }
      : {
          redirect: returnAddress(order),
          remainingSecs: 0,
          orderExpired: order.status === ORDER_STATUS.declined,
        }),
    orderNumber: order.number,
    amount: amountWithCurrency(order),
    currencyAlphaCode: currencyOfOrder(order).alpha,
    ...definedMembers({ description }),
    bindingItems: payableBindings(order, bindings, now).map(bindingItem),
    bindingEnabled: order.clientId !== null,
    ...EVERY_SESSION,
    backUrl: inAscii(order.request.failUrl ?? order.request.returnUrl),
    merchantInfo: { merchantFullName: settings.merchantName, merchantLogin, mcc: settings.mcc },
  }
}

const payableBindings = (
  { request: { bindingId } }: Order,
  bindings: readonly Binding[],
  now: number,
): readonly Binding[] =>
  bindings.filter(
    ({ id, active, card }) =>
      active && card.expiry >= yearMonth(now) && (bindingId === undefined || id === bindingId),
  )

/** A stored card with its label: `444455**3333 12/34`. */
function bindingItem({ id, card, createdAt }: Binding) {
  const expiry = String(card.expiry)
  const paymentSystem = paymentSystemOf(card.mask) ?? 'UNKNOWN'
  return {
    id,
    label: `${card.mask} ${expiry.slice(4)}/${expiry.slice(2, 4)}`,
    paymentSystem,
    cardHolder: card.cardholderName,
    createdDate: createdAt,
    payerEmail: '',
    payerPhone: '',
    isMaestro: paymentSystem === 'MAESTRO',
  }
}

const UNKNOWN_COUNTRY = 'UNKNOWN'

interface FinishedContext {
  readonly language: MessageLanguage
  readonly settings: Pick<Settings, 'merchantName' | 'terminalId'>
}

/** The outcome of a payment, without a card while the order can still be paid. */
export function finishedView(order: Order, { language, settings }: FinishedContext) {
  const payment = isPayable(order.status) ? null : order.progress.payment
  const isOwn = payment?.card.kind === 'issued'
  return {
    status: PAYMENT_STATE[order.status],
    mdOrder: order.id,
    orderNumber: order.number,
    orderDescription: order.request.description ?? '',
    amountFormatted: amountText(order),
    formattedAmount: amountWithCurrency(order),
    currencyName: currencyOfOrder(order).alpha,
    date: order.createdAt,
    actionCode: order.actionCode,
    actionCodeDescription: actionCodeDescription(order.actionCode, language),
    terminalId: settings.terminalId,
    merchantFullName: settings.merchantName,
    ...(payment && {
      paymentDate: javaDate(payment.at),
      ...definedMembers({
        approvalCode: payment.approvalCode,
        refNum: payment.rrn,
        paymentRefNum: payment.rrn,
      }),
      maskedPan: payment.card.mask,
      panMasked: payment.card.mask,
      panCountryCode: isOwn ? OWN_BANK.code : UNKNOWN_COUNTRY,
      ...(isOwn && { bankName: OWN_BANK.name }),
    }),
  }
}
