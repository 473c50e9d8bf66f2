// Operations with which the merchant's server pays a registered order and finishes a payment after
// 3-D Secure.

import type { TransactionStatus } from '../../../three-d-secure/authentication.ts'
import { parsePaRes } from '../../../three-d-secure/challenge-v1.ts'
import { orderIdOfServerTrans, serverTransIdOf } from '../../../payments/orders/gateway-id.ts'
import { type StoredCvc, storedCvc } from '../../../payments/methods/payment-card.ts'
import type { Project } from '../../../engine/directory.ts'
import type { PayOrderResult } from '../../../payments/authorisation/authenticate-payment.ts'
import type { PayOrderInput } from '../../../payments/authorisation/pay.ts'
import type { PaymentMethod } from '../../../payments/methods/payment-method.ts'
import { bindingById } from '../../../store/reads/bindings.ts'
import { newPaymentIds } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import {
  cardholder,
  cvc,
  encryptedCard,
  panOrBinding,
  presentedCard,
} from '../parameters/card-input.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { bindingPaymentForm, paymentForm } from '../answers/forms.ts'
import * as types from '../parameters/parameter-types.ts'
import { mandatory, optional, type ParameterTable, type Values } from '../parameters/parameters.ts'
import { completedView, redirectView } from '../answers/payment-view.ts'
import { definedMembers } from '../../../web/views/defined-members.ts'
import { settingsOf } from '../project-state.ts'
import { GatewayError } from '../errors/gateway-error.ts'

/** Parameters that announce 3-D Secure 2. */
export const VERSION_2 = {
  threeDSServerTransId: optional(
    types.id,
    '3-D Secure 2: value from the response to the first payment request; send it with the second one',
  ),
  threeDSVer2FinishUrl: optional(
    types.webUrl,
    "3-D Secure 2: URL to which the payer returns from the issuer's page",
  ),
  threeDSMethodNotificationUrl: optional(
    types.webUrl,
    "3-D Secure 2: URL to which the issuer's method page reports",
  ),
  threeDSVer2MdOrder: optional(
    types.id,
    '3-D Secure 2: id of the order from the first payment request',
  ),
} as const satisfies ParameterTable

type Version2 = Values<typeof VERSION_2>

/** The input of version 2. A transaction id of another order is refused. */
export function version2Input(
  values: Version2,
  orderId?: string,
): Pick<PayOrderInput, 'speaksVersion2' | 'methodDone' | 'finishUrl'> {
  const { threeDSServerTransId, threeDSVer2FinishUrl, threeDSMethodNotificationUrl } = values
  const methodDone = threeDSServerTransId !== undefined
  if (methodDone && orderId !== undefined && threeDSServerTransId !== serverTransIdOf(orderId))
    throw new GatewayError('parameter-invalid', 'threeDSServerTransId')
  const speaksVersion2 =
    methodDone || threeDSVer2FinishUrl !== undefined || threeDSMethodNotificationUrl !== undefined
  return { speaksVersion2, methodDone, ...definedMembers({ finishUrl: threeDSVer2FinishUrl }) }
}

const EXPIRY_PART = {
  invalid: 'expiry-invalid',
  unless: ['$EXPIRY', 'bindingId', 'seToken'],
} as const

/** Parameters of every payment of an order. */
export const PAYMENT_EXTRAS = {
  ip: optional(types.ip, 'IP address of the payer'),
  email: optional(types.text(255), 'Email address of the payer'),
  jsonParams: optional(types.params, "Parameters to add to the order's, as a JSON object", {
    invalid: 'json-invalid',
  }),
  ...VERSION_2,
} as const satisfies ParameterTable

export const CARD_ENTRY = {
  MDORDER: mandatory(types.id, 'Id of the order to pay'),
  $PAN: panOrBinding,
  seToken: encryptedCard,
  bindingId: optional(types.id, 'Id of a stored card, instead of card number and expiry date'),
  $CVC: cvc,
  YYYY: optional(types.year, 'Expiry year of the card, four digits', EXPIRY_PART),
  MM: optional(types.month, 'Expiry month of the card, 1 to 12', EXPIRY_PART),
  $EXPIRY: optional(
    types.yearMonth,
    'Expiry date of the card, YYYYMM, instead of `YYYY` and `MM`',
    {
      invalid: 'expiry-invalid',
    },
  ),
  TEXT: cardholder,
  bindingNotNeeded: optional(types.boolean, 'true creates no binding'),
  ...PAYMENT_EXTRAS,
} as const satisfies ParameterTable

