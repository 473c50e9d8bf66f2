// What the operations on cards share: following a card number to its card and account, and writing down what happened.

import type { Account } from '../domain/ledger.ts'
import { systemAccount, systemAccountId, type SystemKind } from '../domain/ledger.ts'
import {
  type Operation,
  type OperationDetails,
  type OperationKind,
  recordCount,
} from '../domain/operation.ts'
import { want, type Want } from '../domain/rows.ts'
import type { Side } from '../domain/transfer.ts'
import type { Draft, LoadedRows } from './draft.ts'

/** The ISO 4217 number of the one currency that cards hold. */
export const CARD_CURRENCY = 978

/** Keys along the path number → card → account and usage, as far as the rows loaded so far lead. */
export function wantsByNumber(hash: string, rows: LoadedRows): Want[] {
  const wants = [want('cardNumber', 'hash', hash)]
  const number = rows.find('cardNumber', 'hash', hash)
  if (!number) return wants
  return [...wants, ...wantsByCard(number.cardId, rows)]
}

/** Keys along the path card → account, usage and current number. */
export function wantsByCard(cardId: number, rows: LoadedRows): Want[] {
  const wants = [want('card', 'id', cardId), want('cardUsage', 'cardId', cardId)]
  const card = rows.find('card', 'id', cardId)
  if (!card) return wants
  wants.push(want('account', 'id', card.accountId), want('cardNumber', 'id', card.numberId))
  return wants
}

/** The card a number belongs to, or null where nobody has that number. */
export function sideOf(hash: string, draft: Draft): Side | null {
  const number = draft.get('cardNumber', 'hash', hash)
  return number === null ? null : { number, card: draft.must('card', 'id', number.cardId) }
}

/** One of the sandbox's own accounts; it comes into being with its first posting. */
export const systemAccountIn = (draft: Draft, kind: SystemKind, currency: number): Account =>
  draft.get('account', 'id', systemAccountId(kind, currency)) ?? systemAccount(kind, currency)

/** What `record` needs beyond counters and time. */
export interface NewOperation {
  readonly kind: OperationKind
  readonly amount?: number
  readonly currency?: number
  readonly approved?: boolean
  readonly debit?: Account
  readonly credit?: Account
  readonly source?: Side
  readonly destination?: Side
  readonly details?: OperationDetails
}

/** Writes an operation down with the next id, record numbers and trace number. */
export function record(draft: Draft, operation: NewOperation): Operation {
  const approved = operation.approved ?? true
  const row: Operation = {
    id: draft.take('nextId'),
    kind: operation.kind,
    at: draft.now,
    utrnno: draft.take('nextUtrnno', recordCount(operation.kind, approved)),
    stan: draft.take('nextStan'),
    amount: operation.amount ?? 0,
    currency: operation.currency ?? 0,
    debitAccountId: operation.debit?.id ?? null,
    creditAccountId: operation.credit?.id ?? null,
    sourceNumberId: operation.source?.number.id ?? null,
    sourceCardId: operation.source?.card.id ?? null,
    destinationNumberId: operation.destination?.number.id ?? null,
    destinationCardId: operation.destination?.card.id ?? null,
    approved,
    details: operation.details ?? {},
  }
  draft.put('operation', row)
  return row
}
