// Compares the ledger with the model and with itself: derives every balance from the postings, and
// every hold from the orders.

import assert from 'node:assert/strict'
import type { Account } from '../../src/ledger/account.ts'
import type { Usage } from '../../src/issuing/limits.ts'
import type { JournalEntry } from '../../src/ledger/journal-entry.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import type { PaymentSandbox } from '../kit/payment-sandbox.ts'
import type { ProjectCard } from '../kit/engine-sandbox.ts'
import { used } from './issuer.ts'
import type { Entry, Model } from './model.ts'

interface LedgerRows {
  readonly accounts: readonly Account[]
  readonly journal: readonly JournalEntry[]
  readonly orders: readonly Order[]
}

/** `card-0`, `network-978`. */
const nameOf = ({ id, kind, currency }: Account, cards: readonly ProjectCard[]): string =>
  kind === 'customer'
    ? `card-${cards.findIndex(({ accountId }) => accountId === id)}`
    : `${kind}-${currency}`

export function compareLedger(
  model: Model,
  ledger: LedgerRows,
  cards: readonly ProjectCard[],
): void {
  const names = new Map(ledger.accounts.map((account) => [account.id, nameOf(account, cards)]))
  const entries = ledger.journal.map((entry) => entryOf(entry, names, cards))
  assert.deepEqual(entries, model.entries)
  const moved = new Map<number, number>()
  const holding = new Map<number, number>()
  const add = (sums: Map<number, number>, key: number | null, amount: number) =>
    key !== null && sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const { debitAccountId, creditAccountId, amount } of ledger.journal) {
    add(moved, debitAccountId, -amount)
    add(moved, creditAccountId, amount)
  }
  for (const { status, amount, progress } of ledger.orders)
    if (status === 1) add(holding, progress.payment?.accountId ?? null, amount)
  const trial = new Map<number, number>()
  for (const account of ledger.accounts) {
    const { id, kind, currency, posted, held } = account
    const name = nameOf(account, cards)
    assert.equal(posted, moved.get(id) ?? 0, `postings of ${name}`)
    assert.equal(held, holding.get(id) ?? 0, `open holds on ${name}`)
    assert.equal(posted, model.posted.get(name) ?? 0, `balance of ${name}`)
    assert.equal(held, model.held.get(name) ?? 0, `held on ${name}`)
    assert.ok(kind !== 'customer' || posted - held >= 0, `${name} is overdrawn`)
    add(trial, currency, posted)
  }
  for (const [currency, sum] of trial) assert.equal(sum, 0, `trial balance of ${currency}`)
}

function entryOf(
  entry: JournalEntry,
  names: ReadonlyMap<number, string>,
  cards: readonly ProjectCard[],
): Omit<Entry, 'reason'> & { reason: number } {
  const { sourceCardId, destinationCardId, details } = entry
  const account = (id: number | null) => (id === null ? null : (names.get(id) ?? 'unknown'))
  const card = cards.findIndex(({ id }) => id === (sourceCardId ?? destinationCardId))
  return {
    kind: entry.kind,
    order: entry.orderId,
    card: card === -1 ? null : card,
    approved: entry.approved,
    amount: entry.amount,
    currency: entry.currency,
    from: account(entry.debitAccountId),
    to: account(entry.creditAccountId),
    posDataCode: details.posDataCode ?? null,
    reason: details.decline === undefined ? -1 : (REASONS[details.decline.code] ?? 0),
    at: entry.at,
  }
}

/** The reason codes of the processor. */
// prettier-ignore
const REASONS: Readonly<Record<string, number>> = {
  'currency': 110, 'wrong-expiry': 101, 'expired': 101, 'wrong-cvc': 122, 'blocked': 104, 'lost': 208, 'stolen': 209,
  'replaced': 125, 'insufficient-funds': 116, 'limit-exceeded': 121,
}

const WINDOWS = { day: 10, month: 7, year: 4 } as const

/** The used limits of a card, in the windows in which they were last counted. */
export function compareUsage(model: Model, card: number, usage: Usage): void {
  for (const counter of ['day', 'month', 'year'] as const) {
    const expected = used(model, card, WINDOWS[counter], usage.at)
    assert.equal(usage.spending[counter], expected, `${counter} of card ${card}`)
    assert.equal(usage.ecommerce[counter], expected, `${counter} of card ${card}`)
    assert.equal(usage.cash[counter], 0)
  }
}

// prettier-ignore
const TRANSACTIONS: Readonly<Record<string, readonly [type: string, direction: string]>> = {
  'topup':         ['760', 'CREDIT'],
  'purchase':      ['774', 'DEBIT'],
  'completion':    ['737', 'DEBIT'],
  'reversal':      ['774', 'CREDIT'],
  'refund':        ['775', 'CREDIT'],
  'block':         ['493', 'NOOP'],
  'status-change': ['672', 'NOOP'],
  'limit-change':  ['578', 'NOOP'],
}

/**
 * Interface A lists every entry of a card once and in order. An entry that follows a purchase has
 * the purchase's authorisation id.
 */
export async function compareTransactions(
  model: Model,
  sandbox: PaymentSandbox,
  card: ProjectCard,
  index: number,
): Promise<void> {
  const listed = await sandbox.transactions(card)
  const authorised = new Map<string, number>()
  const expected = model.entries
    .filter((entry) => entry.card === index)
    .map(({ kind, approved, amount, order, reason }, place) => {
      const [type, direction] = TRANSACTIONS[kind] ?? []
      const own = listed[place]?.utrnno ?? 0
      if (kind === 'purchase' && order !== null) authorised.set(order, own)
      const follows = kind === 'completion' || kind === 'reversal'
      const number = follows ? (authorised.get(order ?? '') ?? 0) : own
      const isMove = approved && direction !== 'NOOP'
      return {
        transactionType: type,
        operationDirection: approved ? direction : 'NOOP',
        amount: approved ? amount : 0,
        requestAmount: amount,
        reversal: kind === 'reversal',
        internalResponseCode: reason,
        authorizationIdResponse: isMove ? String(number).padStart(6, '0').slice(-6) : undefined,
      }
    })
  const seen = listed.map((each) => ({
    transactionType: each.transactionType,
    operationDirection: each.operationDirection,
    amount: each.amount,
    requestAmount: each.requestAmount,
    reversal: each.reversal,
    internalResponseCode: each.internalResponseCode,
    authorizationIdResponse: each.authorizationIdResponse,
  }))
  assert.deepEqual(seen, expected, `transactions of card ${index}`)
  assert.equal(new Set(listed.map(({ utrnno }) => utrnno)).size, listed.length)
}
