// Top-ups and transfers: interface A's creditCard and p2pTransfer, B's /topups and /transfers.

import { type Account, canPost } from '../ledger/account.ts'
import { CARD_CURRENCY } from './card.ts'
import type { Decline } from '../ledger/decline.ts'
import { Fault } from '../kernel/fault.ts'
import { useLimits } from './limits.ts'
import { type Amount, isMovable, toAmount } from '../ledger/money.ts'
import type { JournalEntry, EntryDetails } from '../ledger/journal-entry.ts'
import {
  creditDecline,
  type Side,
  type Source,
  TRANSFER_FAMILIES,
  transferDecline,
} from './movement.ts'
import { postBetween, systemAccountIn, systemAccountKey, writeEntry } from '../ledger/postings.ts'
import { sideOf, sourceOf, keysByNumber } from './card-rows.ts'
import type { Draft } from '../kernel/draft.ts'
import { defineCommand } from '../kernel/command.ts'

/** What both movements have in common. Card numbers come as keyed hashes, so that no command holds a number in the clear. */
interface MovementInput {
  /** Minor units, as sent; the decision judges it. */
  readonly amount: number
  /** ISO 4217 numeric code, as sent. */
  readonly currency: number
}

export interface TopupInput extends MovementInput {
  readonly destination: string
  /** YYYYMM, where the caller sent one. */
  readonly expiry?: number
}

export interface TransferInput extends MovementInput {
  readonly source: string
  readonly destination: string
  readonly expiry?: number
  readonly details?: Pick<EntryDetails, 'senderName' | 'senderAddress' | 'posDataCode'>
}

/** The operation as it was stored, approved or declined. */
export interface MovementResult {
  readonly entry: JournalEntry
  readonly decline: Decline | null
}

/** Credits a card from the sandbox's funding account. */
export const topup = defineCommand<TopupInput, MovementResult>({
  prefetch: (input, rows) => [
    systemAccountKey('funding', CARD_CURRENCY),
    ...keysByNumber(input.destination, rows),
  ],
  decide(input, draft) {
    const destination = existing(sideOf(input.destination, draft), 'destination')
    const amount = movable(input)
    const decline =
      creditDecline(destination, input.expiry, draft.now) ??
      fullDecline(fundingOf(draft), accountOf(destination, draft), amount)
    if (decline !== undefined) return declined(draft, 'topup', input, decline, { destination })
    return { entry: credit(draft, destination, amount), decline: null }
  },
})

/** Moves money from one card to another. */
export const transfer = defineCommand<TransferInput, MovementResult>({
  prefetch: (input, rows) => [
    ...keysByNumber(input.source, rows),
    ...keysByNumber(input.destination, rows),
  ],
  decide(input, draft) {
    const sourceSide = existing(sideOf(input.source, draft), 'source')
    const destination = existing(sideOf(input.destination, draft), 'destination')
    const amount = movable(input)
    const source = sourceOf(sourceSide, input.expiry, draft)
    const details = withExpiry(input)
    const decline =
      transferDecline(source, destination, amount, draft.now) ??
      fullDecline(source.account, accountOf(destination, draft), amount)
    if (decline !== undefined)
      return declined(draft, 'transfer', input, decline, { source, destination, details })
    // From here on the transfer must succeed.
    return { entry: move(draft, source, destination, amount, details), decline: null }
  },
})

/** Posts an amount from the funding account to a card and records it. */
export function credit(draft: Draft, destination: Side, amount: Amount): JournalEntry {
  const funding = fundingOf(draft)
  const account = accountOf(destination, draft)
  postBetween(draft, funding, account, amount)
  return writeEntry(draft, {
    kind: 'topup',
    amount,
    currency: CARD_CURRENCY,
    debit: funding,
    credit: account,
    destination,
  })
}

function move(
  draft: Draft,
  source: Source,
  destination: Side,
  amount: Amount,
  details: EntryDetails,
): JournalEntry {
  const account = accountOf(destination, draft)
  // Two cards of one account: the money stays where it is, but the movement is a movement and counts against the limits.
  const sameAccount = account.id === source.account.id
  if (!sameAccount) postBetween(draft, source.account, account, amount)
  draft.put('cardUsage', {
    cardId: source.card.id,
    usage: useLimits(source.usage, TRANSFER_FAMILIES, amount),
  })
  return writeEntry(draft, {
    kind: 'transfer',
    amount,
    currency: CARD_CURRENCY,
    ...(sameAccount ? {} : { debit: source.account, credit: account }),
    source,
    destination,
    details,
  })
}

const fundingOf = (draft: Draft): Account => systemAccountIn(draft, 'funding', CARD_CURRENCY)

const accountOf = ({ card }: Side, draft: Draft): Account =>
  draft.must('account', 'id', card.accountId)

/** Between two cards of one account nothing is posted. */
const fullDecline = (debit: Account, credit: Account, amount: Amount): Decline | undefined =>
  debit.id === credit.id || canPost(debit, credit, amount) ? undefined : { code: 'account-full' }

/** A valid operation that moves nothing is stored all the same, with its reason. */
function declined(
  draft: Draft,
  kind: 'topup' | 'transfer',
  input: MovementInput,
  decline: Decline,
  sides: { source?: Side; destination: Side; details?: EntryDetails },
): MovementResult {
  const { details, ...cards } = sides
  const row = writeEntry(draft, {
    kind,
    approved: false,
    amount: input.amount,
    currency: input.currency,
    ...cards,
    details: { ...details, decline },
  })
  return { entry: row, decline }
}

function existing(side: Side | null, role: 'source' | 'destination'): Side {
  if (side !== null) return side
  throw new Fault('card-unknown', `No ${role} card has this number.`, `/${role}Card/cardNumber`)
}

function movable(input: MovementInput): Amount {
  if (input.currency !== CARD_CURRENCY)
    throw new Fault('currency-unsupported', 'Only EUR (978) is supported.', '/currency')
  if (!isMovable(input.amount))
    throw new Fault(
      'amount-invalid',
      'The amount must be an integer from 1 to 999999999999 in minor units.',
      '/amount',
    )
  return toAmount(input.amount)
}

const withExpiry = (input: TransferInput): EntryDetails => ({
  ...input.details,
  ...(input.expiry === undefined ? {} : { sourceExpiry: input.expiry }),
})
