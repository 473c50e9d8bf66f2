// Every setting of a project with its default, put together from what the subjects declare.

import { CALLBACK_DEFAULTS } from '../callbacks/settings.ts'
import { ISSUING_DEFAULTS } from '../issuing/settings.ts'
import type { Settings } from '../kernel/settings.ts'
import { PAYMENT_DEFAULTS } from '../payments/settings.ts'

export const DEFAULT_SETTINGS: Settings = {
  ...ISSUING_DEFAULTS,
  ...CALLBACK_DEFAULTS,
  ...PAYMENT_DEFAULTS,
}

/** The settings of a dataset as it was written: an earlier version knew fewer. */
export const completeSettings = (written: Partial<Settings>): Settings => ({
  ...DEFAULT_SETTINGS,
  ...written,
})
