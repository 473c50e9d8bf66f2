// Operations that register an order and pay it in one call: by card, by telephone, and to check a
// card.

import { actionCodeDescription } from '../../../payments/authorisation/action-code.ts'
import { orderIdOfServerTrans } from '../../../payments/orders/gateway-id.ts'
import { type Order, sentCurrencyOf } from '../../../payments/orders/order.ts'
import type { PaymentMethod } from '../../../payments/methods/payment-method.ts'
import type { PayOrderResult } from '../../../payments/authorisation/authenticate-payment.ts'
import type { PayOrderInput } from '../../../payments/authorisation/pay.ts'
import { newPaymentIds } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import {
  cardholder,
  cvc,
  encryptedCard,
  expiry,
  cardNumber,
  panOrBinding,
  presentedCard,
} from '../parameters/card-input.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { textForm, success } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import {
  amountOfOrder,
  HOLD_PARAMETERS,
  ORDER_PARAMETERS,
  registerInput,
  returnUrl,
} from '../parameters/order-parameters.ts'
import { optional, type ParameterTable } from '../parameters/parameters.ts'
import { declineText } from '../../../web/views/order-view.ts'
import { answered, storedMethod, VERSION_2, version2Input } from './payments.ts'
import { definedMembers } from '../../../web/views/defined-members.ts'
import { returnUrlOf } from '../project-state.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import { shortStatusView } from '../answers/status-view.ts'

const PAY_BY_CARD = {
  ...ORDER_PARAMETERS,
  expiry,
  cvc,
  cardholderName: cardholder,
  preAuth: optional(types.boolean, 'true holds the amount instead of charging it'),
} as const satisfies ParameterTable

const INSTANT = {
  amount: amountOfOrder,
  returnUrl,
  pan: panOrBinding,
  seToken: encryptedCard,
  bindingId: optional(types.id, 'Id of a stored card, instead of `pan` and `expiry`'),
  ...PAY_BY_CARD,
  ...HOLD_PARAMETERS,
  ...VERSION_2,
} as const satisfies ParameterTable

async function instantPayment(call: Call<typeof INSTANT>) {
  const { service, project, values, language } = call
  const { pan, bindingId, threeDSServerTransId, preAuth = false } = values
  const paymentMethod: PaymentMethod =
    bindingId === undefined
      ? {
          kind: 'card',
          card: presentedCard({ ...values, pan: pan ?? '' }, project.vault),
          keepCard: true,
        }
      : await storedMethod(call, bindingId, values.cvc)
  const pay = {
    paymentMethod,
    callerAddress: call.callerAddress,
    ...version2Input(values),
    newIds: newPaymentIds(project),
  }
  // The second call of version 2 names the order that the first one registered.
  const known = threeDSServerTransId && orderIdOfServerTrans(threeDSServerTransId)
  const answer =
    known === undefined
      ? await service.execute(project, 'registerAndPay', {
          register: registerInput(call, values, {
            ...values,
            twoStage: preAuth,
            bindingId: undefined,
          }),
          pay,
        })
      : await service.execute(project, 'payOrder', { ...pay, orderId: known })
  return {
    ...success(language),
    orderId: answer.order.id,
    orderNumber: answer.order.number,
    ...(await answered(call, answer)),
    orderStatus: { ...shortStatusView(answer.order, language), ...issuerAnswer(answer.order) },
  }
}

const ONE_CARD = {
  pan: cardNumber,
  returnUrl: optional(types.url, 'URL to which a payer returns'),
  ...PAY_BY_CARD,
} as const satisfies ParameterTable

/** Pays by card without a redirect. */
async function payInstantly(
  call: Call<typeof ONE_CARD>,
  order: { readonly amount: number; readonly features?: readonly string[] },
  pay: Pick<PayOrderInput, 'way' | 'withoutChallenge'>,
): Promise<PayOrderResult> {
  const { service, project, values } = call
  const card = presentedCard(values, project.vault)
  return service.execute(project, 'registerAndPay', {
    register: registerInput(call, values, {
      ...order,
      twoStage: values.preAuth ?? false,
      returnUrl: returnUrlOf(call, values.returnUrl),
    }),
    pay: {
      paymentMethod: { kind: 'card', card, keepCard: true },
      callerAddress: call.callerAddress,
      newIds: newPaymentIds(project),
      ...pay,
    },
  })
}

