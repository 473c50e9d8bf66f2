// Labels of authorisations: kinds, states, legs and entry modes.

import type { showAuthorisation } from '../../../api/control/simulations/authorisations.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { Meaning } from '../../../web/html/components.ts'
import type { MoneyView } from '../../../web/html/money.ts'
import { moneyOf } from '../parts/amounts.ts'

export type ShownAuthorisation = AnswerOf<typeof showAuthorisation>
export type ShownLeg = ShownAuthorisation['legs'][number]
type Kind = ShownAuthorisation['kind']
type Status = ShownAuthorisation['status']

export const KIND_LABELS = {
  purchase: 'Purchase',
  preauthorisation: 'Pre-authorisation',
  cash: 'Cash withdrawal',
  verification: 'Account verification',
  balanceInquiry: 'Balance inquiry',
  credit: 'Credit',
  refund: 'Refund',
  forcePost: 'Force post',
} as const satisfies Record<Kind, string>

export const STATUS_LABELS = {
  declined: 'Declined',
  pending: 'Pending',
  partlyCleared: 'Partly cleared',
  cleared: 'Cleared',
  reversed: 'Reversed',
  expired: 'Expired',
} as const satisfies Record<Status, string>

const STATUS_MEANINGS = {
  declined: 'declined',
  pending: 'pending',
  partlyCleared: 'pending',
  cleared: 'approved',
  reversed: 'neutral',
  expired: 'neutral',
} as const satisfies Record<Status, Meaning>

/** Kinds without an amount: nothing of them is cleared. */
const WITHOUT_AMOUNT: Partial<Record<Kind, string>> = {
  verification: 'verified',
  balanceInquiry: 'balance read',
}

/** Meaning and text of a badge. */
export const statusBadge = ({
  status,
  kind,
}: Pick<ShownAuthorisation, 'status' | 'kind'>): readonly [Meaning, string] => [
  STATUS_MEANINGS[status],
  (status === 'cleared' ? WITHOUT_AMOUNT[kind] : undefined) ?? STATUS_LABELS[status].toLowerCase(),
]

/** The amount beside the status, in the merchant's currency: what was cleared, or requested. */
export const amountOf = ({
  status,
  merchantAmounts: { amount, cleared, currency },
}: Pick<ShownAuthorisation, 'status' | 'merchantAmounts'>): MoneyView =>
  moneyOf(status === 'cleared' ? cleared : amount, currency)

export const ENTRY_MODE_LABELS = {
  chip: 'Chip',
  contactless: 'Contactless',
  swipe: 'Magnetic stripe',
  keyed: 'Keyed in',
  ecommerce: 'Online',
  moto: 'Mail or telephone',
  recurring: 'Recurring charge',
  credentialOnFile: 'Stored card',
} as const satisfies Record<ShownAuthorisation['entryMode'], string>

/** Title of a leg, and its meaning if it was approved. */
const LEGS = {
  authorisation: ['Authorised', 'pending'],
  increment: ['Hold increased', 'pending'],
  advice: ['Hold replaced', 'pending'],
  clearing: ['Cleared', 'approved'],
  reversal: ['Reversed', 'neutral'],
  expiry: ['Hold expired', 'neutral'],
  refund: ['Refunded', 'approved'],
  refundReversal: ['Refund reversed', 'neutral'],
} as const satisfies Record<ShownLeg['kind'], readonly [string, Meaning]>

const DECLINED_LEGS = {
  authorisation: 'Authorisation declined',
  increment: 'Increment declined',
  advice: 'Advice declined',
  clearing: 'Clearing declined',
  reversal: 'Reversal declined',
  expiry: 'Expiry declined',
  refund: 'Refund declined',
  refundReversal: 'Reversal of the refund declined',
} as const satisfies Record<ShownLeg['kind'], string>

/** Kinds that are complete after their first leg: posted, or enquiries. */
const DONE_AT_ONCE: Partial<Record<Kind, string>> = {
  cash: 'Paid out',
  credit: 'Credited',
  verification: 'Verified',
  balanceInquiry: 'Balance read',
}

/** Meaning and title of a leg. */
export function legLabel(leg: ShownLeg, kind: Kind): readonly [Meaning, string] {
  if (!leg.approved) return ['declined', DECLINED_LEGS[leg.kind]]
  const done = leg.kind === 'authorisation' ? DONE_AT_ONCE[kind] : undefined
  if (done !== undefined) return ['approved', done]
  const [title, meaning] = LEGS[leg.kind]
  return [meaning, title]
}
