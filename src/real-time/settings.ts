// The decision server authorisations of a project.

import type { DecisionEndpoint } from './real-time-decision.ts'

export interface RealTimeSettings {
  /** Null: the rules of the card decide alone. */
  readonly decisionEndpoint: DecisionEndpoint | null
}

export const REAL_TIME_DEFAULTS: RealTimeSettings = { decisionEndpoint: null }

declare module '../kernel/settings.ts' {
  interface Settings extends RealTimeSettings {}
}
