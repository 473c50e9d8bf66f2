// The row of a project's faults and its lookup column.

import type { LookupsOf } from '../kernel/rows.ts'
import type { FaultPlan } from './fault-plan.ts'

export const FAULT_LOOKUPS = { faultPlan: ['id'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    faultPlan: FaultPlan
  }
  interface Lookups extends LookupsOf<typeof FAULT_LOOKUPS> {}
}
