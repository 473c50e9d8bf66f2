// The amounts of an authorisation that count against the card's limits, derived from its legs. Each
// amount counts in the windows in which a leg took it. Amounts are given back latest first.

import type { Authorisation, Leg } from './authorisation.ts'
import { shareOf } from './currency-conversion.ts'

/** An amount of the card's currency in minor units, and the time at which it was taken. */
interface LimitUse {
  readonly at: number
  readonly amount: number
}

type Counted = Pick<Authorisation, 'kind' | 'legs'>

/** The changes of the counters by a leg: what it takes, or gives back as negative amounts. */
export function limitChanges(before: Counted | undefined, after: Counted): readonly LimitUse[] {
  const changes = new Map<number, number>()
  const add = (uses: readonly LimitUse[], sign: 1 | -1) => {
    for (const { at, amount } of uses) changes.set(at, (changes.get(at) ?? 0) + sign * amount)
  }
  add(usesOf(after), 1)
  if (before !== undefined) add(usesOf(before), -1)
  return [...changes].flatMap(([at, amount]) => (amount === 0 ? [] : [{ at, amount }]))
}

/** The amounts that count after the legs, oldest first. */
export function usesOf({ kind, legs }: Counted): readonly LimitUse[] {
  if (kind === 'credit' || kind === 'refund') return []
  let sums: Sums = { uses: [], held: 0, refundable: 0 }
  const returnedBy = new Map<number, readonly LimitUse[]>()
  for (const leg of legs) {
    if (leg.decline !== undefined) continue
    if (leg.kind === 'refundReversal') {
      sums = withRefundUndone(sums, leg, returnedBy.get(leg.id) ?? [])
      continue
    }
    const { left, returned } = changedBy(sums.uses, leg.at, changeOf(leg, sums))
    if (leg.reversedBy !== undefined) returnedBy.set(leg.reversedBy, returned)
    sums = { uses: left, held: leg.held, refundable: sums.refundable + refundableBy(leg) }
  }
  return sums.uses
}

/** The sums of an authorisation before a leg. */
interface Sums {
  readonly uses: readonly LimitUse[]
  /** In the card's currency. */
  readonly held: number
  /** Cleared and not refunded, in the merchant's currency. */
  readonly refundable: number
}

/**
 * The change of the used amount by a leg. A clearing also counts the part that the issuer paid. A
 * refund gives back a share of what was posted, regardless of the exchange rate of its day, so that
 * a full refund gives back everything.
 */
function changeOf({ kind, amount, held, merchantAmount, suspense = 0 }: Leg, before: Sums): number {
  switch (kind) {
    case 'authorisation':
    case 'increment':
      return amount
    case 'advice':
      return held - before.held
    case 'clearing':
      return held - before.held + amount + suspense
    case 'reversal':
    case 'expiry':
      return -amount
    case 'refund':
      return -shareOf(totalOf(before.uses) - before.held, merchantAmount, before.refundable)
    case 'refundReversal':
      return 0
  }
}

const refundableBy = ({ kind, merchantAmount }: Leg): number =>
  kind === 'clearing' ? merchantAmount : kind === 'refund' ? -merchantAmount : 0

const totalOf = (uses: readonly LimitUse[]): number =>
  uses.reduce((total, { amount }) => total + amount, 0)

interface Changed {
  readonly left: readonly LimitUse[]
  readonly returned: readonly LimitUse[]
}

/** Takes an amount now, or gives a negative one back: the latest amount first. */
function changedBy(uses: readonly LimitUse[], at: number, change: number): Changed {
  if (change >= 0)
    return { left: change > 0 ? [...uses, { at, amount: change }] : uses, returned: [] }
  const left = [...uses]
  const returned: LimitUse[] = []
  let rest = -change
  for (let last = left.pop(); last !== undefined; last = left.pop()) {
    const amount = Math.min(rest, last.amount)
    returned.push({ at: last.at, amount })
    rest -= amount
    if (amount < last.amount) left.push({ at: last.at, amount: last.amount - amount })
    if (rest === 0) break
  }
  return { left, returned }
}

/** A reversed refund counts again in the windows to which the refund gave its amounts back. */
const withRefundUndone = (
  { uses, held, refundable }: Sums,
  { merchantAmount }: Leg,
  returned: readonly LimitUse[],
): Sums => ({
  uses: [...uses, ...returned].toSorted((one, other) => one.at - other.at),
  held,
  refundable: refundable + merchantAmount,
})
