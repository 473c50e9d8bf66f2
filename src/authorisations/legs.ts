// The parts that all legs share: the rows of an authorisation, its journal entries, and the sums
// that each leg changes.

import { CARD_CURRENCY } from '../issuing/card.ts'
import { keysByCard } from '../issuing/card-rows.ts'
import { giveBack, usageAt, useLimits } from '../issuing/limits.ts'
import type { Side } from '../issuing/movement.ts'
import type { Draft, LoadedRows } from '../kernel/draft.ts'
import { withDue } from '../kernel/dataset.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import type { Account } from '../ledger/account.ts'
import type { EntryDetails, EntryKind, JournalEntry } from '../ledger/journal-entry.ts'
import type { Amount } from '../ledger/money.ts'
import { systemAccountIn, systemAccountKey, writeEntry } from '../ledger/postings.ts'
import {
  allows,
  type Authorisation,
  type AuthorisationMove,
  type Leg,
  LEGS_MAX,
  type Merchant,
  type MerchantAmounts,
} from './authorisation.ts'
import type { Conversion } from './currency-conversion.ts'
import { limitChanges } from './limit-use.ts'
import { familiesOf } from './verdict.ts'

/** The result of every command on an authorisation. */
export interface AuthorisationResult {
  readonly authorisation: Authorisation
  /** The leg that the command added. */
  readonly leg: Leg
  readonly account: Account
  /** The card number that was used, masked. */
  readonly numberMask: string
}

/** The keys of a card number, its card and the accounts to which its authorisations are posted. */
export const keysOfUse = (
  { cardId, numberId }: Pick<Authorisation, 'cardId' | 'numberId'>,
  rows: LoadedRows,
): RowKey[] => [
  ...keysByCard(cardId, rows),
  rowKey('cardNumber', 'id', numberId),
  systemAccountKey('network', CARD_CURRENCY),
  systemAccountKey('suspense', CARD_CURRENCY),
]

export interface AuthorisationRef {
  readonly authorisationId: number
}

/** The keys of an authorisation, its card and the accounts to which it is posted. */
export function keysOfAuthorisation(
  { authorisationId }: AuthorisationRef,
  rows: LoadedRows,
): RowKey[] {
  const key = rowKey('authorisation', 'id', authorisationId)
  const authorisation = rows.find('authorisation', 'id', authorisationId)
  return authorisation ? [key, ...keysOfLegs(authorisation)] : [key]
}

/**
 * The rows that a leg reads or changes. They load together, because the authorisation names them.
 */
export const keysOfLegs = ({
  cardId,
  numberId,
  accountId,
}: Pick<Authorisation, 'cardId' | 'numberId' | 'accountId'>): RowKey[] => [
  rowKey('card', 'id', cardId),
  rowKey('cardNumber', 'id', numberId),
  rowKey('cardUsage', 'cardId', cardId),
  rowKey('account', 'id', accountId),
  systemAccountKey('network', CARD_CURRENCY),
  systemAccountKey('suspense', CARD_CURRENCY),
]

/** The account of all other banks. It receives payments elsewhere with issued cards. */
export const networkAccount = (draft: Draft): Account =>
  systemAccountIn(draft, 'network', CARD_CURRENCY)

/** The issuer's own money, for amounts that cards could not cover. */
export const suspenseAccount = (draft: Draft): Account =>
  systemAccountIn(draft, 'suspense', CARD_CURRENCY)

/** An authorisation that allows a transition now, with its rows loaded together. */
export function movable(draft: Draft, id: number, move: AuthorisationMove): Authorisation {
  const authorisation = existing(draft, id)
  draft.need(keysOfLegs(authorisation))
  if (!allows(authorisation, move)) throw stateFault(authorisation)
  // A hold must always be able to end.
  if (move !== 'expire') assertRoomForLeg(authorisation)
  return authorisation
}

export function assertRoomForLeg({ legs }: Authorisation): void {
  if (legs.length >= LEGS_MAX)
    throw new Fault(
      'authorisation-state',
      `The authorisation has reached its limit of ${LEGS_MAX} legs. Start a new one.`,
    )
}

export function existing(draft: Draft, id: number): Authorisation {
  const authorisation = draft.get('authorisation', 'id', id)
  if (authorisation === null)
    throw new Fault('authorisation-not-found', 'This project has no such authorisation.')
  return authorisation
}

const stateFault = ({ kind, status }: Authorisation): Fault =>
  new Fault(
    'authorisation-state',
    `The ${KIND_LABELS[kind]} is ${STATUS_LABELS[status]}, so this step is not possible.`,
  )

const KIND_LABELS = {
  purchase: 'purchase',
  preauthorisation: 'pre-authorisation',
  cash: 'cash withdrawal',
  verification: 'account verification',
  balanceInquiry: 'balance inquiry',
  credit: 'credit',
  refund: 'refund',
  forcePost: 'force post',
} as const satisfies Record<Authorisation['kind'], string>

const STATUS_LABELS = {
  declined: 'declined',
  pending: 'pending',
  partlyCleared: 'partly cleared',
  cleared: 'cleared',
  reversed: 'reversed',
  expired: 'expired',
} as const satisfies Record<Authorisation['status'], string>

/** The card with the number that was used, for journal entries. */
export const usedSide = (
  draft: Draft,
  { cardId, numberId }: Pick<Authorisation, 'cardId' | 'numberId'>,
): Side => ({
  card: draft.getOrThrow('card', 'id', cardId),
  number: draft.getOrThrow('cardNumber', 'id', numberId),
})

