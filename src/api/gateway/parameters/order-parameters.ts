// The parameters of a registration, and the input of its command.

import { callbackUrlFault } from '../../../delivery/address.ts'
import type { RegisterOrderInput } from '../../../payments/orders/register-order.ts'
import { merchantLogin } from '../../../web/redirects/merchant.ts'
import type { Call } from '../endpoint.ts'
import * as types from './parameter-types.ts'
import { mandatory, optional, type ParameterTable, repeated, type Values } from './parameters.ts'
import { definedMembers } from '../../../web/views/defined-members.ts'
import { GatewayError } from '../errors/gateway-error.ts'

const payerData = (whose: string) =>
  optional(types.jsonObject, `${whose} as a JSON object, stored with the order`, {
    invalid: 'json-invalid',
  })

/** Parameters of every order. */
export const ORDER_PARAMETERS = {
  orderNumber: optional(types.text(36), "The merchant's order number; generated if omitted"),
  currency: optional(
    types.currency,
    'Currency of the order, ISO 4217 numeric code; 978 (EUR) by default',
    {
      invalid: 'currency-unknown',
    },
  ),
  failUrl: optional(
    types.url,
    'URL to which the payer returns after a failed payment; `returnUrl` by default',
  ),
  description: optional(types.text(598), 'Description of the order, which the payment page shows'),
  clientId: optional(
    types.text(255),
    "The merchant's id for the client. If present, a successful payment stores the card",
  ),
  jsonParams: optional(types.params, 'Further parameters of the order, as a JSON object', {
    invalid: 'json-invalid',
  }),
  params: optional(
    types.params,
    'Older name of `jsonParams`; if you send both, `jsonParams` applies',
    {
      invalid: 'json-invalid',
    },
  ),
  sessionTimeoutSecs: optional(
    types.sessionTimeout,
    'Seconds until an unpaid order expires; 1200 by default. 0 counts as omitted',
  ),
  expirationDate: optional(
    types.dateTime,
    'Time at which an unpaid order expires, UTC. It takes priority over `sessionTimeoutSecs`',
  ),
  dynamicCallbackUrl: optional(
    types.webUrl,
    'Callback URL of this order, instead of the `callbackUrl` of the project',
  ),
  features: repeated(
    'Features of the order; repeat the parameter for several. `AUTO_PAYMENT`: recurring charge by binding. `VERIFY`: checks the card and does not charge it. `FORCE_SSL`: no 3-D Secure. `FORCE_TDS`: only cards with 3-D Secure. `FORCE_FULL_TDS`: only with full authentication. `FORCE_CREATE_BINDING`: stores the card, even with `bindingNotNeeded`',
  ),
  ip: optional(types.ip, 'IP address of the payer'),
  email: optional(types.text(255), 'Email address of the payer'),
  phone: optional(types.text(40), 'Phone number of the payer'),
  postAddress: optional(types.text(255), 'Postal address of the payer'),
  orderBundle: payerData('Basket'),
  billingPayerData: payerData('Billing address'),
  shippingPayerData: payerData('Shipping address'),
  preOrderPayerData: payerData('Pre-order data'),
  orderPayerData: payerData('Payer data'),
  merchantLogin: optional(
    types.text(255),
    'Login of the merchant; must be the one that sends the request',
  ),
} as const satisfies ParameterTable

/** Times at which a hold expires automatically. */
export const HOLD_PARAMETERS = {
  autocompletionDate: optional(
    types.dateTime,
    'Time at which the hold is captured automatically, UTC',
  ),
  autoReverseDate: optional(
    types.dateTime,
    'Time at which the hold is reversed automatically, UTC',
  ),
} as const satisfies ParameterTable

export const amountOfOrder = mandatory(
  types.amount,
  'Amount of the order. 0 is only possible with the feature VERIFY',
  {
    missing: 'amount-empty',
    invalid: 'amount-wrong',
  },
)

export const returnUrl = mandatory(
  types.url,
  'URL to which the payer returns after the payment. URLs of apps are accepted',
  {
    missing: 'return-url-empty',
    // A relative URL counts as missing.
    invalid: (text) => (/^[./]/.test(text) ? 'return-url-relative' : 'parameter-invalid'),
  },
)

const DEFAULT_CURRENCY = 978

/** The parameters of an order; some operations accept only a few of them. */
type OrderValues = Partial<Values<typeof ORDER_PARAMETERS> & Values<typeof HOLD_PARAMETERS>>

/** The input of the command, from the parameters of an order. */
export function registerInput(
  call: Pick<Call<ParameterTable>, 'newId' | 'pageLanguage' | 'project' | 'service'>,
  values: OrderValues,
  order: {
    readonly twoStage: boolean
    readonly amount: number
    readonly returnUrl: string
    readonly bindingId?: string | undefined
    /** Features that the operation adds. */
    readonly features?: readonly string[]
  },
): RegisterOrderInput {
  const features = [...(values.features ?? []), ...(order.features ?? [])]
  const { dynamicCallbackUrl } = values
  if (
    dynamicCallbackUrl !== undefined &&
    callbackUrlFault(dynamicCallbackUrl, call.service.config) !== undefined
  )
    throw new GatewayError('parameter-invalid', 'dynamicCallbackUrl')
  const { expirationDate } = values
  const sessionTimeoutSecs =
    values.sessionTimeoutSecs === 'default' ? undefined : values.sessionTimeoutSecs
  const { bindingId } = order
  const sentCurrency = values.currency ?? DEFAULT_CURRENCY
  const currency = types.bookedCurrency(sentCurrency)
  return {
    orderId: call.newId(),
    number: values.orderNumber ?? null,
    twoStage: order.twoStage,
    amount: order.amount,
    currency,
    clientId: values.clientId ?? null,
    features,
    request: {
      returnUrl: order.returnUrl,
      language: call.pageLanguage,
      params: values.jsonParams ?? values.params ?? {},
      merchantLogin: merchantLogin(call.project),
      ...definedMembers({
        failUrl: values.failUrl,
        sentCurrency: sentCurrency === currency ? undefined : sentCurrency,
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
