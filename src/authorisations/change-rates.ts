// Replaces the exchange rates of a project.

import { defineCommand } from '../kernel/command.ts'
import { withSettings } from '../kernel/dataset.ts'
import type { ExchangeRates } from './currency-conversion.ts'

export interface ChangeRatesInput {
  /** Null restores the sample rates. */
  readonly rates: ExchangeRates | null
}

/** Applies from the next leg on; earlier legs keep their rate. */
export const changeRates = defineCommand<ChangeRatesInput, null>({
  decide({ rates }, draft) {
    draft.dataset = withSettings(draft.dataset, { exchangeRates: rates })
    return null
  },
})
