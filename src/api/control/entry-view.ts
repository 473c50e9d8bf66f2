// An entry of the journal as the control API shows it: one debit, one credit, and what caused it.

import { numericCode } from '../../ledger/currency.ts'
import Type, { type Static } from 'typebox'
import { accountNameOf } from '../../ledger/account.ts'
import { ENTRY_KINDS, rrnOf } from '../../ledger/journal-entry.ts'
import type { EntryRow, NumberUsed } from '../../store/reads/entries.ts'
import { Currency, iso, Moment, orNull } from './schemas.ts'

const CardUsed = Type.Object({
  cardId: Type.String(),
  numberMask: Type.String({ description: 'The number that it had then' }),
})

export const EntryKindSchema = Type.Enum([...ENTRY_KINDS])

export const EntrySchema = Type.Object({
  id: Type.String(),
  kind: EntryKindSchema,
  at: Moment,
  approved: Type.Boolean(),
  amount: Type.Integer({ description: 'As asked, minor units; 0 where it is not about money' }),
  currency: orNull(Currency, 'Null where it is not about money'),
  debit: orNull(Type.String(), 'The account that the amount left; null where no money moved'),
  credit: orNull(Type.String(), 'The account that it came to'),
  source: orNull(CardUsed, 'The card that it was done with'),
  destination: orNull(CardUsed, 'The card that it was done to'),
  orderId: orNull(Type.String(), 'The order at interface C'),
  decline: orNull(Type.String(), 'Why it was declined'),
  isHold: Type.Boolean({ description: 'The amount is held, not yet posted' }),
  utrnno: Type.Integer({ description: "The first of interface A's record numbers" }),
  rrn: Type.String({ description: 'Retrieval reference number' }),
  stan: Type.Integer({ description: 'System trace audit number' }),
})

export function entryView(row: EntryRow): Static<typeof EntrySchema> {
  const { entry, source, destination } = row
  const nameOf = (id: number | null) => (id === null ? null : accountNameOf(id, entry.currency))
  return {
    id: String(entry.id),
    kind: entry.kind,
    at: iso(entry.at),
    approved: entry.approved,
    amount: entry.amount,
    currency: entry.currency === 0 ? null : numericCode(entry.currency),
    debit: nameOf(entry.debitAccountId),
    credit: nameOf(entry.creditAccountId),
    source: cardUsed(entry.sourceCardId, source),
    destination: cardUsed(entry.destinationCardId, destination),
    orderId: entry.orderId,
    decline: entry.details.decline?.code ?? null,
    isHold: entry.details.pending === true,
    utrnno: entry.utrnno,
    rrn: rrnOf(entry),
    stan: entry.stan,
  }
}

const cardUsed = (cardId: number | null, number: NumberUsed | null) =>
  cardId === null || number === null ? null : { cardId: String(cardId), numberMask: number.mask }
