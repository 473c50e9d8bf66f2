// How a card was used, as the ISO 8583 point-of-service data code in its journal entries, and how
// long a merchant's hold lasts.

import { DAY_MS, HOUR_MS } from '../kernel/calendar.ts'
import type { AskedKind, EntryMode } from './authorisation.ts'

/** Cardholder presence, card presence and input mode: positions 5 to 7. */
const PRESENCE = {
  chip: '015',
  contactless: '01M',
  swipe: '012',
  keyed: '016',
  ecommerce: '50U',
  moto: '301',
  recurring: '401',
  credentialOnFile: '40U',
} as const satisfies Record<EntryMode, string>

/** The point-of-service data code: 12 characters, see `PRESENCE`. */
export function posDataCodeOf(entryMode: EntryMode, hasPin: boolean): string {
  const presence = PRESENCE[entryMode]
  const isAtTerminal = presence.startsWith('01')
  const terminal = isAtTerminal ? '5101' : '1000'
  const authentication = hasPin ? '13' : '00'
  return `${terminal}${presence}${authentication}13${isAtTerminal ? '4' : '0'}`
}

const HOLD_LIFE_MS = {
  purchase: 7 * DAY_MS,
  preauthorisation: 31 * DAY_MS,
} as const satisfies Partial<Record<AskedKind, number>>

/** Merchant categories whose holds last longer or shorter: lodging, car rental, fuel pumps. */
const HOLD_LIFE_BY_MCC: readonly (readonly [from: number, to: number, lifeMs: number])[] = [
  [3351, 3441, 31 * DAY_MS],
  [3501, 3999, 31 * DAY_MS],
  [5542, 5542, 2 * HOUR_MS],
  [7011, 7012, 31 * DAY_MS],
  [7512, 7519, 31 * DAY_MS],
]

/** The duration of a hold, unless the request specifies another. */
export function holdLifeMs(kind: keyof typeof HOLD_LIFE_MS, mcc: number): number {
  const ofCategory = HOLD_LIFE_BY_MCC.find(([from, to]) => mcc >= from && mcc <= to)
  return ofCategory?.[2] ?? HOLD_LIFE_MS[kind]
}
