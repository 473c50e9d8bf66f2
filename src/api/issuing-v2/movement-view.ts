// Converts stored top-ups and transfers to the responses of interface B.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import type { Vault } from '../../projects/vault.ts'
import type { TransferRow } from '../../store/reads/journal.ts'
import { sentExpiry, transferView } from '../../web/views/movement-view.ts'
import { DateTime, oneOf } from './schemas.ts'

export const DESTINATION_EXAMPLE = { cardNumber: '4000000000100026' }
export const SOURCE_EXAMPLE = { cardNumber: '4000000000200024', expiryDate: '203101' }

const firstMembers = {
  id: Type.String({ description: 'Id of the top-up or transfer' }),
  amount: Type.Integer({ description: 'Amount in cents' }),
  currency: Type.Literal('EUR'),
}
const lastMembers = {
  creationDate: DateTime,
  status: oneOf(['approved', 'declined'], { description: 'Result of the operation' }),
  statusMessage: Type.String({ description: 'Reason of a decline; empty if approved' }),
  rrn: Type.String({ description: 'Retrieval reference number, 12 digits' }),
}
const LAST_EXAMPLE = {
  creationDate: '2026-01-15T10:05:00',
  status: 'approved',
  statusMessage: '',
  rrn: '000001600000',
}
const CardNumber = Type.String({ description: 'Full card number' })
const AnsweredCard = Type.Object({ cardNumber: CardNumber })

export const TopupAnswer = Type.Object(
  { ...firstMembers, destinationCard: AnsweredCard, ...lastMembers },
  {
    examples: [
      {
        id: '5',
        amount: 5000,
        currency: 'EUR',
        destinationCard: DESTINATION_EXAMPLE,
        ...LAST_EXAMPLE,
      },
    ],
  },
)

export const TransferAnswer = Type.Object(
  {
    ...firstMembers,
    sourceCard: Type.Object({
      cardNumber: CardNumber,
      expiryDate: Type.String({ description: 'Expiry date as sent, YYYYMM' }),
    }),
    destinationCard: AnsweredCard,
    ...lastMembers,
  },
  {
    examples: [
      {
        id: '6',
        amount: 2500,
        currency: 'EUR',
        sourceCard: SOURCE_EXAMPLE,
        destinationCard: DESTINATION_EXAMPLE,
        ...LAST_EXAMPLE,
      },
    ],
  },
)
type TransferView = Static<typeof TransferAnswer>

export const TransferListAnswer = Type.Object({
  transfers: Type.Array(TransferAnswer),
  nextCursor: Type.Optional(
    Type.String({ description: 'Cursor of the next page; absent on the last page' }),
  ),
})

/** Stored transfers, with the numbers of both cards. */
export const transferViews = (vault: Vault, rows: readonly TransferRow[]): TransferView[] =>
  rows.map(({ entry, source, destination }) =>
    transferView(entry, {
      sourceCard: {
        cardNumber: vault.open(source.sealed),
        expiryDate: sentExpiry(entry.details.sourceExpiry ?? source.expiry),
      },
      destinationCard: { cardNumber: vault.open(destination.sealed) },
    }),
  )
