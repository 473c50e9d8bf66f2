// From the numbers and strings of interface A's requests to the values of a command.

import { DAY_MS, parseDate } from '../../kernel/calendar.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Vault } from '../../projects/vault.ts'

/** The ids that are handed out are far below; a longer one names nothing and fits no column. */
export function cardIdOf(value: number | string): number {
  const id = Number(value)
  if (!Number.isSafeInteger(id)) throw new Fault('card-not-found', 'There is no such card.')
  return id
}

/** A month as YYYYMM. Whether it is the card's, or lies in the past, is not asked here. */
export function expiryOf(value: number | string, pointer: string): number {
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(String(value)))
    throw new Fault('parameter-invalid', `${pointer} must be a month as YYYYMM.`)
  return Number(value)
}

/** A card shows two digits of the year, so a new one ends within this century. */
const LAST_EXPIRY = 209_912

/** As `expiryOf`, of a card to be issued. */
export function newExpiryOf(value: number | string, pointer: string): number {
  const expiry = expiryOf(value, pointer)
  if (expiry > LAST_EXPIRY)
    throw new Fault('parameter-invalid', `${pointer} must not lie after 209912.`)
  return expiry
}

/** What a movement is recognised by when it is sent again; an empty id is none. */
export const externalIdOf = (
  extId: number | string | undefined,
  vault: Vault,
): { readonly externalId?: string } =>
  extId === undefined || extId === '' ? {} : { externalId: vault.scopeHash(`extId ${extId}`) }

const POS_DATA_CODE_LENGTH = 12

/** ISO 8583 point-of-service data code in 12 digits; one that has more is no such code and is left out. */
export function posDataCodeOf(value: number | string | undefined): string | undefined {
  const digits = value === undefined ? '' : String(value)
  return /^\d{1,12}$/.test(digits) ? digits.padStart(POS_DATA_CODE_LENGTH, '0') : undefined
}

const LONGEST_PERIOD_DAYS = 366

/** Both days included, as epoch milliseconds of which `until` is the first no longer in the period. */
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
