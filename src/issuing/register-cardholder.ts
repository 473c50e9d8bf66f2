// Registers and updates people: interface A's `registerCustomer`, B's /cardholders.

import { CARD_CURRENCY } from './card.ts'
import type { Cardholder, CardholderProfile } from './cardholder.ts'
import { isoDate, parseDate } from '../kernel/calendar.ts'
import { Fault } from '../kernel/fault.ts'
import { type Account, accountNumber } from '../ledger/account.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'

export interface RegisterCardholderInput {
  /** Interface A's number for the person; absent through B. */
  readonly customerNumber?: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly profile: CardholderProfile
  /** Interface A's start_date, YYYY-MM-DD: a date in the past. */
  readonly startDate?: string
}

export interface CardholderResult {
  readonly cardholder: Cardholder
  readonly accountNumber: string
}

/** Registers a person and opens their account. */
export const registerCardholder = defineCommand<RegisterCardholderInput, CardholderResult>({
  decide(input, draft) {
    const { customerNumber, startDate, ...person } = input
    if (startDate !== undefined && !isPast(startDate, draft.now))
      throw new Fault(
        'parameter-invalid',
        'start_date must be a date (YYYY-MM-DD) in the past.',
        'start_date',
      )
    assertBorn(input.profile, draft)
    if (
      customerNumber !== undefined &&
      draft.get('cardholder', 'customerNumber', customerNumber) !== null
    )
      throw new Fault('customer-exists', 'A customer with this number already exists.')
    const id = draft.take('nextId')
    const account: Account = {
      id: draft.take('nextAccount'),
      kind: 'customer',
      currency: CARD_CURRENCY,
      cardholderId: id,
      posted: 0,
      held: 0,
    }
    const cardholder: Cardholder = {
      id,
      customerNumber: customerNumber ?? null,
      ...person,
      accountId: account.id,
      poolCards: 0,
      createdAt: draft.now,
    }
    draft.put('account', account)
    draft.put('cardholder', cardholder)
    return { cardholder, accountNumber: accountNumber(account) }
  },
})

export interface UpdateCardholderInput {
  readonly cardholderId: number
  readonly firstName?: string
  readonly lastName?: string
  readonly phoneNumber?: string
  /** Replaces the given fields; the others stay unchanged. */
  readonly profile: CardholderProfile
}

/** Changes the data of a person. */
export const updateCardholder = defineCommand<UpdateCardholderInput, CardholderResult>({
  decide(input, draft) {
    const { cardholderId, profile, ...names } = input
    const before = draft.get('cardholder', 'id', cardholderId)
    if (before === null)
      throw new Fault('cardholder-not-found', 'This project has no such cardholder.')
    assertBorn(profile, draft)
    const cardholder = { ...before, ...names, profile: { ...before.profile, ...profile } }
    draft.put('cardholder', cardholder)
    const account = draft.getOrThrow('account', 'id', cardholder.accountId)
    return { cardholder, accountNumber: accountNumber(account) }
  },
})

function isPast(date: string, now: number): boolean {
  return parseDate(date) !== undefined && date < isoDate(now)
}

/** A date of birth cannot be after the project's current day. */
function assertBorn({ dateOfBirth }: CardholderProfile, { now }: Draft): void {
  if (dateOfBirth !== undefined && dateOfBirth > isoDate(now))
    throw new Fault('parameter-invalid', 'must not be in the future', 'dateOfBirth')
}
