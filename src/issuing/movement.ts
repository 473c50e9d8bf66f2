// The common parts of a top-up, a transfer and a payment with an issued card: their sides, their
// checks, and the journal entry of a decline.

import { yearMonth } from '../kernel/calendar.ts'
import { type Card, CARD_CURRENCY, type CardNumber, isExpired } from './card.ts'
import type { DecisionFacts, Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import type { Decline } from '../ledger/decline.ts'
import { type Account, available, canPost } from '../ledger/account.ts'
import type { EntryDetails, JournalEntry } from '../ledger/journal-entry.ts'
import { brokenLimit, closestLimit, limitUsed, type LimitFamily, type Usage } from './limits.ts'
import { type Amount, isMovable, toAmount } from '../ledger/money.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import { writeEntry } from '../ledger/postings.ts'

/** One side of a movement. */
export interface Side {
  readonly card: Card
  readonly number: CardNumber
}

export interface Source extends Side {
  readonly account: Account
  /** The current counters. */
  readonly usage: Usage
  /** The expiry in the request, YYYYMM; undefined if absent. */
  readonly sentExpiry: number | undefined
}

/**
 * The fields that top-ups and transfers share. Card numbers are keyed hashes, so that no command
 * contains a number in clear text.
 */
export interface MovementInput {
  /** Minor units, as sent; the command checks it. */
  readonly amount: number
  /** ISO 4217 numeric code, as sent. */
  readonly currency: number
  /**
   * Keyed hash of the caller's id for the movement. An approved or declined movement uses it up.
   */
  readonly externalId?: string
}

/** The journal entry of a movement, and its decline. */
export interface MovementResult {
  readonly entry: JournalEntry
  readonly decline: Decline | null
}

/** A movement to which an outcome rule can apply, and its card; for a top-up, the credited card. */
interface RuledMovement {
  readonly side: 'source' | 'destination'
  readonly card: Side
  readonly amount: Amount
}

/**
 * Applies the project's outcome rules to a movement, before the card's own checks. The rules belong
 * to payments, which import issuing, so `src/registry/commands.ts` passes the function.
 */
export type MovementRuling = (draft: Draft, movement: RuledMovement) => Decline | undefined

/** The keys to load for the caller's id. */
export const externalIdKeys = ({ externalId }: MovementInput): readonly RowKey[] =>
  externalId === undefined ? [] : [rowKey('externalId', 'hash', externalId)]

/**
 * Uses up the caller's id; throws a fault if it was used before. A movement that is refused later
 * does not use it up.
 */
export function claimExternalId({ externalId }: MovementInput, draft: Draft): void {
  if (externalId === undefined) return
  if (draft.get('externalId', 'hash', externalId) !== null)
    throw new Fault('external-id-used', 'This extId has already been used.', 'externalId')
  draft.put('externalId', { hash: externalId, usedAt: draft.now })
}

/** The side with a number; throws a fault if no card has that number. */
export function existingSide(side: Side | null, role: 'source' | 'destination'): Side {
  if (side !== null) return side
  throw new Fault('card-unknown', `No ${role} card has this number.`, role)
}

/** The amount in the request; throws a fault if it cannot be moved. */
export function movableAmount(input: MovementInput): Amount {
  if (input.currency !== CARD_CURRENCY)
    throw new Fault('currency-unsupported', 'Only EUR (978) is supported.', 'currency')
  if (!isMovable(input.amount))
    throw new Fault(
      'amount-invalid',
      'The amount must be an integer from 1 to 999999999999 in minor units.',
      'amount',
    )
  return toAmount(input.amount)
}

/** Checks for a wrong expiry date, then for one in the past. */
export function expiryDecline(
  number: CardNumber,
  sentExpiry: number | undefined,
  now: number,
): 'wrong-expiry' | 'expired' | undefined {
  if (sentExpiry !== undefined && sentExpiry !== number.expiry) return 'wrong-expiry'
  return isExpired(number.expiry, yearMonth(now)) ? 'expired' : undefined
}

/** Checks funds, then limits, which are the last two checks before money leaves an account. */
export function fundsDecline(
  source: Pick<Source, 'card' | 'account' | 'usage'>,
  families: readonly LimitFamily[],
  amount: Amount,
  now: number,
): Decline | undefined {
  const balance = available(source.account)
  if (amount > balance) return { code: 'insufficient-funds', side: 'source', available: balance }
  const { limits } = source.card
  const limit = brokenLimit(limits, source.usage, families, amount)
  if (limit === undefined) return undefined
  return {
    code: 'limit-exceeded',
    side: 'source',
    limit,
    limitCycle: limits[limit].cycle,
    limitValue: limits[limit].value,
    limitUsed: limitUsed(limits, source.usage, limit, now),
    available: balance,
  }
}

/**
 * The decline of a movement that would exceed the largest balance. Between two cards of one
 * account, nothing is posted.
 */
export const fullDecline = (
  debit: Account,
  credit: Account,
  amount: Amount,
): Decline | undefined =>
  debit.id === credit.id || canPost(debit, credit, amount) ? undefined : { code: 'account-full' }

/** The account of a side, from the draft. */
export const accountOf = ({ card }: Side, draft: Draft): Account =>
  draft.getOrThrow('account', 'id', card.accountId)

/**
 * The facts of a movement decision, in addition to the facts in its entry. Most movements are
 * approved transfers between active cards. Their facts are one literal, because spreads took longer
 * than the rest of the explanation.
 */
export function explainMovement(
  draft: Draft,
  entry: JournalEntry,
  { source, destination }: { readonly source?: Source; readonly destination: Side },
): void {
  const { id: entryId, approved } = entry
  if (approved && source !== undefined) {
    const limit = closestLimit(source.card.limits, source.usage, MOVEMENT_FAMILIES)
    if (limit !== undefined) {
      draft.decision = { outcome: 'approved', entryId, available: available(source.account), limit }
      return
    }
  }
  draft.decision = {
    outcome: approved ? 'approved' : 'declined',
    entryId,
    ...(source && sourceFacts(source, MOVEMENT_FAMILIES)),
    ...statusFacts(destination, 'destinationStatus'),
  }
}

/** Movements count towards the source card's spending limits. */
export const MOVEMENT_FAMILIES: readonly LimitFamily[] = ['spending']

/** The balance and the closest limit of a card before a decision. */
export function sourceFacts(
  source: Pick<Source, 'card' | 'number' | 'account' | 'usage'>,
  families: readonly LimitFamily[],
): Pick<DecisionFacts, 'available' | 'limit' | 'status'> {
  const limit = closestLimit(source.card.limits, source.usage, families)
  return {
    available: available(source.account),
    ...(limit && { limit }),
    ...statusFacts(source, 'status'),
  }
}

/** The status of a card that is not active. */
const statusFacts = (
  { card, number }: Side,
  member: 'status' | 'destinationStatus',
): Pick<DecisionFacts, 'status' | 'destinationStatus'> =>
  card.status === 'active' && number.replaced === null
    ? {}
    : { [member]: number.replaced === null ? card.status : `replaced (${number.replaced})` }

interface DeclinedMovement {
  readonly input: MovementInput
  readonly source?: Source
  readonly destination: Side
  readonly details?: EntryDetails
}

/** Stores the journal entry of a declined movement, with its reason. */
export function declinedMovement(
  draft: Draft,
  kind: 'topup' | 'transfer',
  decline: Decline,
  { input, details, ...cards }: DeclinedMovement,
): MovementResult {
  const entry = writeEntry(draft, {
    kind,
    approved: false,
    amount: input.amount,
    currency: input.currency,
    ...cards,
    details: { ...details, decline },
  })
  explainMovement(draft, entry, cards)
  return { entry, decline }
}
