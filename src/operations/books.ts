// The books: the sandbox's own accounts, a posting between two accounts, and writing down what happened.

import {
  type Account,
  post,
  systemAccount,
  systemAccountId,
  type SystemKind,
} from '../domain/ledger.ts'
import type { Amount } from '../domain/money.ts'
import {
  type Operation,
  type OperationDetails,
  type OperationKind,
  recordCount,
} from '../domain/operation.ts'
import { want, type Want } from '../domain/rows.ts'
import type { Side } from '../domain/transfer.ts'
import type { Draft } from './draft.ts'

/** One of the sandbox's own accounts, by its key. */
export const wantsSystemAccount = (kind: SystemKind, currency: number): Want =>
  want('account', 'id', systemAccountId(kind, currency))

/** One of the sandbox's own accounts; it comes into being with its first posting. */
export const systemAccountIn = (draft: Draft, kind: SystemKind, currency: number): Account =>
  draft.get('account', 'id', systemAccountId(kind, currency)) ?? systemAccount(kind, currency)

/** Moves money from one account to another. */
export function postBetween(draft: Draft, debit: Account, credit: Account, amount: Amount): void {
  for (const account of post(debit, credit, amount)) draft.put('account', account)
}

/** What is written down of an operation beyond its number and its time. */
interface NewOperation {
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
export function writeOperation(draft: Draft, operation: NewOperation): Operation {
  const approved = operation.approved ?? true
  return draft.put('operation', {
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
  })
}
