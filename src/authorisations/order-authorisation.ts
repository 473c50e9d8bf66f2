// An order that an issued card paid, or tried to pay, is an authorisation as well. It is derived
// from the order and its journal entries and not stored again, so that a payment at interface C
// writes no further row.

import type { JournalEntry } from '../ledger/journal-entry.ts'
import { holdEndsAt, type Order } from '../payments/orders/order.ts'
import { kindOf, OWN_PLACE } from '../payments/authorisation/ask-about-payment.ts'
import { ORDER_STATUS, type OrderStatus } from '../payments/orders/order-status.ts'
import type {
  Authorisation,
  AuthorisationStatus,
  EntryMode,
  Leg,
  LegKind,
} from './authorisation.ts'

/**
 * The status of an approved payment by its order's status. An expired hold is reversed, as at C.
 */
export const STATUS_OF_ORDER = {
  [ORDER_STATUS.held]: 'pending',
  [ORDER_STATUS.deposited]: 'cleared',
  [ORDER_STATUS.refunded]: 'cleared',
  [ORDER_STATUS.reversed]: 'reversed',
} as const satisfies Partial<Record<OrderStatus, AuthorisationStatus>>

/** A payment entry of an order paid by an issued card. */
interface PaidOrder {
  readonly entry: JournalEntry
  readonly order: Order
}

/**
 * The authorisation of a payment entry. `followUps` are the other entries of the order; without
 * them, the authorisation only has its first leg.
 */
export function authorisationOfOrder(
  { entry, order }: PaidOrder,
  followUps: readonly JournalEntry[] = [],
): Authorisation {
  const { approved, amount } = entry
  const status = statusOfPayment(entry, order)
  const isHeld = status === 'pending'
  const posted = approved && !isHeld ? order.depositedAmount + order.refundedAmount : 0
  const amounts = {
    amount,
    held: isHeld ? order.approvedAmount : 0,
    cleared: posted,
    refunded: approved ? order.refundedAmount : 0,
  }
  const { mcc = 0, merchantName = '', merchantId = '', terminalId = '' } = entry.details
  const merchant = { mcc, merchantName, merchantId, terminalId, ...PLACE }
  return {
    id: entry.id,
    cardId: entry.sourceCardId ?? 0,
    numberId: entry.sourceNumberId ?? 0,
    accountId: order.progress.payment?.accountId ?? 0,
    kind: kindOf(order),
    status,
    currency: entry.currency,
    mcc,
    ...amounts,
    suspense: 0,
    createdAt: entry.at,
    dueAt: isHeld ? order.dueAt : null,
    details: {
      merchant,
      entryMode: entryModeOf(entry),
      utrnno: entry.utrnno,
      merchantAmounts: amounts,
    },
    legs: [legOf(entry, 'authorisation'), ...(approved ? legsOf(order, followUps) : [])],
  }
}

const PLACE = { merchantCountry: OWN_PLACE.country, merchantCity: OWN_PLACE.city }

/** A verification moves no money and is complete. */
function statusOfPayment({ approved, amount }: JournalEntry, order: Order): AuthorisationStatus {
  if (!approved) return 'declined'
  if (amount === 0) return 'cleared'
  const statuses: Partial<Record<OrderStatus, AuthorisationStatus>> = STATUS_OF_ORDER
  return statuses[order.status] ?? 'cleared'
}

/** Position 5 of the point-of-service data code is 4 for a recurring charge. */
const entryModeOf = ({ details }: JournalEntry): EntryMode =>
  details.posDataCode?.charAt(4) === '4' ? 'recurring' : 'ecommerce'

const LEG_OF_ENTRY: Partial<Record<JournalEntry['kind'], LegKind>> = {
  completion: 'clearing',
  reversal: 'reversal',
  refund: 'refund',
}

const legsOf = (order: Order, followUps: readonly JournalEntry[]): Leg[] =>
  followUps.flatMap((entry) => {
    const kind = LEG_OF_ENTRY[entry.kind]
    return kind === undefined ? [] : [legOf(entry, isExpiry(entry, order) ? 'expiry' : kind)]
  })

/** A hold that expired was not reversed by the merchant. */
const isExpiry = ({ kind, at }: JournalEntry, { request, progress }: Order): boolean =>
  kind === 'reversal' &&
  progress.depositedAt === undefined &&
  progress.payment !== null &&
  at >= holdEndsAt(request, progress.payment.at)

const legOf = ({ id, at, amount, approved, details }: JournalEntry, kind: LegKind): Leg => ({
  id,
  kind,
  at,
  merchantAmount: amount,
  amount: approved ? amount : 0,
  held: details.pending === true ? amount : 0,
  ...(details.decline && { decline: details.decline }),
  ...(details.decisionId !== undefined && { decisionId: details.decisionId }),
  ...(kind === 'clearing' && { isFinal: true }),
})
