// Payments with a wallet token. Real tokens are encrypted and refused; `docs/clients.md` shows how
// to create a test token.

import type { WalletWay } from '../../../payments/orders/order.ts'
import {
  isEncryptedToken,
  merchantTokenOf,
  readWalletToken,
  type Wallet,
  WALLET_TOKEN_LENGTH,
  type WalletToken,
} from '../../../payments/methods/wallet-token.ts'
import { newPaymentIds } from '../../../web/redirects/merchant.ts'
import * as answers from '../answers/answers.ts'
import { isOwn } from '../caller.ts'
import { cardholder, presentedCard } from '../parameters/card-input.ts'
import { type Call, endpoint, type Endpoint } from '../endpoint.ts'
import * as examples from '../answers/examples.ts'
import { recurrentForm } from '../answers/forms.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import { HOLD_PARAMETERS, ORDER_PARAMETERS, registerInput } from '../parameters/order-parameters.ts'
import * as types from '../parameters/parameter-types.ts'
import { mandatory, optional, type ParameterTable } from '../parameters/parameters.ts'
import { returnUrlOf } from '../project-state.ts'
import { successView } from '../answers/success-view.ts'

const PAYMENT_TOKEN = 'paymentToken'

const tokenText: types.ParameterType<string> = {
  read: (text) => (text.length <= WALLET_TOKEN_LENGTH ? text : undefined),
  schema: { type: 'string', contentEncoding: 'base64', maxLength: WALLET_TOKEN_LENGTH },
  expected: types.expect(
    `base64 of at most ${WALLET_TOKEN_LENGTH} characters`,
    `base64 не длиннее ${WALLET_TOKEN_LENGTH} символов`,
  ),
  sensitive: true,
}

const WALLET_PAYMENT = {
  [PAYMENT_TOKEN]: mandatory(
    tokenText,
    "The wallet's token; the sandbox accepts test tokens, in base64",
  ),
  merchant: optional(
    types.text(255),
    'Login of the merchant; must be the one that sends the request',
  ),
  amount: optional(types.amount, 'Amount of the payment, if the token has none', {
    invalid: 'amount-wrong',
  }),
  currencyCode: optional(
    types.currency,
    'Currency of the payment, ISO 4217 numeric code, if the token has none',
    {
      invalid: 'currency-unknown',
    },
  ),
  ...ORDER_PARAMETERS,
  ...HOLD_PARAMETERS,
  additionalParameters: optional(types.params, 'Further parameters of the order, as an object', {
    invalid: 'json-invalid',
  }),
  cardholderName: cardholder,
  returnUrl: optional(types.url, 'URL to which a payer returns'),
  preAuth: optional(types.boolean, 'true holds the amount instead of charging it'),
} as const satisfies ParameterTable

type WalletCall = Call<typeof WALLET_PAYMENT>

interface WalletRow {
  readonly folder: Wallet
  readonly title: string
  readonly way: WalletWay
  /** For a card without a cryptogram, if the wallet has a separate payment way for it. */
  readonly wayOfCard?: WalletWay
}

const WALLETS: readonly WalletRow[] = [
  { folder: 'applepay', title: 'Apple Pay', way: 'APPLE_PAY' },
  {
    folder: 'google',
    title: 'Google Pay',
    way: 'GOOGLE_PAY_TOKENIZED',
    wayOfCard: 'GOOGLE_PAY_CARD',
  },
  { folder: 'samsung', title: 'Samsung Pay', way: 'SAMSUNG_PAY' },
  { folder: 'mir', title: 'Mir Pay', way: 'MIR_PAY' },
]

