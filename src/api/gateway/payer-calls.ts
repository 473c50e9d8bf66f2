// Calls that the payer's page or device makes by itself, as the family's own payment page does: without credentials, for whoever knows the id
// of an order may pay it.

import { batchTime } from '../../kernel/dataset.ts'
import { bindingsOfClient } from '../../store/reads/bindings.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import * as answers from './answers.ts'
import { FinishedPayment, PaymentSession } from './payer-answers.ts'
import { cvc } from './card-input.ts'
import { type Call, endpoint, type Endpoint } from './endpoint.ts'
import * as examples from './examples.ts'
import { numberForm, paymentForm, textForm } from './forms.ts'
import * as types from './parameter-types.ts'
import { messageText } from './messages.ts'
import { currentOrder } from './order-of.ts'
import { mandatory, optional, type ParameterTable } from './parameters.ts'
import { EVERY_SESSION, finishedView, sessionView } from './payer-view.ts'
import { CARD_ENTRY, PAYMENT_EXTRAS, payByCard, payOrder, storedMethod } from './payments.ts'

const BINDING_FORM = {
  orderId: mandatory(types.id, 'The order'),
  bindingId: mandatory(types.id, 'The stored card'),
  cvc,
  ...PAYMENT_EXTRAS,
} as const satisfies ParameterTable

const SESSION = {
  MDORDER: mandatory(types.id, 'The order'),
  informRbsOnLoad: optional(types.boolean, 'Accepted'),
} as const satisfies ParameterTable

/** A page asks when it is opened, so that the order knows that its payer was there. */
async function sessionStatus(call: Call<typeof SESSION>): Promise<object> {
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
    summary: 'Ask what a payment page shows',
    description:
      'For the payer’s page or device, without credentials: the order, the time that is left and the stored cards; `redirect` when there is nothing to pay any more.',
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
      'For the payer’s page or device, without credentials: pays with the card that was entered, as `paymentorder.do` does.',
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
      'For the payer’s page or device, without credentials: pays with the stored card that was chosen, as `paymentOrderBinding.do` does.',
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
    summary: 'Give an order up, as its payer',
    description:
      'For the payer’s page or device, without credentials: declines an order that nobody has paid. The merchant is told by a callback.',
    parameters: { mdOrder: mandatory(types.id, 'The order') },
    example: { mdOrder: examples.ORDER_ID },
    answer: { errorCode: 0, errorMessage: 'Success' },
    answers: [answers.SuccessNumber],
    family: 'capture',
    form: numberForm,
    orderOfPayer: 'mdOrder',
    async handle({ service, project, values, language }) {
      await service.execute(project, 'declineOrderByPayer', { orderId: values.mdOrder })
      return numberForm(0, messageText('success', language))
    },
  }),
  endpoint({
    name: 'getFinishedPaymentInfo.do',
    summary: 'Ask how a payment ended',
    description:
      'For the payer’s page or device, without credentials: what a receipt on the screen shows. Of a card only while the order is not to be paid any more, and masked.',
    parameters: {
      orderId: mandatory(types.id, 'The order'),
      withCart: optional(types.text(5), 'Accepted; the basket is not told'),
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
        ...textForm(0, messageText('success', language)),
        ...finishedView(order, { language, settings }),
      }
    },
  }),
]
