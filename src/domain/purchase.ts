// Paying at the gateway by a card of the project: why its issuer declines, in order of precedence, and how the payment is described.

import type { AuthenticationLevel } from './authentication.ts'
import { statusDecline } from './card.ts'
import type { Decline } from './decline.ts'
import type { LimitFamily } from './limits.ts'
import type { Amount } from './money.ts'
import type { CvcVerdict } from './order.ts'
import { expiryDecline, fundsDecline, type Source } from './transfer.ts'

/** A purchase counts against the spending limits and the e-commerce limits. */
export const PURCHASE_FAMILIES = ['spending', 'ecommerce'] as const satisfies LimitFamily[]

/** What the payer claims, and what the store asks for. */
interface Purchase {
  readonly amount: Amount
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly cvc: CvcVerdict
}

/** Why a purchase is declined; undefined when it must succeed. */
export function purchaseDecline(
  source: Source,
  { amount, currency, cvc }: Purchase,
  now: number,
): Decline | undefined {
  if (currency !== source.account.currency) return { code: 'currency', side: 'source' }
  const expiry = expiryDecline(source.number, source.sentExpiry, now)
  if (expiry !== undefined) return { code: expiry, side: 'source' }
  if (cvc === 'wrong') return { code: 'wrong-cvc', side: 'source' }
  const status = statusDecline(source.card, source.number)
  if (status !== undefined) return { code: status, side: 'source' }
  return fundsDecline(source, PURCHASE_FAMILIES, amount, now)
}

const INPUT_MODE = { full: 'S', attempt: 'T', none: 'U' } as const satisfies Record<
  AuthenticationLevel,
  string
>
const PRESENCE = { payer: '5', recurring: '4' } as const

/**
 * ISO 8583 point-of-service data code of an internet purchase: no terminal, payer by e-commerce or recurring, card absent, kind of
 * e-commerce by its 3-D Secure level.
 */
export const posDataCode = (level: AuthenticationLevel, presence: keyof typeof PRESENCE): string =>
  `1000${PRESENCE[presence]}0${INPUT_MODE[level]}00130`