/** Fields that `getOrderStatus.do` does not have, once the issuer has responded. */
const issuerAnswer = ({ actionCode, progress: { payment } }: Order) =>
  payment?.rrn === undefined ? {} : { originalActionCode: String(actionCode), rrn: payment.rrn }

async function motoPayment(call: Call<typeof MOTO>) {
  const { amount } = call.values
  const { result, order } = await payInstantly(
    call,
    { amount },
    { way: 'CARD_MOTO', withoutChallenge: true },
  )
  const ofOrder = { mdOrder: order.id, orderNumber: order.number }
  if (result === 'approved')
    return { ...success(call.language), success: true as const, ...ofOrder }
  const error = declineText(order, call.language)
  return {
    errorCode: '0' as const,
    error,
    errorMessage: error,
    success: false as const,
    ...ofOrder,
  }
}

const MOTO = { amount: amountOfOrder, ...ONE_CARD } as const satisfies ParameterTable

const VERIFICATION = {
  amount: optional(types.amount, 'Amount for which the card is checked; 0 by default', {
    invalid: 'amount-wrong',
  }),
  ...ONE_CARD,
} as const satisfies ParameterTable

async function verifyCard(call: Call<typeof VERIFICATION>) {
  const { values, language } = call
  if (values.cvc === undefined) throw new GatewayError('cvc-empty')
  const { amount = 0 } = values
  const { order } = await payInstantly(
    call,
    { amount, features: ['VERIFY'] },
    { withoutChallenge: true },
  )
  const { payment } = order.progress
  return {
    ...success(language),
    orderId: order.id,
    orderNumber: order.number,
    ...(payment && definedMembers({ rrn: payment.rrn, approvalCode: payment.approvalCode })),
    authCode: 2 as const,
    actionCode: order.actionCode,
    actionCodeDescription: actionCodeDescription(order.actionCode, language),
    time: payment?.at ?? order.createdAt,
    // The cardholder is not authenticated.
    eci: '07' as const,
    amount: order.amount,
    currency: sentCurrencyOf(order),
  }
}

const CARD_PAYMENT_EXAMPLE = { amount: '1000', currency: '978', ...examples.card }

export const instantPaymentEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'instantPayment.do',
    summary: 'Register and pay',
    description:
      'Registers an order and pays it by card or binding, with 3-D Secure if the card requires it.',
    parameters: INSTANT,
    example: { ...CARD_PAYMENT_EXAMPLE, returnUrl: examples.order.returnUrl, ip: '203.0.113.7' },
    answer: {
      ...examples.success,
      orderId: examples.ORDER_ID,
      orderNumber: '1',
      redirect: examples.paid.redirect,
      info: examples.paid.info,
      orderStatus: {
        ...examples.shortStatus,
        originalActionCode: '0',
        rrn: examples.status.authRefNum,
      },
    },
    answers: answers.INSTANT_PAYMENT,
    family: 'registration',
    form: textForm,
    handle: instantPayment,
  }),
  endpoint({
    name: 'motoPayment.do',
    summary: 'Pay by mail or telephone order',
    description: 'Registers an order and pays it by card without 3-D Secure; the CVC is optional.',
    parameters: MOTO,
    example: CARD_PAYMENT_EXAMPLE,
    answer: { ...examples.success, success: true, mdOrder: examples.ORDER_ID, orderNumber: '1' },
    answers: answers.MOTO_PAYMENT,
    family: 'registration',
    form: textForm,
    handle: motoPayment,
  }),
  endpoint({
    name: 'verifyCard.do',
    summary: 'Check a card',
    description: 'Checks a card without charging it; the order ends REVERSED.',
    parameters: VERIFICATION,
    example: { currency: '978', ...examples.card },
    answer: {
      ...examples.success,
      orderId: examples.ORDER_ID,
      orderNumber: '1',
      rrn: '000001600000',
      authCode: 2,
      actionCode: 0,
      actionCodeDescription: '',
      time: examples.status.date,
      eci: '07',
      amount: 0,
      currency: '978',
    },
    answers: [answers.VerifiedCard],
    family: 'registration',
    form: textForm,
    handle: verifyCard,
  }),
]
