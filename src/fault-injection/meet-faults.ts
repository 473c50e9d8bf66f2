// Determines which faults apply to a call, and counts them. It is a command, so that counts and
// chance are exact with concurrent calls and several processes.

import { defineCommand } from '../kernel/command.ts'
import { rowKey } from '../kernel/rows.ts'
import { planOf } from './change-faults.ts'
import { callFaults, type CallFaults, FAULT_PLAN_ID, type FaultedCall } from './fault-plan.ts'

const NO_FAULTS: CallFaults = { latencyMs: 0, fault: null, kinds: [] }

export const meetFaults = defineCommand<FaultedCall, CallFaults>({
  prefetch: () => [rowKey('faultPlan', 'id', FAULT_PLAN_ID)],
  decide(call, draft) {
    const plan = planOf(draft)
    if (plan?.active !== true) return NO_FAULTS
    const [met, next] = callFaults(plan, call)
    draft.put('faultPlan', next)
    return met
  },
})
