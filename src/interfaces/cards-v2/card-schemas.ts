// Cards as this interface reads and writes them.

import Type, { type Static } from 'typebox'
import { CARD_STATUSES, REISSUE_REASONS } from '../../domain/card.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { DateTime, oneOf, withExample } from './shapes.ts'

export const NewCard = withExample(
  Type.Object({
    productName: Type.String({ maxLength: 100, description: "The project's card product" }),
    cardholder: Type.String({ maxLength: 100, description: 'Id of the cardholder' }),
  }),
  { productName: 'VISA_CLASSIC_VIRTUAL', cardholder: '100001' },
)

const SpendingLimit = Type.Object({
  amount: Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: 'Cents; 0 spends nothing' }),
  interval: oneOf(['daily', 'monthly']),
})

/** More limits than there are intervals cannot be right. */
const INTERVALS = 2

export const CardPatch = withExample(
  Type.Object(
    {
      status: Type.Optional(oneOf(CARD_STATUSES)),
      spendingLimits: Type.Optional(
        Type.Array(SpendingLimit, { minItems: 1, maxItems: INTERVALS }),
      ),
      pin: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1024,
          description:
            'Base64 of RSA-OAEP (SHA-256) under the key of GET /v2/keys/pin: {"nonce": integer of at least 8 digits, "pin": "4 to 12 digits"}',
        }),
      ),
      resetPinCounter: Type.Optional(Type.Literal(true)),
      reissueCard: Type.Optional(oneOf(REISSUE_REASONS)),
    },
    { description: 'Exactly one of the members' },
  ),
  { status: 'blocked' },
)
export type CardPatch = Static<typeof CardPatch>

const cardMembers = {
  id: Type.String(),
  status: oneOf(CARD_STATUSES),
  productName: Type.String(),
  cardholder: Type.String(),
  account: Type.Object({
    accountNumber: Type.String(),
    balance: Type.Integer({ description: 'Available amount, cents' }),
    currency: Type.Literal('EUR'),
  }),
  embossedName: Type.String(),
  expiryDate: Type.String({ description: 'YYYYMM' }),
  numberMask: Type.String(),
}
const laterMembers = {
  creationDate: DateTime,
  blockingDate: Type.String({ description: 'Date-time, or empty on a card never blocked' }),
  pinDenialCounter: Type.String(),
  spendingLimits: Type.Array(
    Type.Object({ amount: Type.Integer(), interval: oneOf(['daily', 'monthly']) }),
  ),
}

const EXAMPLE = {
  id: '100000000001',
  status: 'active',
  productName: 'VISA_CLASSIC_VIRTUAL',
  cardholder: '100001',
  account: { accountNumber: '40000000000000001978', balance: 0, currency: 'EUR' },
  embossedName: 'ANN DOE',
  expiryDate: '203101',
  numberMask: '400000******0026',
}
const LATER_EXAMPLE = {
  creationDate: '2026-01-15T10:00:00',
  blockingDate: '',
  pinDenialCounter: '0',
  spendingLimits: [
    { amount: 100_000, interval: 'daily' },
    { amount: 1_000_000, interval: 'monthly' },
  ],
}

/** A card as issued and changed. It has no members for number and CVC, so none can slip out. */
export const CardSchema = withExample(Type.Object({ ...cardMembers, ...laterMembers }), {
  ...EXAMPLE,
  ...LATER_EXAMPLE,
})
export type CardView = Static<typeof CardSchema>

/** A card as read by its id, the only answer with number and CVC. */
export const OpenCardSchema = withExample(
  Type.Object({ ...cardMembers, number: Type.String(), cvc: Type.String(), ...laterMembers }),
  { ...EXAMPLE, number: '4000000000100026', cvc: '123', ...LATER_EXAMPLE },
)
export type OpenCardView = Static<typeof OpenCardSchema>

export const PinKeySchema = Type.Object({
  kid: Type.String({ description: 'JWK thumbprint (RFC 7638)' }),
  alg: Type.Literal('RSA-OAEP-256'),
  jwk: Type.Object({
    kty: Type.Literal('RSA'),
    kid: Type.String(),
    use: Type.Literal('enc'),
    alg: Type.Literal('RSA-OAEP-256'),
    n: Type.String(),
    e: Type.String(),
  }),
  pem: Type.String(),
})
