// Moving money between cards: the checks in their order of precedence, then the posting.

import { yearMonth } from '../kernel/calendar.ts'
import { type Card, type CardNumber, isExpired, statusDecline } from './card.ts'
import type { Decline } from '../ledger/decline.ts'
import { type Account, available } from '../ledger/account.ts'
import { brokenLimit, type CycleType, limitUsed, type LimitFamily, type Usage } from './limits.ts'
import type { Amount } from '../ledger/money.ts'

/** Outgoing transfers count against the spending limits of the source card. */
export const TRANSFER_FAMILIES = ['spending'] as const satisfies LimitFamily[]

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

/** Wrong or past expiry of a card that takes part, in that order. */
export function expiryDecline(
  number: CardNumber,
  sentExpiry: number | undefined,
  now: number,
): 'wrong-expiry' | 'expired' | undefined {
  if (sentExpiry !== undefined && sentExpiry !== number.expiry) return 'wrong-expiry'
  return isExpired(number.expiry, yearMonth(now)) ? 'expired' : undefined
}

/** Why a transfer between two existing cards is declined; undefined when it must succeed. */
export function transferDecline(
  source: Source,
  destination: Side,
  amount: Amount,
  now: number,
): Decline | undefined {
  if (source.card.id === destination.card.id) return { code: 'same-card' }
  const expiry = expiryDecline(source.number, source.sentExpiry, now)
  if (expiry !== undefined) return { code: expiry, side: 'source' }
  if (isExpired(destination.number.expiry, yearMonth(now)))
    return { code: 'expired', side: 'destination' }
  const sourceStatus = statusDecline(source.card, source.number)
  if (sourceStatus !== undefined) return { code: sourceStatus, side: 'source' }
  const destinationStatus = statusDecline(destination.card, destination.number)
  if (destinationStatus !== undefined) return { code: destinationStatus, side: 'destination' }
  return fundsDecline(source, TRANSFER_FAMILIES, amount, now)
}

/** Why a single card cannot be credited; undefined when it must succeed. */
export function creditDecline(
  destination: Side,
  sentExpiry: number | undefined,
  now: number,
): Decline | undefined {
  const code =
    expiryDecline(destination.number, sentExpiry, now) ??
    statusDecline(destination.card, destination.number)
  return code === undefined ? undefined : { code, side: 'destination' }
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

const PERIOD = { 0: 'Daily', 3: 'Monthly', 4: 'Yearly' } as const satisfies Record<
  CycleType,
  string
>

/** The cycle that a broken limit had, in the words of interface B. */
export const limitPeriod = (decline: Decline): string => PERIOD[decline.limitCycle ?? 0]
