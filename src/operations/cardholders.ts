// Registering and updating people: interface A's registerCustomer, B's /cardholders.

import { CARD_CURRENCY } from '../domain/card.ts'
import type { Cardholder, CardholderProfile } from '../domain/cardholder.ts'
import { isoDate, parseDate } from '../domain/calendar.ts'
import { Fault } from '../domain/fault.ts'
import { type Account, accountNumber } from '../domain/ledger.ts'
import { want } from '../domain/rows.ts'
import { operation } from './operation.ts'

export interface RegisterCardholderAsk {
  /** Interface A's own number for the person; absent where B registers. */
  readonly customerNumber?: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly profile: CardholderProfile
  /** Interface A's start_date, YYYY-MM-DD: must not lie in the future. */
  readonly startDate?: string
}

export interface CardholderAnswer {
  readonly cardholder: Cardholder
  readonly accountNumber: string
}

/** Registers a person and opens the one account they have. */
export const registerCardholder = operation<RegisterCardholderAsk, CardholderAnswer>({
  wants: (ask) =>
    ask.customerNumber === undefined
      ? []
      : [want('cardholder', 'customerNumber', ask.customerNumber)],
  decide(ask, draft) {
    const { customerNumber, startDate, ...person } = ask
    if (startDate !== undefined && !isPast(startDate, draft.now))
      throw new Fault(
        'parameter-invalid',
        'start_date must be a date (YYYY-MM-DD) that is not in the future.',
        'start_date',
      )
    if (
      customerNumber !== undefined &&
      draft.get('cardholder', 'customerNumber', customerNumber) !== null
    )
      throw new Fault('customer-exists', 'A customer with this number is registered already.')
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

export interface UpdateCardholderAsk {
  readonly cardholderId: number
  readonly firstName?: string
  readonly lastName?: string
  readonly phoneNumber?: string
  /** Members given replace what is stored; the others stay. */
  readonly profile: CardholderProfile
}

/** Changes what is known of a person. */
export const updateCardholder = operation<UpdateCardholderAsk, CardholderAnswer>({
  wants: (ask, rows) => {
    const cardholder = rows.find('cardholder', 'id', ask.cardholderId)
    const wants = [want('cardholder', 'id', ask.cardholderId)]
    return cardholder ? [...wants, want('account', 'id', cardholder.accountId)] : wants
  },
  decide(ask, draft) {
    const { cardholderId, profile, ...names } = ask
    const before = draft.get('cardholder', 'id', cardholderId)
    if (before === null) throw new Fault('cardholder-not-found', 'There is no such cardholder.')
    const cardholder = { ...before, ...names, profile: { ...before.profile, ...profile } }
    draft.put('cardholder', cardholder)
    const account = draft.must('account', 'id', cardholder.accountId)
    return { cardholder, accountNumber: accountNumber(account) }
  },
})

function isPast(date: string, now: number): boolean {
  return parseDate(date) !== undefined && date <= isoDate(now)
}
