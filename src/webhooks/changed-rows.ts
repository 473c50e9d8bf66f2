// Derives the events of a commit from its changed rows: a table that maps each kind of change to
// event types and their data.

import type { Authorisation, Leg, LegKind } from '../authorisations/authorisation.ts'
import type { Callback } from '../callbacks/callback.ts'
import { type Card, CARD_CURRENCY } from '../issuing/card.ts'
import type { Cardholder } from '../issuing/cardholder.ts'
import type { RealTimeDecision } from '../real-time/real-time-decision.ts'
import type { ChangeSet, Rows, TableName } from '../kernel/rows.ts'
import { numericCode } from '../ledger/currency.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'
import type { Binding } from '../payments/methods/binding.ts'
import type { Order } from '../payments/orders/order.ts'
import { ORDER_STATUS, type OrderStatus, ranOutOfTime } from '../payments/orders/order-status.ts'
import type { EventType } from './event-types.ts'

/** An event with its JSON data. */
export interface NewEvent {
  readonly type: EventType
  /** The subject of the event. Events about the same subject are sent in order. */
  readonly subject: string
  readonly data: Readonly<Record<string, unknown>>
}

/** `before` is null if the row is new. */
type EventsOf<Row> = (after: Row, before: Row | null) => readonly NewEvent[]

/** In the order of the events of one decision: a cause comes before its callbacks. */
const EVENTS_OF: { readonly [T in TableName]?: EventsOf<Rows[T]> } = {
  cardholder: cardholderEvents,
  card: cardEvents,
  journalEntry: entryEvents,
  authorisation: authorisationEvents,
  realTimeDecision: decisionEvents,
  order: orderEvents,
  binding: bindingEvents,
  callback: callbackEvents,
}
const TABLES_WITH_EVENTS = Object.keys(EVENTS_OF) as TableName[]

/** The row before a decision; null if it is new. */
export type RowBefore = <T extends TableName>(table: T, after: Rows[T]) => Rows[T] | null

/** The events of the changed rows. */
export const eventsOfChanges = (changes: ChangeSet, before: RowBefore): readonly NewEvent[] =>
  TABLES_WITH_EVENTS.flatMap((table) => eventsOfTable(table, changes, before))