type CardEntryCall = Call<typeof CARD_ENTRY>

export const payByCard = async (call: CardEntryCall) =>
  payOrder(call, call.values.MDORDER, await enteredMethod(call))

/** The entered card, or the binding. */
async function enteredMethod(call: CardEntryCall): Promise<PaymentMethod> {
  const { values, project } = call
  const { $PAN: pan, $CVC: entered, bindingId, YYYY: year, MM: month } = values
  if (pan === undefined) return storedMethod(call, bindingId ?? '', entered)
  const expiry = values.$EXPIRY ?? Number(year) * 100 + Number(month)
  const card = presentedCard(
    { pan, cvc: entered, expiry, cardholderName: values.TEXT },
    project.vault,
  )
  return { kind: 'card', card, keepCard: values.bindingNotNeeded !== true }
}

/** A call that pays an order. */
type OrderPaymentCall = Pick<
  Call<ParameterTable>,
  'service' | 'project' | 'origin' | 'language' | 'callerAddress'
> & { readonly values: Values<typeof PAYMENT_EXTRAS> }

export async function payOrder(
  call: OrderPaymentCall,
  orderId: string,
  paymentMethod: PaymentMethod,
) {
  const { service, project, values, callerAddress } = call
  const { ip, email, jsonParams: params } = values
  const answer = await service.execute(project, 'payOrder', {
    orderId,
    paymentMethod,
    ...definedMembers({ ip, email, params }),
    callerAddress,
    ...version2Input(values, orderId),
    newIds: newPaymentIds(project),
  })
  return { ...(await answered(call, answer)), errorCode: 0 as const }
}

/** The response to a payment. Settings are read only for a redirect, which names the merchant. */
export async function answered(
  call: Pick<Call<ParameterTable>, 'service' | 'project' | 'origin' | 'language'> & {
    readonly values: Partial<Version2>
  },
  answer: PayOrderResult,
) {
  if ('version2' in answer) return completedView(answer, call.language)
  const { threeDSMethodNotificationUrl: methodNotificationUrl } = call.values
  const settings = await settingsOf(call)
  return redirectView(answer, { ...call, settings, methodNotificationUrl })
}

const BINDING_PAYMENT = {
  mdOrder: mandatory(types.id, 'Id of the order'),
  bindingId: mandatory(types.id, 'Id of the stored card'),
  cvc,
  tii: optional(types.text(2), 'Initiator of the payment; has no effect'),
  ...PAYMENT_EXTRAS,
} as const satisfies ParameterTable

async function payByBinding(call: Call<typeof BINDING_PAYMENT>) {
  const { mdOrder, bindingId, cvc: entered } = call.values
  return payOrder(call, mdOrder, await storedMethod(call, bindingId, entered))
}

type ProjectCall = Pick<Call<ParameterTable>, 'service' | 'project'>

/** A binding that pays, together with the entered CVC. */
export const storedMethod = async (
  reading: ProjectCall,
  bindingId: string,
  entered: string | undefined,
): Promise<PaymentMethod> => ({
  kind: 'binding',
  bindingId,
  cvc: entered === undefined ? null : await bindingCvc(reading, bindingId, entered),
})

/** Whether the CVC is correct for the card of a binding; null if the binding is unknown. */
async function bindingCvc(
  { service, project }: ProjectCall,
  bindingId: string,
  entered: string,
): Promise<StoredCvc | null> {
  const found = await service.read(project, (reads, datasetId) =>
    bindingById(reads, datasetId, bindingId),
  )
  return found === undefined
    ? null
    : storedCvc(found.binding.card, found.number, entered, project.vault)
}

