// Stores a card without a payment: the card is verified and, if its issuer approves, bound.

import { newPaymentIds } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import { cardholder, cardNumber, presentedCard } from '../parameters/card-input.ts'
import { type Call, endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { flaggedForm, numberedSuccess } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { MESSAGES } from '../errors/messages.ts'
import { ORDER_PARAMETERS, registerInput } from '../parameters/order-parameters.ts'
import { mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { declineText } from '../../../web/views/order-view.ts'
import { returnUrlOf } from '../project-state.ts'

/** The kind of payment with which the merchant verified the card; it has no effect here. */
const bindingStrength: types.ParameterType<string> = types.oneOf([
  'TDS',
  'SSL',
  'TDS_SSL',
  'NO_PAYMENT',
])

const NEW_BINDING = {
  clientId: mandatory(types.text(255), "The merchant's id for the client"),
  pan: cardNumber,
  expiryDate: mandatory(types.yearMonth, 'Expiry date, YYYYMM', { invalid: 'expiry-invalid' }),
  cardholderName: cardholder,
  bindingStrength: optional(bindingStrength, 'TDS, SSL, TDS_SSL or NO_PAYMENT; has no effect'),
  additionalParameters: optional(types.params, 'JSON object of further parameters', {
    invalid: 'json-invalid',
  }),
  email: ORDER_PARAMETERS.email,
  phone: ORDER_PARAMETERS.phone,
  merchantLogin: ORDER_PARAMETERS.merchantLogin,
} as const satisfies ParameterTable

async function newBinding(call: Call<typeof NEW_BINDING>) {
  const { service, project, values, language } = call
  const { clientId, expiryDate, email, phone, additionalParameters: jsonParams } = values
  const { pan, cardholderName } = values
  const card = presentedCard(
    { pan, cvc: undefined, expiry: expiryDate, cardholderName },
    project.vault,
  )
  const { result, order } = await service.execute(project, 'registerAndPay', {
    register: registerInput(
      call,
      { clientId, email, phone, jsonParams },
      {
        twoStage: false,
        amount: 0,
        returnUrl: returnUrlOf(call, undefined),
        features: ['VERIFY', 'FORCE_CREATE_BINDING'],
      },
    ),
    pay: {
      paymentMethod: { kind: 'card', card, keepCard: true },
      // There is no CVC, and no payer to authenticate.
      way: 'CARD_MOTO',
      withoutChallenge: true,
      callerAddress: call.callerAddress,
      newIds: newPaymentIds(project),
    },
  })
  const told = {
    maskedPan: card.mask,
    expiryDate: String(expiryDate),
    cardholderName: card.cardholderName,
    clientId,
  }
  if (result === 'approved') {
    const bindingId = order.progress.payment?.bindingId
    if (bindingId === undefined) throw new Error('an approved card was not bound')
    return { ...told, bindingId, ...numberedSuccess(language), error: false as const }
  }
  const errorMessage = declineText(order, language)
  return { ...told, errorCode: MESSAGES['card-declined'].code, errorMessage, error: true as const }
}

export const newBindingEndpoint = endpoint({
  name: 'createBindingNoPayment.do',
  summary: 'Store a card without a payment',
  description:
    'Verifies a card with an amount of 0, without CVC and 3-D Secure, and binds it to a client. A card that is already bound keeps its `bindingId`. A declined card is not bound.',
  parameters: NEW_BINDING,
  example: {
    clientId: 'client-1',
    pan: examples.card.pan,
    expiryDate: examples.card.expiry,
    cardholderName: examples.card.cardholderName,
  },
  answer: {
    maskedPan: '444455**3333',
    expiryDate: examples.card.expiry,
    cardholderName: examples.card.cardholderName,
    clientId: 'client-1',
    bindingId: examples.BINDING_ID,
    errorCode: 0,
    errorMessage: 'Success',
    error: false,
  },
  answers: [answers.CreatedBinding, answers.DeclinedBinding],
  family: 'binding',
  form: flaggedForm,
  handle: newBinding,
})