export const accountOf = (draft: Draft, { accountId }: Authorisation): Account =>
  draft.getOrThrow('account', 'id', accountId)

/** The journal entry of a leg. */
export interface LegEntry {
  readonly kind: EntryKind
  readonly amount: Amount
  readonly approved?: boolean
  readonly debit?: Account
  readonly credit?: Account
  readonly details?: EntryDetails
}

/** The merchant's view of a leg. */
interface LegAtMerchant {
  readonly currency: number
  readonly merchantAmount: number
}

/**
 * Stores the journal entry of a leg. Amounts that the issuer covers are not in the card's history.
 */
export function writeLegEntry(
  draft: Draft,
  { side, merchant, authorisationId }: { side?: Side; merchant: Merchant; authorisationId: number },
  { currency, merchantAmount }: LegAtMerchant,
  { details, ...entry }: LegEntry,
): JournalEntry {
  const { mcc, merchantName, merchantId, terminalId, merchantCountry, merchantCity } = merchant
  return writeEntry(draft, {
    ...entry,
    currency: CARD_CURRENCY,
    ...(side && { source: side }),
    details: {
      mcc,
      merchantName,
      merchantId,
      terminalId,
      merchantCountry,
      merchantCity,
      ...(currency !== CARD_CURRENCY && { merchantAmount, merchantCurrency: currency }),
      authorisationId,
      ...details,
    },
  })
}

/** The journal entry of a follow-up, with the record number of the authorisation. */
export const writeFollowUp = (
  draft: Draft,
  authorisation: Authorisation,
  merchantAmount: number,
  entry: LegEntry,
): JournalEntry =>
  writeLegEntry(
    draft,
    {
      side: usedSide(draft, authorisation),
      merchant: authorisation.details.merchant,
      authorisationId: authorisation.id,
    },
    { currency: authorisation.currency, merchantAmount },
    { ...entry, details: { ...originalOf(authorisation, entry.kind), ...entry.details } },
  )

/** A refund is a separate transaction, as at interface C. */
const originalOf = ({ details }: Authorisation, kind: EntryKind): EntryDetails =>
  kind === 'refund' || kind === 'refund-reversal' ? {} : { originalUtrnno: details.utrnno }

/** The fields of a leg that come from its conversion. */
export const conversionOf = ({ rate, markupBp }: Conversion): Pick<Leg, 'rate' | 'markupBp'> => ({
  ...(rate !== undefined && { rate }),
  ...(markupBp !== undefined && markupBp > 0 && { markupBp }),
})

/** Changes the counters of the card's limits by what the last leg took or gave back. */
function countLimits(draft: Draft, before: Authorisation | undefined, after: Authorisation): void {
  const changes = limitChanges(before, after)
  if (changes.length === 0) return
  const { cardId, kind, details } = after
  const families = familiesOf(kind, details.entryMode)
  const { usage } = draft.getOrThrow('cardUsage', 'cardId', cardId)
  let counted = usageAt(usage, draft.now)
  for (const { at, amount } of changes)
    counted =
      amount > 0
        ? useLimits(counted, families, amount, at)
        : giveBack(counted, families, -amount, at)
  draft.put('cardUsage', { cardId, usage: counted })
}

/** The changes of a leg: sums in both currencies, the status, the due time. */
type Changes = Partial<
  Pick<
    Authorisation,
    'status' | 'amount' | 'held' | 'cleared' | 'suspense' | 'refunded' | 'dueAt' | 'legs'
  >
> & { readonly merchantAmounts?: Partial<MerchantAmounts>; readonly suspenseRepaid?: number }

/** Stores an authorisation with one more leg, and returns the result of its command. */
export function putLeg(
  draft: Draft,
  authorisation: Authorisation,
  written: Omit<Leg, 'held'>,
  { merchantAmounts, suspenseRepaid, ...changes }: Changes = {},
): AuthorisationResult {
  const { details } = authorisation
  const leg: Leg = { ...written, held: changes.held ?? authorisation.held }
  const changed: Authorisation = {
    ...authorisation,
    ...changes,
    details: {
      ...details,
      merchantAmounts: { ...details.merchantAmounts, ...merchantAmounts },
      ...(suspenseRepaid !== undefined && { suspenseRepaid }),
    },
    legs: [...(changes.legs ?? authorisation.legs), leg],
  }
  return resultOf(draft, changed, leg, authorisation)
}

/**
 * Stores an authorisation and counts its last leg towards the card's limits. Its due time counts
 * for the project's next due work.
 */
export function resultOf(
  draft: Draft,
  authorisation: Authorisation,
  leg: Leg,
  before?: Authorisation,
): AuthorisationResult {
  countLimits(draft, before, authorisation)
  draft.put('authorisation', authorisation)
  draft.dataset = withDue(draft.dataset, authorisation.dueAt)
  draft.decision = {
    ...draft.decision,
    outcome: leg.decline === undefined ? 'approved' : 'declined',
    entryId: leg.id,
    authorisationId: authorisation.id,
    ...(leg.decline && { decline: leg.decline }),
  }
  return resultWith(draft, authorisation, leg)
}

/** The result for a stored leg. */
export const resultWith = (
  draft: Draft,
  authorisation: Authorisation,
  leg: Leg,
): AuthorisationResult => ({
  authorisation,
  leg,
  account: accountOf(draft, authorisation),
  numberMask: draft.getOrThrow('cardNumber', 'id', authorisation.numberId).mask,
})
