// Every screen of a project in the order of the navigation rail. Links and routes are derived from
// this list.

import type { Mode } from '../../../config.ts'
import { activity } from '../activity/activity-screen.ts'
import { auditLog } from '../members/audit-log-screen.ts'
import { authorisations } from '../authorisations/authorisations-screen.ts'
import { callbacks } from '../callbacks/callbacks-screen.ts'
import { cardholders } from '../cardholders/cardholders-screen.ts'
import { cards } from '../cards/cards-screen.ts'
import { clock } from '../clock/clock-screen.ts'
import { faults } from '../faults/faults-screen.ts'
import { keys } from '../keys/keys-screen.ts'
import { learn } from './learn-screens.ts'
import { ledger } from '../ledger/ledger-screen.ts'
import { members } from '../members/members-screen.ts'
import { orders } from '../orders/orders-screen.ts'
import { rules } from '../rules/rules-screen.ts'
import type { Screen } from './screen.ts'
import { simulate } from '../simulate/simulate-screen.ts'
import { settings } from '../settings/settings-screen.ts'
import { snapshots } from '../snapshots/snapshots-screen.ts'
import { start } from '../start/start-screen.ts'
import { tries } from '../orders/try/try-screen.ts'

const screens: readonly Screen[] = [
  start,
  activity,
  callbacks,
  orders,
  cards,
  cardholders,
  authorisations,
  ledger,
  tries,
  simulate,
  rules,
  faults,
  clock,
  snapshots,
  ...learn,
  keys,
  settings,
  members,
  auditLog,
]

const hostedScreens: readonly Screen[] = screens.map(({ downloads = [], ...screen }) => ({
  ...screen,
  downloads: downloads.filter(({ isLocal = false }) => !isLocal),
}))

const localScreens: readonly Screen[] = screens
  .filter(({ isHosted = false }) => !isHosted)
  .map(({ actions = [], ...screen }) => ({
    ...screen,
    actions: actions.filter(({ isHosted = false }) => !isHosted),
  }))

/**
 * The screens of a mode. The rail compares them by identity, so each call returns the same objects.
 */
export const screensOf = (mode: Mode): readonly Screen[] =>
  mode === 'hosted' ? hostedScreens : localScreens
