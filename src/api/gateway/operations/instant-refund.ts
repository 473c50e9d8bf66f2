// A payout to a card without an earlier payment.

import type { PaymentMethod } from '../../../payments/methods/payment-method.ts'
import { bindingById } from '../../../store/reads/bindings.ts'
import { Fault } from '../../../kernel/fault.ts'
import * as answers from '../answers/answers.ts'
import {
  cardholder,
  cvc,
  encryptedCard,
  expiry,
  panOrBinding,
  presentedCard,
} from '../parameters/card-input.ts'
import { type Call, endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { textForm, success } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { amountOfOrder, ORDER_PARAMETERS, registerInput } from '../parameters/order-parameters.ts'
import { optional, type ParameterTable } from '../parameters/parameters.ts'
import { declineText } from '../../../web/views/order-view.ts'
import { storedMethod } from './payments.ts'
import { returnUrlOf } from '../project-state.ts'
import { shortStatusView } from '../answers/status-view.ts'

const INSTANT_REFUND = {
  amount: amountOfOrder,
  orderNumber: ORDER_PARAMETERS.orderNumber,
  currency: ORDER_PARAMETERS.currency,
  pan: panOrBinding,
  seToken: encryptedCard,
  expiry,
  cvc,
  cardholderName: cardholder,
  bindingId: optional(types.id, 'Id of a stored card, instead of `pan` and `expiry`'),
  jsonParams: ORDER_PARAMETERS.jsonParams,
  merchantLogin: ORDER_PARAMETERS.merchantLogin,
} as const satisfies ParameterTable

async function instantRefund(call: Call<typeof INSTANT_REFUND>) {
  const { service, project, values, language } = call
  const { clientId, paymentMethod } = await payeeOf(call)
  const { result, order } = await service.execute(project, 'instantRefund', {
    register: registerInput(
      call,
      { ...values, clientId },
      { twoStage: false, amount: values.amount, returnUrl: returnUrlOf(call, undefined) },
    ),
    paymentMethod,
  })
  const { payment } = order.progress
  return {
    ...success(language),
    ...(result === 'declined' && { error: declineText(order, language) }),
    orderId: order.id,
    orderStatus: {
      ...shortStatusView(order, language),
      originalActionCode: String(order.actionCode),
      ...(payment?.rrn !== undefined && { rrn: payment.rrn }),
    },
  }
}

/** The card or binding that receives the payout. A binding also requires the client. */
async function payeeOf(
  call: Call<typeof INSTANT_REFUND>,
): Promise<{ readonly clientId: string | undefined; readonly paymentMethod: PaymentMethod }> {
  const { service, project, values } = call
  const { pan, bindingId = '' } = values
  if (pan !== undefined) {
    const card = presentedCard({ ...values, pan }, project.vault)
    return { clientId: undefined, paymentMethod: { kind: 'card', card, keepCard: false } }
  }
  const found = await service.read(project, (reads, datasetId) =>
    bindingById(reads, datasetId, bindingId),
  )
  if (found === undefined) throw new Fault('binding-not-found', 'This project has no such binding.')
  const { clientId } = found.binding
  return { clientId, paymentMethod: await storedMethod(call, bindingId, values.cvc) }
}

export const instantRefundEndpoint = endpoint({
  name: 'instantRefund.do',
  summary: 'Pay out to a card',
  description:
    'Pays out to a card or binding without an earlier payment. The order of the payout ends REFUNDED or DECLINED. An `orderNumber` pays out once.',
  parameters: INSTANT_REFUND,
  example: { amount: '700', currency: '978', ...examples.card },
  answer: {
    ...examples.success,
    orderId: examples.ORDER_ID,
    orderStatus: {
      ...examples.shortStatus,
      depositAmount: 0,
      OrderStatus: 4,
      originalActionCode: '0',
      rrn: examples.status.authRefNum,
    },
  },
  answers: answers.PAYOUT_ANSWERS,
  family: 'registration',
  form: textForm,
  handle: instantRefund,
})
