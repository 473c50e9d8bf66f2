// Converts numbers and strings in interface A requests to the values of a command.

import { DAY_MS, parseDate } from '../../kernel/calendar.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Vault } from '../../projects/vault.ts'

/** A longer id cannot exist and does not fit the column. */
export function cardIdOf(value: number | string): number {
  const id = Number(value)
  if (!Number.isSafeInteger(id)) throw new Fault('card-not-found', 'This project has no such card.')
  return id
}

/** A month as YYYYMM; the command compares it with the card and the clock. */
export function expiryOf(value: number | string, pointer: string): number {
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(String(value)))
    throw new Fault('parameter-invalid', `${pointer} must be a month as YYYYMM.`)
  return Number(value)
}

/** A card shows two digits of the year, so a new card must expire within this century. */
const LAST_EXPIRY = 209_912

/** Like `expiryOf`, for a new card. */
export function newExpiryOf(value: number | string, pointer: string): number {
  const expiry = expiryOf(value, pointer)
  if (expiry > LAST_EXPIRY)
    throw new Fault('parameter-invalid', `${pointer} must not be after 209912.`)
  return expiry
}

/** The id that identifies a repeated movement; an empty id counts as absent. */
export const externalIdOf = (
  extId: number | string | undefined,
  vault: Vault,
): { readonly externalId?: string } =>
  extId === undefined || extId === '' ? {} : { externalId: vault.scopeHash(`extId ${extId}`) }

const POS_DATA_CODE_LENGTH = 12

/** ISO 8583 point-of-service data code of 12 digits; a longer value is omitted. */
export function posDataCodeOf(value: number | string | undefined): string | undefined {
  const digits = value === undefined ? '' : String(value)
  return /^\d{1,12}$/.test(digits) ? digits.padStart(POS_DATA_CODE_LENGTH, '0') : undefined
}

const LONGEST_PERIOD_DAYS = 366

/** The period, with both days included, in epoch milliseconds; `until` is its exclusive end. */
export function periodOf(period: { start: string; end: string }): { from: number; until: number } {
  const from = dayOf(period.start, '/period/start')
  const until = dayOf(period.end, '/period/end') + DAY_MS
  if (until <= from) throw new Fault('parameter-invalid', 'The period ends before it starts.')
  if (until - from > LONGEST_PERIOD_DAYS * DAY_MS)
    throw new Fault('parameter-invalid', `A period has at most ${LONGEST_PERIOD_DAYS} days.`)
  return { from, until }
}

function dayOf(text: string, pointer: string): number {
  const day = parseDate(text)
  if (day === undefined)
    throw new Fault('parameter-invalid', `${pointer} must be a date as YYYY-MM-DD.`)
  return day
}
