// The rows of real-time decisions and their lookup column.

import type { LookupsOf } from '../kernel/rows.ts'
import type { RealTimeDecision } from './real-time-decision.ts'

export const REAL_TIME_LOOKUPS = { realTimeDecision: ['id'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    realTimeDecision: RealTimeDecision
  }
  interface Lookups extends LookupsOf<typeof REAL_TIME_LOOKUPS> {}
}
