// The accounts and journal entries of operations on a payment. An issued card pays from its own
// account. A test card pays from the network account, which represents all other issuers.

import { giveBack, type LimitFamily, usageAt } from '../../issuing/limits.ts'
import type { Side } from '../../issuing/movement.ts'
import type { Draft } from '../../kernel/draft.ts'
import { type Account, systemAccountId } from '../../ledger/account.ts'
import type { EntryDetails, JournalEntry } from '../../ledger/journal-entry.ts'
import type { Amount } from '../../ledger/money.ts'
import { systemAccountIn, writeEntry } from '../../ledger/postings.ts'
import { keysOfPayment } from '../orders/order-rows.ts'
import type { Order, Payment } from '../orders/order.ts'
import type { PaymentCard } from '../methods/payment-card.ts'

/** A purchase counts towards the spending limits and the e-commerce limits. */
export const PURCHASE_FAMILIES = ['spending', 'ecommerce'] as const satisfies LimitFamily[]

export const merchantAccount = (draft: Draft, order: Order): Account =>
  systemAccountIn(draft, 'merchant', order.currency)

/**
 * The accounts of a payment and the other rows that change with them, so that they load together.
 */
export function payerAccount(draft: Draft, order: Order): Account {
  draft.need(keysOfPayment(order))
  const { accountId } = paymentOf(order)
  return accountId === undefined || accountId === systemAccountId('network', order.currency)
    ? systemAccountIn(draft, 'network', order.currency)
    : draft.getOrThrow('account', 'id', accountId)
}

function paymentOf({ progress }: Order): Payment {
  if (progress.payment === null) throw new Error('a paid order has no payment')
  return progress.payment
}

/** Returns a payment's use of limits to the limit windows. */
export function returnLimits(draft: Draft, order: Order, amount: Amount): void {
  const { card, at } = paymentOf(order)
  if (card.cardId === undefined || amount === 0) return
  const { usage } = draft.getOrThrow('cardUsage', 'cardId', card.cardId)
  const left = giveBack(usageAt(usage, draft.now), PURCHASE_FAMILIES, amount, at)
  draft.put('cardUsage', { cardId: card.cardId, usage: left })
}

/** An issued card with the number that the payer presented. */
export function issuedSide(draft: Draft, { cardId, numberId }: PaymentCard): Side {
  if (cardId === undefined || numberId === undefined)
    throw new Error('an issued card without its rows')
  return {
    card: draft.getOrThrow('card', 'id', cardId),
    number: draft.getOrThrow('cardNumber', 'id', numberId),
  }
}

export function merchantDetails({ dataset }: Draft): EntryDetails {
  const { mcc, merchantName, terminalId } = dataset.settings
  return { mcc, merchantName, terminalId, merchantId: terminalId }
}

interface FollowUp {
  readonly kind: 'completion' | 'reversal' | 'refund'
  readonly amount: Amount
  readonly debit?: Account
  readonly credit?: Account
}

/** Captures and reversals keep the authorisation id; a refund is a separate transaction. */
export function writeFollowUp(
  draft: Draft,
  order: Order,
  { kind, amount, ...posting }: FollowUp,
): JournalEntry {
  const { card, utrnno } = paymentOf(order)
  const isFollowUp = kind !== 'refund' && utrnno !== undefined
  const entry = writeEntry(draft, {
    kind,
    amount,
    currency: order.currency,
    ...posting,
    ...(card.kind === 'issued' && { source: issuedSide(draft, card) }),
    details: {
      ...merchantDetails(draft),
      ...(isFollowUp && { originalUtrnno: utrnno }),
    },
    orderId: order.id,
  })
  draft.decision = {
    ...draft.decision,
    outcome: 'approved',
    orderId: order.id,
    entryId: entry.id,
    payer: [card.mask, card.kind],
  }
  return entry
}