export const paymentEndpoints: readonly Endpoint[] = [
  ...(['paymentorder.do', 'paymentOrder.do'] as const).map((name) =>
    endpoint({
      name,
      summary: 'Pay an order by card',
      description:
        'Pays with card data that the merchant collected, or with a binding. A decline has `errorCode` 0 and `error`. Read the order for the outcome.',
      parameters: CARD_ENTRY,
      example: {
        MDORDER: examples.ORDER_ID,
        $PAN: examples.card.pan,
        $CVC: examples.card.cvc,
        YYYY: '2034',
        MM: '12',
        TEXT: examples.card.cardholderName,
        ip: '203.0.113.7',
      },
      answer: examples.paid,
      answers: answers.PAYMENT,
      family: 'payment',
      form: paymentForm,
      isHidden: name === 'paymentOrder.do',
      handle: payByCard,
    }),
  ),
  endpoint({
    name: 'paymentOrderBinding.do',
    summary: 'Pay an order by binding',
    description:
      'Pays with a stored card; the CVC is optional. If the order has the feature `AUTO_PAYMENT`, the payment uses no 3-D Secure.',
    parameters: BINDING_PAYMENT,
    example: {
      mdOrder: examples.ORDER_ID,
      bindingId: examples.BINDING_ID,
      ip: '203.0.113.7',
      cvc: '123',
    },
    answer: examples.paid,
    answers: answers.PAYMENT,
    family: 'payment',
    form: bindingPaymentForm,
    handle: payByBinding,
  }),
  endpoint({
    name: 'finish3dsPayment.do',
    summary: 'Finish a payment, 3-D Secure 1',
    description:
      "Authorises the payment, with the `PaRes` that the issuer's page posted to the merchant's `termUrl`.",
    parameters: {
      mdOrder: mandatory(types.id, 'Id of the order'),
      paRes: mandatory(types.message, "The `PaRes` that the issuer's page posted to `termUrl`"),
    },
    example: { mdOrder: examples.ORDER_ID, paRes: examples.PA_RES },
    answer: examples.paid,
    answers: answers.FINISHED,
    family: 'payment',
    form: paymentForm,
    async handle(call) {
      const { mdOrder: orderId, paRes } = call.values
      const finish = { orderId, ...readPaRes(paRes, call.project) }
      const answer = await call.service.execute(call.project, 'finishPayment', finish)
      return { ...completedView(answer, call.language), errorCode: 0 as const }
    },
  }),
  endpoint({
    name: '3ds/continue.do',
    operationId: 'continue3ds',
    summary: 'Continue a payment, 3-D Secure 2',
    description:
      'Continues a payment after the method call, without sending the card data again. Alternatively, repeat the payment with `threeDSServerTransId`.',
    parameters: { mdOrder: mandatory(types.id, 'Id of the order') },
    example: { mdOrder: examples.ORDER_ID },
    answer: { ...examples.paid, is3DSVer2: true },
    answers: answers.PAYMENT,
    family: 'payment',
    form: paymentForm,
    async handle(call) {
      const { service, project, values } = call
      const answer = await service.execute(project, 'continuePayment', {
        orderId: values.mdOrder,
        challengeId: call.newId(),
      })
      return { ...(await answered({ ...call, values: {} }, answer)), errorCode: 0 as const }
    },
  }),
  endpoint({
    name: 'finish3dsVer2Payment.do',
    summary: 'Finish a payment, 3-D Secure 2',
    description: "Authorises the payment after the payer has returned from the issuer's page.",
    parameters: {
      threeDSServerTransId: mandatory(
        types.id,
        '`threeDSServerTransId` from the response to the first payment request',
      ),
      threeDSVer2MdOrder: optional(types.id, 'Id of the order'),
    },
    example: { threeDSServerTransId: examples.SERVER_TRANS_ID },
    answer: { ...examples.paid, is3DSVer2: true },
    answers: answers.FINISHED,
    family: 'payment',
    form: paymentForm,
    async handle(call) {
      const { threeDSServerTransId, threeDSVer2MdOrder } = call.values
      const orderId = orderIdOfServerTrans(threeDSServerTransId)
      if (threeDSVer2MdOrder !== undefined && threeDSVer2MdOrder !== orderId)
        throw new GatewayError('parameter-invalid', 'threeDSVer2MdOrder')
      const answer = await call.service.execute(call.project, 'finishPayment', {
        orderId,
        challengeId: null,
        status: null,
      })
      return { ...completedView(answer, call.language), errorCode: 0 as const }
    },
  }),
]

/** The content of a PaRes. If this project's issuer did not sign it, it matches no challenge. */
export function readPaRes(
  text: string,
  { vault }: Project,
): { readonly challengeId: string; readonly status: TransactionStatus | null } {
  const paRes = parsePaRes(text, vault.messageKey())
  return paRes === undefined
    ? { challengeId: '', status: null }
    : { challengeId: paRes.messageId, status: paRes.status }
}
