// Operations for the payer's page or device. They need no credentials: anyone who knows the id of
// an order may pay it.

import { batchTime } from '../../../kernel/dataset.ts'
import { bindingsOfClient } from '../../../store/reads/bindings.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { realNow } from '../../../time.ts'
import { merchantLogin } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import { FinishedPayment, PaymentSession } from '../answers/payer-answers.ts'
import { cvc } from '../parameters/card-input.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { numberForm, paymentForm, textForm, numberedSuccess, success } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { currentOrder } from '../parameters/order-of.ts'
import { mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { EVERY_SESSION, finishedView, sessionView } from '../answers/payer-view.ts'
import { CARD_ENTRY, PAYMENT_EXTRAS, payByCard, payOrder, storedMethod } from './payments.ts'

const BINDING_FORM = {
  orderId: mandatory(types.id, 'Id of the order'),
  bindingId: mandatory(types.id, 'Id of the stored card'),
  cvc,
  ...PAYMENT_EXTRAS,
} as const satisfies ParameterTable

const SESSION = {
  MDORDER: mandatory(types.id, 'Id of the order'),
  informRbsOnLoad: optional(types.boolean, 'Accepted without effect'),
} as const satisfies ParameterTable

/** A page makes this call when it is opened, so the order records the visit. */
async function sessionStatus(call: Call<typeof SESSION>) {
  const { service, project, values } = call
  const order = await service.execute(project, 'openPage', { orderId: values.MDORDER })
  const { clientId } = order
  const [dataset, bindings] = await service.read(project, (reads, datasetId) =>
    Promise.all([
      datasetById(reads, datasetId),
      clientId === null ? [] : bindingsOfClient(reads, datasetId, clientId),
    ]),
  )
  return sessionView(order, {
    settings: dataset.settings,
    merchantLogin: merchantLogin(project),
    bindings,
    now: batchTime(dataset, realNow()),
  })
}

const ofOrder = { MDORDER: examples.ORDER_ID } as const

export const payerEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'getSessionStatus.do',
    summary: 'Read the session of a payment page',
    description:
      "Returns the order, the remaining time and the stored cards, or `redirect` once there is nothing to pay. The payer's page or device sends this without credentials.",
    parameters: SESSION,
    example: ofOrder,
    answer: {
      remainingSecs: 1199,
      orderExpired: false,
      orderNumber: 'shop-1001',
      amount: '20.00 EUR',
      currencyAlphaCode: 'EUR',
      bindingItems: [],
      bindingEnabled: true,
      ...EVERY_SESSION,
      backUrl: examples.order.returnUrl,
      merchantInfo: { merchantFullName: 'Sandcard shop', merchantLogin: 'demo', mcc: 5999 },
    },
    answers: [PaymentSession],
    family: 'payment',
    form: paymentForm,
    orderOfPayer: 'MDORDER',
    handle: sessionStatus,
  }),
  endpoint({
    name: 'processform.do',
    summary: 'Pay from a payment page, by card',
    description:
      "Pays with the entered card, like `paymentorder.do`. The payer's page or device sends this without credentials.",
    parameters: CARD_ENTRY,
    example: {
      ...ofOrder,
      $PAN: examples.card.pan,
      $CVC: examples.card.cvc,
      $EXPIRY: examples.card.expiry,
      TEXT: examples.card.cardholderName,
    },
    answer: examples.paid,
    answers: answers.PAYMENT,
    family: 'payment',
    form: paymentForm,
    orderOfPayer: 'MDORDER',
    handle: payByCard,
  }),
  endpoint({
    name: 'processBindingForm.do',
    summary: 'Pay from a payment page, by binding',
    description:
      "Pays with the chosen stored card, like `paymentOrderBinding.do`. The payer's page or device sends this without credentials.",
    parameters: BINDING_FORM,
    example: { orderId: examples.ORDER_ID, bindingId: examples.BINDING_ID, cvc: '123' },
    answer: examples.paid,
    answers: answers.PAYMENT,
    family: 'payment',
    form: paymentForm,
    orderOfPayer: 'orderId',
    async handle(call) {
      const { orderId, bindingId, cvc: entered } = call.values
      return payOrder(call, orderId, await storedMethod(call, bindingId, entered))
    },
  }),
  endpoint({
    name: 'declineByClient.do',
    summary: 'Withdraw an order, as its payer',
    description:
      "Withdraws an unpaid order and sends the merchant a callback. The payer's page or device sends this without credentials.",
    parameters: { mdOrder: mandatory(types.id, 'Id of the order') },
    example: { mdOrder: examples.ORDER_ID },
    answer: { errorCode: 0, errorMessage: 'Success' },
    answers: [answers.SuccessNumber],
    family: 'capture',
    form: numberForm,
    orderOfPayer: 'mdOrder',
    async handle({ service, project, values, language }) {
      await service.execute(project, 'declineOrderByPayer', { orderId: values.mdOrder })
      return numberedSuccess(language)
    },
  }),
  endpoint({
    name: 'getFinishedPaymentInfo.do',
    summary: 'Read the outcome of a payment',
    description:
      "Returns the data of a receipt. The masked card is included once the order can no longer be paid. The payer's page or device sends this without credentials.",
    parameters: {
      orderId: mandatory(types.id, 'Id of the order'),
      withCart: optional(types.text(5), 'Has no effect: the basket is not returned'),
    },
    example: examples.ofOrder,
    answer: {
      ...examples.success,
      status: 'DEPOSITED',
      mdOrder: examples.ORDER_ID,
      orderNumber: 'shop-1001',
      orderDescription: examples.order.description,
      amountFormatted: '20.00',
      formattedAmount: '20.00 EUR',
      currencyName: 'EUR',
      date: examples.status.date,
      actionCode: 0,
      actionCodeDescription: '',
      terminalId: examples.status.terminalId,
      merchantFullName: 'Sandcard shop',
      approvalCode: '600000',
      refNum: examples.status.authRefNum,
      panMasked: '444455**3333',
    },
    answers: [FinishedPayment],
    family: 'status',
    form: textForm,
    orderOfPayer: 'orderId',
    async handle(call) {
      const { order, settings } = await currentOrder(call, { id: call.values.orderId })
      const { language } = call
      return {
        ...success(language),
        ...finishedView(order, { language, settings }),
      }
    },
  }),
]
