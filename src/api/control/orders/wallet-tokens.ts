// Wallet test tokens, which merchants send in place of real wallet tokens.

import { Type } from '../../../web/http/schemas/type.ts'
import { isLuhnValid } from '../../../issuing/pan.ts'
import { MAX_AMOUNT } from '../../../ledger/money.ts'
import { writeWalletToken } from '../../../payments/methods/wallet-token.ts'
import { operation } from '../api.ts'
import { unacceptable } from '../problems.ts'

const WalletTokenBody = Type.Object(
  {
    pan: Type.String({
      pattern: '^[0-9]{13,19}$',
      description: 'Number of a test card or of a card of the project',
    }),
    expiry: Type.String({
      pattern: '^20[0-9]{2}(0[1-9]|1[0-2])$',
      description: 'Expiry date of the card, YYYYMM',
    }),
    amount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_AMOUNT,
        description: 'Amount in minor units; by default, the payment amount',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[0-9]{3}$',
        description: 'Currency of the amount, ISO 4217 numeric code',
      }),
    ),
    withoutCryptogram: Type.Optional(
      Type.Boolean({
        description:
          'True for a token without a cryptogram, for which the issuer may require 3-D Secure',
      }),
    ),
  },
  { additionalProperties: false },
)

const WalletTokenAnswer = Type.Object({
  paymentToken: Type.String({
    description: 'Token in base64, which every wallet accepts, any number of times',
  }),
})

const createWalletToken = operation({
  name: 'createWalletToken',
  method: 'POST',
  path: '/wallet-tokens',
  repeats: 'nothing',
  summary: 'Create a test token of a wallet',
  description:
    "Creates a token that operations such as `applepay/payment.do` accept like a real wallet's token. It identifies the merchant, so the payment needs no credentials. Nothing is stored.",
  body: WalletTokenBody,
  examples: [{ pan: '4444555511113333', expiry: '203412', amount: 1000, currency: '978' }],
  answer: WalletTokenAnswer,
  handle({ body, project }) {
    const { pan, expiry, amount, currency, withoutCryptogram } = body
    if (!isLuhnValid(pan)) throw unacceptable('/pan', 'must have a valid check digit')
    const paymentToken = writeWalletToken({
      pan,
      expiry: Number(expiry),
      ...(amount !== undefined && { amount }),
      ...(currency !== undefined && { currency }),
      hasCryptogram: withoutCryptogram !== true,
      merchantToken: project.secrets.interfaceC.token,
    })
    return Promise.resolve({ paymentToken })
  },
})

export const walletTokenOperations = [createWalletToken]
