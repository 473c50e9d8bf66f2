// Cards in a tester's words: how one stands, and what its limits are called.

import { type CardStatus, isFinal } from '../../../issuing/card.ts'
import {
  type CycleType,
  type LimitFamily,
  type LimitName,
  LIMITS,
} from '../../../issuing/limits.ts'
import type { Meaning } from '../../../web/html/components.ts'

export const cardStatusMeaning = (status: CardStatus): Meaning =>
  isFinal(status) ? 'declined' : status === 'active' ? 'approved' : 'warning'

const FAMILY: Readonly<Record<LimitFamily, string>> = {
  cash: 'Cash',
  spending: 'Spending',
  ecommerce: 'Online',
}
const CYCLE: Readonly<Record<CycleType, string>> = { 0: 'day', 3: 'month', 4: 'year' }

/** "Spending per day". */
export const limitWord = (name: LimitName, cycle: CycleType): string =>
  `${FAMILY[LIMITS[name].family]} per ${CYCLE[cycle]}`

/** `MM/YY` of a YYYYMM. */
export const expiryWord = (expiry: number): string =>
  `${String(expiry % 100).padStart(2, '0')}/${String(Math.floor(expiry / 100) % 100).padStart(2, '0')}`

/** When a card is no longer valid: the month of its expiry, YYYYMM, is over. As the clock is set: `2034-01-01T00:00Z`. */
export const expiryMoment = (expiry: number): string =>
  `${new Date(Date.UTC(Math.floor(expiry / 100), expiry % 100)).toISOString().slice(0, 16)}Z`
