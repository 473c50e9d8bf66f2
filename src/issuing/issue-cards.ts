// Registers people and issues cards in lists, all or nothing, for the control API.

import { rowKey } from '../kernel/rows.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { toAmount } from '../ledger/money.ts'
import { systemAccountKey } from '../ledger/postings.ts'
import { CARD_CURRENCY } from './card.ts'
import type { CandidateNumber } from './card-number.ts'
import type { CardResult } from './card-result.ts'
import { issueCard } from './issue-card.ts'
import {
  type CardholderResult,
  registerCardholder,
  type RegisterCardholderInput,
} from './register-cardholder.ts'
import { credit } from './topup.ts'

export interface NewCard {
  /** The id of a cardholder without a card, or a person to register. */
  readonly cardholder: number | RegisterCardholderInput
  /** Candidates in order; the first unused one is issued. */
  readonly candidates: readonly CandidateNumber[]
  /** Minor units to credit; 0 credits nothing. */
  readonly initialBalance: number
}

/** Issues all cards or none. A fault names the position of its card; see `rowOfFault`. */
export const issueCards = defineCommand<
  { readonly cards: readonly NewCard[] },
  readonly CardResult[]
>({
  prefetch: ({ cards }, rows) => [
    systemAccountKey('funding', CARD_CURRENCY),
    ...cards.flatMap(({ cardholder, candidates }) => {
      const numbers = candidates.map(({ hash }) => rowKey('cardNumber', 'hash', hash))
      if (typeof cardholder !== 'number') return numbers
      const known = rows.find('cardholder', 'id', cardholder)
      return [
        ...numbers,
        rowKey('cardholder', 'id', cardholder),
        ...(known ? [rowKey('account', 'id', known.accountId)] : []),
      ]
    }),
  ],
  decide: ({ cards }, draft) => inOrder(cards, (card) => issueFunded(card, draft)),
})

/** Registers all people or none. */
export const registerCardholders = defineCommand<
  { readonly people: readonly RegisterCardholderInput[] },
  readonly CardholderResult[]
>({
  decide: ({ people }, draft) =>
    inOrder(people, (person) => registerCardholder.decide(person, draft)),
})

function issueFunded(
  { cardholder, candidates, initialBalance }: NewCard,
  draft: Draft,
): CardResult {
  const cardholderId =
    typeof cardholder === 'number'
      ? cardholder
      : registerCardholder.decide(cardholder, draft).cardholder.id
  const issued = issueCard.decide({ cardholderId, candidates }, draft)
  if (initialBalance === 0) return issued
  const entry = credit(draft, issued, toAmount(initialBalance))
  return { ...issued, entry, account: draft.getOrThrow('account', 'id', issued.account.id) }
}

function inOrder<Row, Result>(rows: readonly Row[], decide: (row: Row) => Result): Result[] {
  return rows.map((row, index) => {
    try {
      return decide(row)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw new Fault(error.code, error.message, `${index}/${error.member ?? ''}`, error)
    }
  })
}

/** The row to which a fault of these commands refers, and the fault for that row alone. */
export function rowOfFault(
  error: unknown,
): { readonly index: number; readonly fault: Fault } | undefined {
  if (!(error instanceof Fault)) return undefined
  const [, index, member = ''] = /^(\d+)\/(.*)$/.exec(error.member ?? '') ?? []
  if (index === undefined) return undefined
  const fault = new Fault(error.code, error.message, member === '' ? undefined : member, error)
  return { index: Number(index), fault }
}
