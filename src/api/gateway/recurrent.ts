// Charging a binding without its holder: an order registered and paid in one, in JSON.

import { Fault } from '../../kernel/fault.ts'
import type { RegisterOrderInput } from '../../payments/register-order.ts'
import { bindingById } from '../../store/reads/bindings.ts'
import { newPaymentIds } from '../../web/http/merchant.ts'
import { type Call, endpoint } from './endpoint.ts'
import * as examples from './examples.ts'
import { recurrentForm } from './forms.ts'
import * as types from './parameter-types.ts'
import { ADDRESS, amountOfOrder, ORDER_PARAMETERS, registerInput } from './order-parameters.ts'
import { mandatory, optional, type ParameterTable } from './parameters.ts'
import { declineText } from './payment-view.ts'
import { returnUrlOf, settingsOf } from './project-state.ts'
import { statusView } from './status-view.ts'

const RECURRENT = {
  amount: amountOfOrder,
  bindingId: mandatory(types.id, 'The binding that pays'),
  orderNumber: ORDER_PARAMETERS.orderNumber,
  currency: ORDER_PARAMETERS.currency,
  description: ORDER_PARAMETERS.description,
  features: ORDER_PARAMETERS.features,
  dynamicCallbackUrl: ORDER_PARAMETERS.dynamicCallbackUrl,
  returnUrl: optional(types.address, 'Where a payer would return to', ADDRESS),
  preAuth: optional(types.boolean, 'true holds the amount instead of charging it'),
  additionalParameters: optional(types.params, 'Object of further parameters', {
    invalid: 'json-invalid',
  }),
} as const satisfies ParameterTable

async function recurrentPayment(call: Call<typeof RECURRENT>): Promise<object> {
  const { service, project, values, language } = call
  const { bindingId } = values
  const found = await service.read(project, (reads, datasetId) =>
    bindingById(reads, datasetId, bindingId),
  )
  if (found === undefined) throw new Fault('binding-not-found', 'There is no such binding.')
  const { result, order } = await service.execute(project, 'registerAndPay', {
    register: recurrentOrder(call, found.binding.clientId),
    pay: {
      paymentMethod: { kind: 'binding', bindingId, cvc: null },
      speaksVersion2: false,
      methodDone: false,
      callerAddress: call.callerAddress,
      newIds: newPaymentIds(project),
    },
  })
  const { terminalId } = await settingsOf(call)
  const text = declineText(order, language)
  return {
    success: result === 'approved',
    data: { orderId: order.id },
    ...(result !== 'approved' && {
      error: { code: DECLINED, description: PROCESSING_ERROR, message: text },
    }),
    orderStatus: statusView(order, { language, terminalId }),
  }
}

const DECLINED = '1'
const PROCESSING_ERROR = 'Processing Error'

const recurrentOrder = (call: Call<typeof RECURRENT>, clientId: string): RegisterOrderInput => {
  const { values } = call
  const features = values.features.filter((each) => each !== 'AUTO_PAYMENT')
  return registerInput(
    call,
    { ...values, clientId, features, jsonParams: values.additionalParameters },
    {
      twoStage: values.preAuth ?? false,
      amount: values.amount,
      returnUrl: returnUrlOf(call, values.returnUrl),
      features: ['AUTO_PAYMENT'],
    },
  )
}

export const recurrentEndpoint = endpoint({
  name: 'recurrentPayment.do',
  summary: 'Charge a binding again',
  description:
    'JSON, or a form. Registers an order with `AUTO_PAYMENT` for the client of the binding and pays it by the binding.',
  parameters: RECURRENT,
  example: { bindingId: examples.BINDING_ID, amount: '1000', currency: '978' },
  answer: { success: true, data: { orderId: examples.ORDER_ID }, orderStatus: examples.status },
  family: 'recurrent',
  form: recurrentForm,
  isJson: true,
  handle: recurrentPayment,
})
