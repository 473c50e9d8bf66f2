// Converts stored cards to the responses of interface B.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import { CARD_STATUSES } from '../../issuing/card.ts'
import { dateTime } from '../../kernel/calendar.ts'
import { accountNumber, available } from '../../ledger/account.ts'
import { type CardLimits, INTERVAL_LIMIT } from '../../issuing/limits.ts'
import type { Project } from '../../engine/directory.ts'
import type { CardDetails } from '../../store/reads/cards.ts'
import { DateTime, oneOf } from './schemas.ts'

const cardMembers = {
  id: Type.String({ description: 'Id of the card' }),
  status: oneOf(CARD_STATUSES, { description: 'Status of the card' }),
  productName: Type.String({ description: 'Card product' }),
  cardholder: Type.String({ description: 'Id of the cardholder' }),
  account: Type.Object({
    accountNumber: Type.String({ description: 'Account number, 20 digits' }),
    balance: Type.Integer({ description: 'Available amount, in cents' }),
    currency: Type.Literal('EUR'),
  }),
  embossedName: Type.String({ description: 'Name on the card' }),
  expiryDate: Type.String({ description: 'Expiry date of the card, YYYYMM' }),
  numberMask: Type.String({ description: 'First six and last four digits of the card number' }),
}
const laterMembers = {
  creationDate: DateTime,
  blockingDate: Type.String({
    description:
      'Last time at which the card was blocked, YYYY-MM-DDThh:mm:ss, UTC; empty if never',
  }),
  pinDenialCounter: Type.String({ description: 'Number of wrong PINs in a row' }),
  spendingLimits: Type.Array(
    Type.Object({
      amount: Type.Integer({ description: 'Limit in cents' }),
      interval: oneOf(['daily', 'monthly'], { description: 'Period of the limit, UTC' }),
    }),
  ),
}

const CARD_EXAMPLE = {
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

/** A card in all other responses. It has no fields for number and CVC, so they cannot leak. */
export const CardAnswer = Type.Object(
  { ...cardMembers, ...laterMembers },
  { examples: [{ ...CARD_EXAMPLE, ...LATER_EXAMPLE }] },
)
type CardView = Static<typeof CardAnswer>

/** A card read by its id: the only response with number and CVC. */
export const OpenCardAnswer = Type.Object(
  {
    ...cardMembers,
    number: Type.String({ description: 'Full card number' }),
    cvc: Type.String({ description: 'Card verification code, 3 digits' }),
    ...laterMembers,
  },
  { examples: [{ ...CARD_EXAMPLE, number: '4000000000100026', cvc: '123', ...LATER_EXAMPLE }] },
)
type OpenCardView = Static<typeof OpenCardAnswer>

const INTERVALS = ['daily', 'monthly'] as const

export const cardView = (project: Project, { card, number, account }: CardDetails): CardView => ({
  id: String(card.id),
  status: card.status,
  productName: project.secrets.product.cardProductName,
  cardholder: String(card.cardholderId),
  account: {
    accountNumber: accountNumber(account),
    balance: available(account),
    currency: 'EUR',
  },
  embossedName: card.embossedName,
  expiryDate: String(number.expiry),
  numberMask: number.mask,
  creationDate: dateTime(card.createdAt),
  blockingDate: card.blockedAt === null ? '' : dateTime(card.blockedAt),
  pinDenialCounter: String(card.pinDenials),
  spendingLimits: spendingLimits(card.limits),
})

/** The only view with number and CVC. */
export function openCardView(project: Project, answer: CardDetails): OpenCardView {
  const pan = project.vault.open(answer.number.sealed)
  const cvc = project.vault.cvc(pan, answer.number.expiry)
  return { ...cardView(project, answer), number: pan, cvc }
}

const spendingLimits = (limits: CardLimits): CardView['spendingLimits'] =>
  INTERVALS.map((interval) => ({ amount: limits[INTERVAL_LIMIT[interval]].value, interval }))
