// The fields of each kind of row that the request log shows before and after a request. Internal
// rows, such as hashes of idempotency keys, are not listed.

import { CARD_CURRENCY } from '../issuing/card.ts'
import { type CardLimits, LIMIT_NAMES, type Usage } from '../issuing/limits.ts'
import type { Rows, TableName } from '../kernel/rows.ts'
import { accountName, accountNameOf, available } from '../ledger/account.ts'
import { numericCode } from '../ledger/currency.ts'
import { ORDER_STATUS } from '../payments/orders/order-status.ts'

export const RECORD_KINDS = [
  'account',
  'authorisation',
  'binding',
  'callback',
  'card',
  'cardholder',
  'cardNumber',
  'clock',
  'entry',
  'fault',
  'limits',
  'order',
  'realTimeDecision',
  'receiver',
  'settings',
  'webhook',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export type FieldValue = string | number | boolean | null
export type Fields = Readonly<Record<string, FieldValue | undefined>>

/** How the rows of a table are shown. */
export interface RecordView<Row> {
  readonly kind: RecordKind
  /** The id as the control API names it. */
  readonly id: (row: Row) => string | number
  /** ISO 4217 numeric code of the row's amounts. */
  readonly currency?: (row: Row) => number
  readonly fields: (row: Row) => Fields
  /** Fields that are compared and shown as `***`. */
  readonly secrets?: (row: Row) => Readonly<Record<string, string | null>>
}

export const RECORD_VIEWS: { readonly [T in TableName]?: RecordView<Rows[T]> } = {
  account: {
    kind: 'account',
    id: accountName,
    currency: ({ currency }) => currency,
    fields: (account) => ({
      posted: account.posted,
      held: account.held,
      ...(account.kind === 'customer' && { available: available(account) }),
    }),
  },
  authorisation: {
    kind: 'authorisation',
    id: ({ id }) => id,
    currency: () => CARD_CURRENCY,
    fields: ({ kind, status, amount, held, cleared, suspense, refunded, dueAt, legs }) => ({
      kind,
      status,
      amount,
      held,
      cleared,
      suspense,
      refunded,
      dueAt: moment(dueAt),
      legs: legs.length,
    }),
  },
  binding: {
    kind: 'binding',
    id: ({ id }) => id,
    fields: ({ active, clientId, card, lastChargeAt }) => ({
      active,
      clientId,
      card: card.mask,
      lastChargeAt: moment(lastChargeAt),
    }),
  },
  callback: {
    kind: 'callback',
    id: ({ id }) => id,
    fields: ({ operation, state, attempt, failures, dueAt }) => ({
      operation,
      // The field's name in the control API.
      state: state === 'unaddressed' ? 'captured' : state,
      attempt,
      failures,
      dueAt: moment(dueAt),
    }),
  },
  card: {
    kind: 'card',
    id: ({ id }) => id,
    currency: () => CARD_CURRENCY,
    fields: ({ status, plasticNumber, embossedName, pinDenials, limits }) => ({
      status,
      plasticNumber,
      embossedName,
      pinDenials,
      ...limitFields(limits),
    }),
    secrets: ({ pinHash }) => ({ pin: pinHash }),
  },
  cardholder: {
    kind: 'cardholder',
    id: ({ id }) => id,
    fields: ({ firstName, lastName, phoneNumber, customerNumber, poolCards, profile }) => ({
      firstName,
      lastName,
      phoneNumber,
      customerNumber,
      poolCards,
      ...profile,
    }),
  },
  cardNumber: {
    kind: 'cardNumber',
    id: ({ cardId }) => cardId,
    fields: ({ mask, expiry, replaced }) => ({ number: mask, expiry, replaced }),
  },
  cardUsage: {
    kind: 'limits',
    id: ({ cardId }) => cardId,
    currency: () => CARD_CURRENCY,
    fields: ({ usage }) => usageFields(usage),
  },
  faultPlan: {
    kind: 'fault',
    id: () => 'plan',
    fields: ({ seed, active, faults }) => ({
      seed,
      active,
      ...Object.fromEntries(
        faults.map(({ id, kind, calls, injected }) => [id, `${kind}: ${injected} of ${calls}`]),
      ),
    }),
  },
  journalEntry: {
    kind: 'entry',
    id: ({ id }) => id,
    fields: ({ kind, approved, amount, currency, debitAccountId, creditAccountId }) => ({
      kind,
      approved,
      amount,
      debit: accountOrNull(debitAccountId, currency),
      credit: accountOrNull(creditAccountId, currency),
    }),
    currency: ({ currency }) => currency,
  },
  order: {
    kind: 'order',
    id: ({ id }) => id,
    currency: ({ currency }) => currency,
    fields: ({ progress, request, ...order }) => ({
      status: ORDER_STATUSES[order.status],
      number: order.number,
      amount: order.amount,
      approvedAmount: order.approvedAmount,
      depositedAmount: order.depositedAmount,
      refundedAmount: order.refundedAmount,
      actionCode: order.actionCode,
      failedAttempts: order.failedAttempts,
      pageOpened: progress.pageOpened,
      challenge: progress.challenge?.step,
      card: progress.payment?.card.mask,
      rrn: progress.payment?.rrn,
      approvalCode: progress.payment?.approvalCode,
      refunds: progress.refunds.length,
      email: request.email,
      comment: progress.comment,
      labels: order.labels.join(', '),
      dueAt: moment(order.dueAt),
    }),
  },
  realTimeDecision: {
    kind: 'realTimeDecision',
    id: ({ id }) => id,
    currency: () => CARD_CURRENCY,
    fields: ({ state, decidedBy, held }) => ({ state, decidedBy, held }),
  },
  receiver: {
    kind: 'receiver',
    id: ({ id, place }) => id ?? place,
    fields: ({ id, answers, delayMs, received }) => ({
      exists: id !== null,
      answers: answers.join(', '),
      delayMs,
      received,
    }),
  },
  webhook: {
    kind: 'webhook',
    id: ({ id }) => id,
    fields: ({ url, events, state }) => ({ url, events: events.join(', '), state }),
    secrets: ({ secrets }) => ({ secret: secrets[0]?.sealed ?? null }),
  },
}

const ORDER_STATUSES = Object.fromEntries(
  Object.entries(ORDER_STATUS).map(([name, status]) => [status, name]),
)

const moment = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

const accountOrNull = (id: number | null, currency: number): string | null =>
  id === null ? null : accountNameOf(id, currency)

/** `LMTP0109` is the limit, `LMTP0109.cycle` its cycle. */
const limitFields = (limits: CardLimits): Fields =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, { value, cycle }]) => [
      [name, value],
      [`${name}.cycle`, cycle],
    ]),
  )

const USAGE_FIELDS = (['cash', 'spending', 'ecommerce'] as const).flatMap((family) =>
  (['day', 'month', 'year'] as const).map(
    (cycle) => [`${family}.${cycle}`, family, cycle] as const,
  ),
)

/** Used amounts such as `spending.day`. */
function usageFields(usage: Usage): Fields {
  const fields: Record<string, number> = {}
  for (const [name, family, cycle] of USAGE_FIELDS) fields[name] = usage[family][cycle]
  return fields
}

/** Fields in minor units of the record's currency. All used limits are in minor units, too. */
const MONEY_FIELDS: ReadonlySet<string> = new Set([
  'amount',
  'posted',
  'held',
  'available',
  'cleared',
  'suspense',
  'refunded',
  'approvedAmount',
  'depositedAmount',
  'refundedAmount',
  ...LIMIT_NAMES,
])

export const isMoney = (kind: RecordKind, name: string): boolean =>
  kind === 'limits' || MONEY_FIELDS.has(name)

export const currencyCode = (currency: number | undefined): string | undefined =>
  currency === undefined || currency === 0 ? undefined : numericCode(currency)
