// The setting for the decision server of a project.

import type { DecisionEndpoint } from './real-time-decision.ts'

interface RealTimeSettings {
  /** Null if there is no decision server. */
  readonly decisionEndpoint: DecisionEndpoint | null
}

export const REAL_TIME_DEFAULTS: RealTimeSettings = { decisionEndpoint: null }

declare module '../kernel/settings.ts' {
  interface Settings extends RealTimeSettings {}
}
