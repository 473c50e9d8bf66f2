// How often, and until when, a binding may be charged without the cardholder, as registered with
// the first order.

import { DAY_MS, isoDate, parseDate } from '../../kernel/calendar.ts'
import type { Recurrence } from '../orders/order.ts'

/** The recurrence in an order's parameters: undefined if absent, null if invalid. */
export function recurrenceOf(
  params: Readonly<Record<string, string>>,
): Recurrence | null | undefined {
  const { recurringFrequency: frequency, recurringExpiry: expiry, installments } = params
  if (frequency === undefined && expiry === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(frequency ?? '')) return null
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(expiry ?? '') ?? []
  if (parseDate(`${year}-${month}-${day}`) === undefined) return null
  const bounds = { frequency: Number(frequency), expiry: Number(expiry) }
  if (installments === undefined) return bounds
  return /^[1-9]\d{0,2}$/.test(installments)
    ? { ...bounds, installments: Number(installments) }
    : null
}

/** The recurrence after another charge. */
export const afterCharge = (recurrence: Recurrence | null): Recurrence | null =>
  recurrence?.installments === undefined
    ? recurrence
    : { ...recurrence, charged: (recurrence.charged ?? 0) + 1 }

/** Action codes of charges that the recurrence does not allow. */
const RECURRENCE_ACTION_CODE = { ended: 239, tooSoon: 123 } as const

/** The decline of a charge without the cardholder at `now`; undefined if it is allowed. */
export function recurrenceDecline(
  recurrence: Recurrence | null,
  lastChargeAt: number | null,
  now: number,
): number | undefined {
  if (recurrence === null) return undefined
  const { installments, charged = 0 } = recurrence
  if (installments !== undefined && charged >= installments) return RECURRENCE_ACTION_CODE.ended
  if (Number(isoDate(now).replaceAll('-', '')) > recurrence.expiry)
    return RECURRENCE_ACTION_CODE.ended
  const isTooSoon = lastChargeAt !== null && now < lastChargeAt + recurrence.frequency * DAY_MS
  return isTooSoon ? RECURRENCE_ACTION_CODE.tooSoon : undefined
}