function eventsOfTable<T extends TableName>(
  table: T,
  changes: ChangeSet,
  before: RowBefore,
): readonly NewEvent[] {
  const rows = changes[table]
  const eventsOf = EVENTS_OF[table]
  if (rows === undefined || eventsOf === undefined) return []
  return rows.flatMap((row) => eventsOf(row, before(table, row)))
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

function cardholderEvents(after: Cardholder, before: Cardholder | null): readonly NewEvent[] {
  const { id, customerNumber, firstName, lastName, phoneNumber, profile } = after
  const isUnchanged =
    before !== null &&
    isSame(profile, before.profile) &&
    firstName === before.firstName &&
    lastName === before.lastName &&
    phoneNumber === before.phoneNumber
  if (isUnchanged) return []
  const data = { cardholderId: String(id), customerNumber, firstName, lastName }
  return [
    {
      type: before === null ? 'cardholder.created' : 'cardholder.updated',
      subject: `cardholder ${id}`,
      data,
    },
  ]
}

function cardEvents(after: Card, before: Card | null): readonly NewEvent[] {
  const { id, cardholderId, status, productType, plasticNumber } = after
  const types: EventType[] =
    before === null
      ? ['card.created']
      : [
          ...(status === before.status ? [] : ['card.status_changed' as const]),
          ...(plasticNumber === before.plasticNumber ? [] : ['card.reissued' as const]),
          ...(isSame(after.limits, before.limits) ? [] : ['card.limits_changed' as const]),
          ...(after.pinHash === before.pinHash ? [] : ['card.pin_changed' as const]),
        ]
  const data = {
    cardId: String(id),
    cardholderId: String(cardholderId),
    status,
    ...(before !== null && before.status !== status && { previousStatus: before.status }),
    productType,
    plasticNumber,
  }
  return types.map((type) => ({ type, subject: `card ${id}`, data }))
}

/** The events of an approved and a declined entry; entries of other kinds move no money. */
const ENTRY_EVENTS: Readonly<
  Partial<Record<JournalEntry['kind'], readonly [approved: EventType, declined?: EventType]>>
> = {
  topup: ['topup.approved', 'topup.declined'],
  transfer: ['transfer.approved', 'transfer.declined'],
  purchase: ['authorisation.approved', 'authorisation.declined'],
  completion: ['clearing.created'],
  reversal: ['authorisation.reversed'],
  refund: ['refund.created'],
}

function entryEvents(entry: JournalEntry): readonly NewEvent[] {
  const { id, kind, orderId, sourceCardId, destinationCardId, approved, details } = entry
  const cardId = sourceCardId ?? destinationCardId
  const [approvedType, declinedType] = ENTRY_EVENTS[kind] ?? []
  const type = approved ? approvedType : declinedType
  // The legs of an authorisation have separate events.
  if (cardId === null || type === undefined || details.authorisationId !== undefined) return []
  const subject = orderId === null ? `card ${cardId}` : `order ${orderId}`
  const data = {
    // The payment entry of an order is its authorisation; later entries only refer to the order.
    ...(orderId !== null && { authorisationId: kind === 'purchase' ? String(id) : null }),
    entryId: String(id),
    orderId,
    amount: entry.amount,
    currency: numericCode(entry.currency),
    cardId: String(cardId),
    approved,
    held: details.pending === true,
    ...(kind === 'transfer' && {
      destinationCardId: destinationCardId === null ? null : String(destinationCardId),
    }),
    declineReason: details.decline?.code ?? null,
    mcc: details.mcc ?? null,
    merchantName: details.merchantName ?? null,
  }
  const isPostedAtOnce = kind === 'purchase' && approved && details.pending !== true
  return isPostedAtOnce
    ? [
        { type, subject, data },
        { type: 'clearing.created', subject, data },
      ]
    : [{ type, subject, data }]
}

/** The events of an approved and a declined leg. */
const LEG_EVENTS: Readonly<Record<LegKind, readonly [approved: EventType, declined: EventType]>> = {
  authorisation: ['authorisation.approved', 'authorisation.declined'],
  increment: ['authorisation.incremented', 'authorisation.declined'],
  advice: ['authorisation.adjusted', 'authorisation.declined'],
  clearing: ['clearing.created', 'clearing.created'],
  reversal: ['authorisation.reversed', 'authorisation.reversed'],
  expiry: ['authorisation.expired', 'authorisation.expired'],
  refund: ['refund.created', 'refund.created'],
  refundReversal: ['refund.reversed', 'refund.reversed'],
}

function authorisationEvents(
  after: Authorisation,
  before: Authorisation | null,
): readonly NewEvent[] {
  const subject = `authorisation ${after.id}`
  return after.legs.slice(before?.legs.length ?? 0).map((leg) => {
    const [approved, declined] = LEG_EVENTS[leg.kind]
    const type = leg.decline === undefined ? approved : declined
    return { type, subject, data: legData(after, leg) }
  })
}

function legData(authorisation: Authorisation, leg: Leg): NewEvent['data'] {
  const { id, cardId, kind, status, held, cleared, refunded, details } = authorisation
  const { merchant, entryMode } = details
  return {
    authorisationId: String(id),
    entryId: String(leg.id),
    orderId: null,
    cardId: String(cardId),
    kind,
    leg: leg.kind,
    status,
    approved: leg.decline === undefined,
    declineReason: leg.decline?.code ?? null,
    amount: leg.amount,
    currency: numericCode(CARD_CURRENCY),
    held,
    cleared,
    refunded,
    merchantAmount: leg.merchantAmount,
    merchantCurrency: numericCode(authorisation.currency),
    mcc: merchant.mcc,
    entryMode,
    merchantName: merchant.merchantName,
    merchantCountry: merchant.merchantCountry,
  }
}

function decisionEvents(
  after: RealTimeDecision,
  before: RealTimeDecision | null,
): readonly NewEvent[] {
  const { id, authorisationId, state, decidedBy, late } = after
  if (late === null || before?.late !== null) return []
  const data = {
    decisionId: String(id),
    authorisationId: authorisationId === null ? null : String(authorisationId),
    state,
    decidedBy,
    httpStatus: late.httpStatus,
    latencyMs: late.latencyMs,
  }
  const subject = authorisationId === null ? `decision ${id}` : `authorisation ${authorisationId}`
  return [{ type: 'authorisation.decision_late', subject, data }]
}

/** The event of an order that reaches a status. */
const STATUS_EVENT = {
  [ORDER_STATUS.registered]: undefined,
  [ORDER_STATUS.held]: 'order.held',
  [ORDER_STATUS.deposited]: 'order.deposited',
  [ORDER_STATUS.reversed]: 'order.reversed',
  [ORDER_STATUS.refunded]: 'order.refunded',
  [ORDER_STATUS.authenticating]: 'order.authenticating',
  [ORDER_STATUS.declined]: 'order.declined',
} as const satisfies Readonly<Record<OrderStatus, EventType | undefined>>

const STATUS_NAME = new Map<OrderStatus, string>(
  Object.entries(ORDER_STATUS).map(([name, status]) => [status, name]),
)

function orderEvents(after: Order, before: Order | null): readonly NewEvent[] {
  const { payment } = after.progress
  const data = {
    orderId: after.id,
    orderNumber: after.number,
    status: STATUS_NAME.get(after.status),
    amount: after.amount,
    currency: numericCode(after.currency),
    approvedAmount: after.approvedAmount,
    depositedAmount: after.depositedAmount,
    refundedAmount: after.refundedAmount,
    actionCode: after.actionCode,
    failedAttempts: after.failedAttempts,
    clientId: after.clientId,
    numberMask: payment?.card.mask ?? null,
    cardId: payment?.card.cardId === undefined ? null : String(payment.card.cardId),
  }
  return orderTypes(after, before).map((type) => ({ type, subject: `order ${after.id}`, data }))
}

function orderTypes(after: Order, before: Order | null): readonly EventType[] {
  const types: EventType[] = before === null ? ['order.registered'] : []
  if (after.failedAttempts > (before?.failedAttempts ?? 0)) types.push('order.attempt_declined')
  if (after.status !== (before?.status ?? ORDER_STATUS.registered)) {
    const type = ranOutOfTime(after) ? 'order.expired' : STATUS_EVENT[after.status]
    if (type !== undefined) types.push(type)
  } else if (before !== null) {
    if (after.refundedAmount > before.refundedAmount) types.push('order.refunded')
    else if (after.depositedAmount > before.depositedAmount) types.push('order.deposited')
    else if (after.approvedAmount < before.approvedAmount) types.push('order.reversed')
    else if (after.depositedAmount < before.depositedAmount) types.push('order.reversed')
  }
  return types
}

function bindingEvents(after: Binding, before: Binding | null): readonly NewEvent[] {
  const { id, clientId, active, card, orderId } = after
  if (before !== null && isSame(after, before)) return []
  const data = { bindingId: id, clientId, active, numberMask: card.mask, orderId }
  return [{ type: bindingType(after, before), subject: `binding ${id}`, data }]
}

function bindingType({ active }: Binding, before: Binding | null): EventType {
  if (before === null) return 'binding.created'
  if (active === before.active) return 'binding.updated'
  return active ? 'binding.activated' : 'binding.deactivated'
}

function callbackEvents(after: Callback, before: Callback | null): readonly NewEvent[] {
  const type = callbackType(after, before)
  if (type === undefined) return []
  const { id, orderId, orderNumber, bindingId, operation, status, url, failures } = after
  const data = {
    callbackId: String(id),
    orderId,
    orderNumber,
    bindingId,
    operation,
    status,
    url,
    failures,
    httpStatus: after.attempts.at(-1)?.httpStatus ?? null,
  }
  const subject = orderId === null ? `callback ${id}` : `order ${orderId}`
  return [{ type, subject, data }]
}

function callbackType(after: Callback, before: Callback | null): EventType | undefined {
  if (before === null) return 'callback.created'
  if (after.attempts.length === before.attempts.length && after.state === before.state)
    return undefined
  if (after.state === 'delivered') return 'callback.delivered'
  if (after.state === 'failed') return 'callback.failed'
  return after.failures > before.failures ? 'callback.attempt_failed' : undefined
}