async function payByWallet(
  call: WalletCall,
  { folder, way, wayOfCard = way }: WalletRow,
  direct: boolean,
) {
  const { service, project, values } = call
  const { merchant, preAuth = false, cardholderName } = values
  if (merchant !== undefined && !isOwn(project, merchant)) throw new GatewayError('access-denied')
  const token = tokenOf(values[PAYMENT_TOKEN], folder, direct)
  const { pan, expiry, hasCryptogram } = token
  const card = presentedCard({ pan, expiry, cvc: undefined, cardholderName }, project.vault)
  const answer = await service.execute(project, 'registerAndPay', {
    register: registerInput(
      call,
      {
        ...values,
        jsonParams: values.additionalParameters ?? values.jsonParams,
        currency: currencyOf(values, token),
      },
      {
        twoStage: preAuth,
        amount: amountOf(values, token),
        returnUrl: returnUrlOf(call, values.returnUrl),
      },
    ),
    pay: {
      paymentMethod: { kind: 'card', card, keepCard: true },
      way: hasCryptogram ? way : wayOfCard,
      // A cryptogram proves that the payer's device took part.
      withoutChallenge: hasCryptogram,
      callerAddress: call.callerAddress,
      newIds: newPaymentIds(project),
    },
  })
  return successView(call, answer)
}

function tokenOf(text: string, wallet: Wallet, direct: boolean): WalletToken {
  const token = readWalletToken(text, wallet, { direct })
  if (!('fault' in token)) return token
  throw new GatewayError(
    token.fault === 'encrypted' ? 'wallet-token-encrypted' : 'wallet-token-malformed',
  )
}

/** Refuses amounts that differ. */
function amountOf({ amount: sent }: WalletCall['values'], { amount }: WalletToken): number {
  const value = sent ?? amount
  if (value === undefined) throw new GatewayError('amount-empty')
  if (amount !== undefined && amount !== value) throw new GatewayError('wallet-amount-differs')
  return value
}

function currencyOf(
  { currencyCode, currency }: WalletCall['values'],
  token: WalletToken,
): number | undefined {
  const sent = currencyCode ?? currency
  if (token.currency === undefined) return sent
  const named = types.currency.read(token.currency)
  if (
    named === undefined ||
    (sent !== undefined && types.bookedCurrency(sent) !== types.bookedCurrency(named))
  )
    throw new GatewayError('currency-unknown')
  return named
}

/** The test token described in `docs/clients.md`. */
const TEST_TOKEN = Buffer.from(
  JSON.stringify({ pan: examples.card.pan, expiry: examples.card.expiry, amount: 1000 }),
).toString('base64')

const walletEndpoint = (wallet: WalletRow, direct: boolean): Endpoint => {
  const { folder, title } = wallet
  return endpoint({
    name: `${folder}/${direct ? 'paymentDirect' : 'payment'}.do`,
    operationId: `${folder}${direct ? 'PaymentDirect' : 'Payment'}`,
    summary: `Pay by ${title}${direct ? ', decrypted by the merchant' : ''}`,
    description: direct
      ? `Accepts JSON or a form. Registers an order and pays it with the decrypted token of ${title}, in base64, or with a test token.`
      : `Accepts JSON or a form. Registers an order and pays it with a test token of ${title}: base64 of \`{"pan","expiry","amount","currency"}\`. A real token is refused. Without credentials, \`merchantToken\` in the token identifies the merchant.`,
    parameters: WALLET_PAYMENT,
    example: { paymentToken: TEST_TOKEN, description: 'A pair of shoes' },
    answer: { success: true, data: { orderId: examples.ORDER_ID }, orderStatus: examples.status },
    answers: answers.WALLET_PAYMENT,
    family: 'recurrent',
    form: recurrentForm,
    isJson: true,
    openToken: (sent) => merchantTokenOf(sent(PAYMENT_TOKEN)[0] ?? ''),
    withoutCredentials: (sent) =>
      isEncryptedToken(sent(PAYMENT_TOKEN)[0] ?? '')
        ? 'wallet-token-encrypted'
        : 'wallet-token-merchantless',
    handle: (call) => payByWallet(call, wallet, direct),
  })
}

export const walletEndpoints: readonly Endpoint[] = WALLETS.flatMap((wallet) =>
  [false, true].map((direct) => walletEndpoint(wallet, direct)),
)
