// Every setting of a project with its default, combined from the declarations of the subjects.

import { AUTHORISATION_DEFAULTS } from '../authorisations/settings.ts'
import { CALLBACK_DEFAULTS } from '../callbacks/settings.ts'
import { ISSUING_DEFAULTS } from '../issuing/settings.ts'
import type { Settings } from '../kernel/settings.ts'
import { PAYMENT_DEFAULTS } from '../payments/settings.ts'
import { PROJECT_DEFAULTS } from '../projects/settings.ts'
import { REAL_TIME_DEFAULTS } from '../real-time/settings.ts'
import { WEBHOOK_DEFAULTS } from '../webhooks/settings.ts'

export const DEFAULT_SETTINGS: Settings = {
  ...PROJECT_DEFAULTS,
  ...ISSUING_DEFAULTS,
  ...CALLBACK_DEFAULTS,
  ...PAYMENT_DEFAULTS,
  ...AUTHORISATION_DEFAULTS,
  ...REAL_TIME_DEFAULTS,
  ...WEBHOOK_DEFAULTS,
}

/** Adds defaults to stored settings, because earlier versions had fewer settings. */
export const completeSettings = (written: Partial<Settings>): Settings => ({
  ...DEFAULT_SETTINGS,
  ...written,
})
