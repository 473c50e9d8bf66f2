// Top-ups and transfers as this interface reads and writes them.

import Type, { type Static } from 'typebox'
import { DateTime, oneOf, withExample } from './shapes.ts'

// Range of the amount and the currency are judged by the decision, after the cards: only the types are checked here.
const asked = {
  amount: Type.Integer({ description: 'Cents, 1 to 999999999999', examples: [5000] }),
  currency: Type.String({ maxLength: 100, description: 'EUR', examples: ['EUR'] }),
}
const CardNumber = Type.String({ minLength: 1, maxLength: 100, examples: ['4000000000100026'] })
const Destination = Type.Object({ cardNumber: CardNumber })
const Source = Type.Object({
  cardNumber: CardNumber,
  expiryDate: Type.String({
    pattern: '^[0-9]{4}(0[1-9]|1[0-2])$',
    description: 'YYYYMM',
    examples: ['203101'],
  }),
})

const DESTINATION_EXAMPLE = { cardNumber: '4000000000100026' }
const SOURCE_EXAMPLE = { cardNumber: '4000000000200024', expiryDate: '203101' }

export const NewTopup = withExample(Type.Object({ ...asked, destinationCard: Destination }), {
  amount: 5000,
  currency: 'EUR',
  destinationCard: DESTINATION_EXAMPLE,
})

export const NewTransfer = withExample(
  Type.Object({ ...asked, sourceCard: Source, destinationCard: Destination }),
  {
    amount: 2500,
    currency: 'EUR',
    sourceCard: SOURCE_EXAMPLE,
    destinationCard: DESTINATION_EXAMPLE,
  },
)

const first = {
  id: Type.String(),
  amount: Type.Integer({ description: 'Cents' }),
  currency: Type.Literal('EUR'),
}
const last = {
  creationDate: DateTime,
  status: oneOf(['approved', 'declined']),
  statusMessage: Type.String({ description: 'Why it was declined; empty when approved' }),
  rrn: Type.String({ description: 'Retrieval reference number, 12 digits' }),
}
const LAST_EXAMPLE = {
  creationDate: '2026-01-15T10:05:00',
  status: 'approved',
  statusMessage: '',
  rrn: '000001600000',
}
const AnsweredCard = Type.Object({ cardNumber: Type.String() })

export const TopupSchema = withExample(
  Type.Object({ ...first, destinationCard: AnsweredCard, ...last }),
  {
    id: '5',
    amount: 5000,
    currency: 'EUR',
    destinationCard: DESTINATION_EXAMPLE,
    ...LAST_EXAMPLE,
  },
)
export type TopupView = Static<typeof TopupSchema>

export const TransferSchema = withExample(
  Type.Object({
    ...first,
    sourceCard: Type.Object({ cardNumber: Type.String(), expiryDate: Type.String() }),
    destinationCard: AnsweredCard,
    ...last,
  }),
  {
    id: '6',
    amount: 2500,
    currency: 'EUR',
    sourceCard: SOURCE_EXAMPLE,
    destinationCard: DESTINATION_EXAMPLE,
    ...LAST_EXAMPLE,
  },
)
export type TransferView = Static<typeof TransferSchema>

const FilterDate = Type.String({
  format: 'date',
  description: 'YYYY-MM-DD, UTC, inclusive',
  examples: ['2026-01-31'],
})

export const TransferQuery = Type.Object({
  cardNumberFltr: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Number of the card that is source or destination',
    examples: ['4000000000100026'],
  }),
  periodStartFltr: Type.Optional(FilterDate),
  periodEndFltr: Type.Optional(FilterDate),
  statusFltr: Type.Optional(oneOf(['approved', 'declined'])),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,2}|1000)$',
      description: 'Transfers in one answer, 1 to 1000 (default 1000)',
      examples: ['100'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'nextCursor of the answer before' }),
  ),
})
export type TransferQuery = Static<typeof TransferQuery>

export const TransferList = Type.Object({
  transfers: Type.Array(TransferSchema),
  nextCursor: Type.Optional(Type.String({ description: 'Present where more remain' })),
})
