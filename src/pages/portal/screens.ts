// Every screen of a project in the order of the rail. A screen that is not here does not exist: neither its link nor its addresses.

import type { Mode } from '../../config.ts'
import { auditLog } from './members/audit-log.ts'
import { callbacks } from './callbacks/screen.ts'
import { cardholders } from './cardholders/screen.ts'
import { cards } from './cards/screen.ts'
import { clock } from './clock/screen.ts'
import { keys } from './keys/screen.ts'
import { learn } from './learn.ts'
import { ledger } from './ledger/screen.ts'
import { members } from './members/screen.ts'
import { orders } from './orders/screen.ts'
import { rules } from './rules/screen.ts'
import type { Screen } from './screen.ts'
import { settings } from './settings/screen.ts'
import { start } from './start/screen.ts'
import { tries } from './orders/try/screen.ts'

export const screens: readonly Screen[] = [
  start,
  callbacks,
  orders,
  cards,
  cardholders,
  ledger,
  tries,
  rules,
  clock,
  ...learn,
  keys,
  settings,
  members,
  auditLog,
]

/** Those of a mode. */
export const screensOf = (mode: Mode): readonly Screen[] =>
  screens.filter(({ isHosted = false }) => !isHosted || mode === 'hosted')
