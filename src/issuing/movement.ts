// What a top-up, a transfer and a payment with an issued card have in common: the sides, the checks that all make, and how a declined one
// is kept.

import { yearMonth } from '../kernel/calendar.ts'
import { type Card, CARD_CURRENCY, type CardNumber, isExpired } from './card.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import type { Decline } from '../ledger/decline.ts'
import { type Account, available, canPost } from '../ledger/account.ts'
import type { EntryDetails, JournalEntry } from '../ledger/journal-entry.ts'
import { brokenLimit, limitUsed, type LimitFamily, type Usage } from './limits.ts'
import { type Amount, isMovable, toAmount } from '../ledger/money.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import { writeEntry } from '../ledger/postings.ts'

/** One end of a movement. */
export interface Side {
  readonly card: Card
  readonly number: CardNumber
}

export interface Source extends Side {
  readonly account: Account
  /** The counters as they read now. */
  readonly usage: Usage
  /** The expiry that was sent, YYYYMM; undefined where none was. */
  readonly sentExpiry: number | undefined
}

/** What both movements have in common. Card numbers come as keyed hashes, so that no command holds a number in the clear. */
export interface MovementInput {
  /** Minor units, as sent; the decision judges it. */
  readonly amount: number
  /** ISO 4217 numeric code, as sent. */
  readonly currency: number
  /** Keyed hash of the id that the caller gave the movement, good for one that moved money or was declined. */
  readonly externalId?: string
}

/** The movement as the journal has it, approved or declined. */
export interface MovementResult {
  readonly entry: JournalEntry
  readonly decline: Decline | null
}

/** What is loaded for the id of a movement. */
export const externalIdKeys = ({ externalId }: MovementInput): readonly RowKey[] =>
  externalId === undefined ? [] : [rowKey('externalId', 'hash', externalId)]

/** Uses the id of a movement, or throws the fault of one that was used before. A movement that is refused later leaves its id unused. */
export function claimExternalId({ externalId }: MovementInput, draft: Draft): void {
  if (externalId === undefined) return
  if (draft.get('externalId', 'hash', externalId) !== null)
    throw new Fault(
      'external-id-used',
      'A transaction with this extId was made before.',
      'externalId',
    )
  draft.put('externalId', { hash: externalId, usedAt: draft.now })
}

/** The side that was named, or the fault of a number that nobody has. */
export function existingSide(side: Side | null, role: 'source' | 'destination'): Side {
  if (side !== null) return side
  throw new Fault('card-unknown', `No ${role} card has this number.`, role)
}

/** The amount that was sent, or the fault of one that cannot be moved. */
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

/** Wrong or past expiry of a card that takes part, in that order. */
export function expiryDecline(
  number: CardNumber,
  sentExpiry: number | undefined,
  now: number,
): 'wrong-expiry' | 'expired' | undefined {
  if (sentExpiry !== undefined && sentExpiry !== number.expiry) return 'wrong-expiry'
  return isExpired(number.expiry, yearMonth(now)) ? 'expired' : undefined
}

/** Funds first, then limits: the last two checks before money leaves an account. */
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

/** The decline of a movement that a balance has no room for. Between two cards of one account nothing is posted. */
export const fullDecline = (
  debit: Account,
  credit: Account,
  amount: Amount,
): Decline | undefined =>
  debit.id === credit.id || canPost(debit, credit, amount) ? undefined : { code: 'account-full' }

/** The account of a side, as the draft has it. */
export const accountOf = ({ card }: Side, draft: Draft): Account =>
  draft.getOrThrow('account', 'id', card.accountId)

/** A valid movement that moves nothing is stored all the same, with its reason. */
export function declinedMovement(
  draft: Draft,
  kind: 'topup' | 'transfer',
  input: MovementInput,
  decline: Decline,
  sides: { source?: Side; destination: Side; details?: EntryDetails },
): MovementResult {
  const { details, ...cards } = sides
  const entry = writeEntry(draft, {
    kind,
    approved: false,
    amount: input.amount,
    currency: input.currency,
    ...cards,
    details: { ...details, decline },
  })
  return { entry, decline }
}
