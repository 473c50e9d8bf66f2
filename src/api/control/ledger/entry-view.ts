// An entry of the journal as the control API shows it: one debit, one credit, and what caused it.

import { numericCode } from '../../../ledger/currency.ts'
import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { accountNameOf } from '../../../ledger/account.ts'
import { ENTRY_KINDS, type JournalEntry, rrnOf } from '../../../ledger/journal-entry.ts'
import { CARD_STATUSES, type CardStatus } from '../../../issuing/card.ts'
import { actionCodeOf } from '../../../payments/authorisation/action-code.ts'
import { meaningOf } from '../orders/action-code-meanings.ts'
import { declineText, remedyText } from '../../../web/html/decline-text.ts'
import type { EntryRow, NumberUsed } from '../../../store/reads/entries.ts'
import { Currency, iso, Moment, orNull } from '../schemas.ts'

const DeclineReasonSchema = Type.Object({
  reason: Type.String({ description: 'Reason of the decline, in a sentence with the amounts' }),
  remedy: orNull(
    Type.String(),
    'How to avoid the decline; null for a card that this project did not issue',
  ),
  actionCode: Type.Integer({ description: 'Action code of the decline at interface C' }),
})

const CardUsed = Type.Object({
  cardId: Type.String(),
  numberMask: Type.String({ description: 'Masked card number at the time of the entry' }),
})

export const EntryKindSchema = Type.Enum([...ENTRY_KINDS], {
  description: 'Kind of the journal entry',
})

export const EntrySchema = Type.Object({
  id: Type.String(),
  kind: EntryKindSchema,
  at: Moment,
  approved: Type.Boolean(),
  amount: Type.Integer({
    description: 'Requested amount, minor units; 0 for an entry that moves no money',
  }),
  currency: orNull(Currency, 'Currency, ISO 4217 numeric code; null for an entry without money'),
  debit: orNull(Type.String(), 'Debited account; null if no money moved'),
  credit: orNull(Type.String(), 'Credited account; null if no money moved'),
  source: orNull(CardUsed, 'The card that paid'),
  destination: orNull(CardUsed, 'The card that received'),
  orderId: orNull(Type.String(), 'Id of the order at interface C; null if there is none'),
  orderNumber: orNull(
    Type.String(),
    "The merchant's number of the order; null if there is none, or if it was deleted",
  ),
  cardStatus: orNull(
    Type.Enum([...CARD_STATUSES], { description: 'Status of the card' }),
    'Status of the card after a `block` or `status-change`; otherwise null',
  ),
  decline: orNull(
    Type.String(),
    'Code of the decline of a card that this project issued; otherwise null',
  ),
  declineReason: orNull(DeclineReasonSchema, 'Why it was declined; null if it was approved'),
  isHold: Type.Boolean({ description: 'True while the amount is held and not posted' }),
  utrnno: Type.Integer({
    description: "First of the entry's record numbers (`utrnno`) at interface A",
  }),
  rrn: Type.String({ description: 'Retrieval reference number (RRN)' }),
  stan: Type.Integer({ description: 'System trace audit number (STAN)' }),
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
    orderNumber: row.orderNumber,
    cardStatus: (entry.details.cardStatus ?? null) as CardStatus | null,
    decline: entry.details.decline?.code ?? null,
    declineReason: declineReasonOf(entry),
    isHold: entry.details.pending === true,
    utrnno: entry.utrnno,
    rrn: rrnOf(entry),
    stan: entry.stan,
  }
}

/** Why an entry was declined. */
function declineReasonOf({ details, ...declined }: JournalEntry) {
  const { decline, actionCode } = details
  if (decline !== undefined)
    return {
      reason: declineText(decline, declined),
      remedy: remedyText(decline, declined),
      actionCode: actionCodeOf(decline),
    }
  return actionCode === undefined
    ? null
    : { reason: `${meaningOf(actionCode)}.`, remedy: null, actionCode }
}

const cardUsed = (cardId: number | null, number: NumberUsed | null) =>
  cardId === null || number === null ? null : { cardId: String(cardId), numberMask: number.mask }
