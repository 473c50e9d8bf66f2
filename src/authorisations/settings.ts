// The settings of authorisations.

import { type ExchangeRates, SAMPLE_RATES } from './currency-conversion.ts'

interface AuthorisationSettings {
  /** Null uses `SAMPLE_RATES`. Settings are saved with every commit, so the default is short. */
  readonly exchangeRates: ExchangeRates | null
}

export const AUTHORISATION_DEFAULTS: AuthorisationSettings = { exchangeRates: null }

/** The rates in use. */
export const ratesOf = ({ exchangeRates }: AuthorisationSettings): ExchangeRates =>
  exchangeRates ?? SAMPLE_RATES

declare module '../kernel/settings.ts' {
  interface Settings extends AuthorisationSettings {}
}
