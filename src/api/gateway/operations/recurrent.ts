// Operations that charge a binding without the cardholder, once or in instalments.

import { Fault } from '../../../kernel/fault.ts'
import type { PayOrderResult } from '../../../payments/authorisation/authenticate-payment.ts'
import type { RegisterOrderInput } from '../../../payments/orders/register-order.ts'
import { bindingById } from '../../../store/reads/bindings.ts'
import { newPaymentIds } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { flaggedForm, recurrentForm } from '../answers/forms.ts'
import { messageText } from '../errors/messages.ts'
import * as types from '../parameters/parameter-types.ts'
import { amountOfOrder, ORDER_PARAMETERS, registerInput } from '../parameters/order-parameters.ts'
import { mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { declineText } from '../../../web/views/order-view.ts'
import { returnUrlOf, settingsOf } from '../project-state.ts'
import { statusView } from '../answers/status-view.ts'
import { successView } from '../answers/success-view.ts'

const RECURRENT = {
  amount: amountOfOrder,
  bindingId: mandatory(types.id, 'Id of the stored card to charge'),
  orderNumber: ORDER_PARAMETERS.orderNumber,
  currency: ORDER_PARAMETERS.currency,
  description: ORDER_PARAMETERS.description,
  features: ORDER_PARAMETERS.features,
  dynamicCallbackUrl: ORDER_PARAMETERS.dynamicCallbackUrl,
  returnUrl: optional(types.url, 'URL to which a payer returns'),
  preAuth: optional(types.boolean, 'true holds the amount instead of charging it'),
  additionalParameters: optional(types.params, 'Further parameters of the order, as an object', {
    invalid: 'json-invalid',
  }),
} as const satisfies ParameterTable

type RecurrentCall = Call<typeof RECURRENT>

/** Registers an order for the client of the binding and charges the binding. */
async function charge(call: RecurrentCall): Promise<PayOrderResult> {
  const { service, project, values } = call
  const { bindingId } = values
  const found = await service.read(project, (reads, datasetId) =>
    bindingById(reads, datasetId, bindingId),
  )
  if (found === undefined) throw new Fault('binding-not-found', 'This project has no such binding.')
  return service.execute(project, 'registerAndPay', {
    register: recurrentOrder(call, found.binding.clientId),
    pay: {
      paymentMethod: { kind: 'binding', bindingId, cvc: null },
      callerAddress: call.callerAddress,
      newIds: newPaymentIds(project),
    },
  })
}

const recurrentPayment = async (call: RecurrentCall) => successView(call, await charge(call))

async function installmentPayment(call: RecurrentCall) {
  const { result, order } = await charge(call)
  const { language } = call
  const { terminalId } = await settingsOf(call)
  const text =
    result === 'declined' ? declineText(order, language) : messageText('success', language)
  return {
    errorCode: 0 as const,
    errorMessage: text,
    error: false as const,
    orderId: order.id,
    orderStatus: statusView(order, { language, terminalId }),
  }
}

const recurrentOrder = (call: RecurrentCall, clientId: string): RegisterOrderInput => {
  const { values } = call
  return registerInput(
    call,
    { ...values, clientId, jsonParams: values.additionalParameters },
    {
      twoStage: values.preAuth ?? false,
      amount: values.amount,
      returnUrl: returnUrlOf(call, values.returnUrl),
      features: ['AUTO_PAYMENT'],
    },
  )
}

export const recurrentEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'recurrentPayment.do',
    summary: 'Charge a binding again',
    description:
      'Accepts JSON or a form. Registers an order with `AUTO_PAYMENT` for the client of the binding and pays it with the binding.',
    parameters: RECURRENT,
    example: { bindingId: examples.BINDING_ID, amount: '1000', currency: '978' },
    answer: { success: true, data: { orderId: examples.ORDER_ID }, orderStatus: examples.status },
    answers: answers.CHARGE,
    family: 'recurrent',
    form: recurrentForm,
    isJson: true,
    handle: recurrentPayment,
  }),
  endpoint({
    name: 'installmentPayment.do',
    summary: 'Charge an instalment',
    description:
      "Accepts JSON or a form. Like `recurrentPayment.do`, with the response of instalments: `errorCode` 0 means that the request was processed, `orderStatus` has the payment's outcome.",
    parameters: RECURRENT,
    example: { bindingId: examples.BINDING_ID, amount: '1000', currency: '978' },
    answer: {
      errorCode: 0,
      errorMessage: 'Success',
      error: false,
      orderId: examples.ORDER_ID,
      orderStatus: examples.status,
    },
    answers: [answers.Instalment],
    family: 'recurrent',
    form: flaggedForm,
    isJson: true,
    handle: installmentPayment,
  }),
]
