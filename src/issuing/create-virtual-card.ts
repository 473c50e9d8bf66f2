// Issues a card with the caller's number, expiry and initial amount: interface A's
// `createVirtualCard`.

import { rowIdOf } from '../kernel/row-id.ts'
import { CARD_CURRENCY, isExpired } from './card.ts'
import { type CandidateNumber, freeNumber } from './card-number.ts'
import type { CardResult } from './card-result.ts'
import type { Cardholder } from './cardholder.ts'
import { createCard } from './issue-card.ts'
import { credit } from './topup.ts'
import { yearMonth } from '../kernel/calendar.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { accountNumber } from '../ledger/account.ts'
import { isAmount, toAmount } from '../ledger/money.ts'

export interface CreateVirtualCardInput {
  /** A customer number, or the id of a cardholder created through B. */
  readonly customerId: string
  /** As sent; must be the number of the customer's account. */
  readonly accountNumber?: string
  /** The number to issue; empty for a reserved number, which is refused like an existing one. */
  readonly candidates: readonly CandidateNumber[]
  /** YYYYMM. */
  readonly expiry: number
  readonly productType: string
  /** Minor units as sent; 0 credits nothing. */
  readonly amount: number
  /** ISO 4217 numeric code, as sent. */
  readonly currency: number
}

/** Issues a card through A, with an initial amount. An account can have any number of cards. */
export const createVirtualCard = defineCommand<CreateVirtualCardInput, CardResult>({
  decide(input, draft) {
    const owner = customer(input.customerId, draft)
    const account = draft.getOrThrow('account', 'id', owner.accountId)
    if (input.accountNumber !== undefined && accountNumber(account) !== input.accountNumber)
      throw new Fault('account-unknown', 'The customer has no such account.')
    if (input.currency !== CARD_CURRENCY)
      throw new Fault('currency-unsupported', 'Only EUR (978) is supported.')
    if (!isAmount(input.amount))
      throw new Fault('amount-invalid', 'The amount must be an integer from 0 to 999999999999.')
    if (isExpired(input.expiry, yearMonth(draft.now)))
      throw new Fault('expiry-past', 'The expiry date is in the past.')
    const number = freeNumber(input.candidates, draft)
    const issued = createCard(draft, owner, number, input)
    if (input.amount === 0) return issued
    const entry = credit(draft, issued, toAmount(input.amount))
    return { ...issued, entry, account: draft.getOrThrow('account', 'id', account.id) }
  },
})

function customer(customerId: string, draft: Draft): Cardholder {
  const byNumber = draft.get('cardholder', 'customerNumber', customerId)
  if (byNumber !== null) return byNumber
  const id = rowIdOf(customerId)
  const byId = id === undefined ? null : draft.get('cardholder', 'id', id)
  if (byId?.customerNumber !== null)
    throw new Fault('customer-unknown', 'This project has no such customer.')
  return byId
}
