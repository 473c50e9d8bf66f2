// The parameters of a registration, and the command they make.

import { callbackUrlFault } from '../../delivery/address.ts'
import type { RegisterOrderInput } from '../../payments/orders/register-order.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import type { Call } from './endpoint.ts'
import * as types from './parameter-types.ts'
import { mandatory, optional, type ParameterTable, repeated, type Values } from './parameters.ts'
import { definedMembers } from '../../web/views/defined-members.ts'
import { GatewayError } from './gateway-error.ts'

const payerData = (whose: string) =>
  optional(types.jsonObject, `${whose} as a JSON object, kept with the order`, {
    invalid: 'json-invalid',
  })

/** What every order can carry. */
export const ORDER_PARAMETERS = {
  orderNumber: optional(
    types.text(36),
    "The merchant's number; made from the orderId where none is given",
  ),
  currency: optional(types.currency, 'ISO 4217 numeric code; 978 where none is given', {
    invalid: 'currency-unknown',
  }),
  failUrl: optional(types.url, 'Where the payer goes after a failed payment'),
  description: optional(types.text(598), 'Shown to the payer'),
  clientId: optional(types.text(255), "The merchant's name of its client; needed for bindings"),
  jsonParams: optional(types.params, 'JSON object of further parameters', {
    invalid: 'json-invalid',
  }),
  params: optional(types.params, 'Older name of jsonParams, which wins', {
    invalid: 'json-invalid',
  }),
  sessionTimeoutSecs: optional(
    types.sessionTimeout,
    'Life of the order, seconds; 1200 where none or 0 is given',
  ),
  expirationDate: optional(types.dateTime, 'End of the order, UTC; wins over sessionTimeoutSecs'),
  dynamicCallbackUrl: optional(types.webUrl, "Where this order's callbacks go"),
  features: repeated(
    'AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence',
  ),
  ip: optional(types.ip, 'Address of the payer'),
  email: optional(types.text(255), 'E-mail address of the payer'),
  phone: optional(types.text(40), 'Phone number of the payer'),
  postAddress: optional(types.text(255), 'Postal address of the payer'),
  orderBundle: payerData('Basket'),
  billingPayerData: payerData('Billing address'),
  shippingPayerData: payerData('Shipping address'),
  preOrderPayerData: payerData('Pre-order data'),
  orderPayerData: payerData('Payer data'),
  merchantLogin: optional(types.text(255), "The merchant's own login"),
} as const satisfies ParameterTable

/** When a hold ends by itself. */
export const HOLD_PARAMETERS = {
  autocompletionDate: optional(types.dateTime, 'The hold is captured then, UTC'),
  autoReverseDate: optional(types.dateTime, 'The hold is given back then, UTC'),
} as const satisfies ParameterTable

export const amountOfOrder = mandatory(
  types.amount,
  'Amount of the order; 0 with the feature VERIFY',
  {
    missing: 'amount-empty',
    invalid: 'amount-wrong',
  },
)

export const returnUrl = mandatory(types.url, 'Where the payer returns to', {
  missing: 'return-url-empty',
  // A relative address counts as none.
  invalid: (text) => (/^[./]/.test(text) ? 'return-url-relative' : 'parameter-invalid'),
})

const DEFAULT_CURRENCY = 978

/** What is sent of an order; some calls take few of its parameters. */
type OrderValues = Partial<Values<typeof ORDER_PARAMETERS> & Values<typeof HOLD_PARAMETERS>>

/** What the parameters of an order tell the command to register. */
export function registerInput(
  call: Pick<Call<ParameterTable>, 'newId' | 'pageLanguage' | 'project' | 'service'>,
  values: OrderValues,
  order: {
    readonly twoStage: boolean
    readonly amount: number
    readonly returnUrl: string
    readonly bindingId?: string | undefined
    /** Features that the operation itself means. */
    readonly features?: readonly string[]
  },
): RegisterOrderInput {
  const features = [...(values.features ?? []), ...(order.features ?? [])]
  const { dynamicCallbackUrl } = values
  if (
    dynamicCallbackUrl !== undefined &&
    callbackUrlFault(dynamicCallbackUrl, call.service.config.mode) !== undefined
  )
    throw new GatewayError('parameter-invalid', 'dynamicCallbackUrl')
  const { expirationDate } = values
  const sessionTimeoutSecs =
    values.sessionTimeoutSecs === 'default' ? undefined : values.sessionTimeoutSecs
  const { bindingId } = order
  return {
    orderId: call.newId(),
    number: values.orderNumber ?? null,
    twoStage: order.twoStage,
    amount: order.amount,
    currency: values.currency ?? DEFAULT_CURRENCY,
    clientId: values.clientId ?? null,
    features,
    request: {
      returnUrl: order.returnUrl,
      language: call.pageLanguage,
      params: values.jsonParams ?? values.params ?? {},
      merchantLogin: merchantLogin(call.project),
      ...definedMembers({
        failUrl: values.failUrl,
        description: values.description,
        dynamicCallbackUrl,
        ip: values.ip,
        bindingId,
        autocompletionAt: values.autocompletionDate,
        autoReverseAt: values.autoReverseDate,
        email: values.email,
        phone: values.phone,
        postAddress: values.postAddress,
        bundle: bundleOf(values),
      }),
    },
    ...definedMembers({ sessionTimeoutSecs, expirationDate }),
  }
}

function bundleOf(values: OrderValues): Readonly<Record<string, unknown>> | undefined {
  const { orderBundle, billingPayerData, shippingPayerData, preOrderPayerData, orderPayerData } =
    values
  const bundle = definedMembers({
    orderBundle,
    billingPayerData,
    shippingPayerData,
    preOrderPayerData,
    orderPayerData,
  })
  return Object.keys(bundle).length === 0 ? undefined : bundle
}
