// Changes the faults of a project: replaces the list, adds one, deletes one.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import {
  type DefinedFault,
  FAULT_PLAN_ID,
  type FaultPlan,
  FAULTS_MAX,
  type FaultSeed,
  hasActiveFault,
  newPlan,
  unused,
} from './fault-plan.ts'

export type FaultChange =
  | {
      readonly kind: 'replace'
      readonly seed: FaultSeed
      readonly faults: readonly DefinedFault[]
    }
  /** `seed` is for the first fault of a project. */
  | { readonly kind: 'add'; readonly seed: FaultSeed; readonly fault: DefinedFault }
  | { readonly kind: 'remove'; readonly id: string }

type FaultRefusal = 'full' | 'missing'

/** The changed plan, and the id of the fault that was added or deleted. */
export interface ChangedFaults {
  readonly plan: FaultPlan
  readonly id: string
}

export const changeFaults = defineCommand<
  FaultChange,
  ChangedFaults | { readonly refusal: FaultRefusal }
>({
  decide(change, draft) {
    const changed = changedBy(change, planOf(draft))
    if (typeof changed === 'string') return { refusal: changed }
    draft.put('faultPlan', changed.plan)
    return changed
  },
})

/** The project's faults; null if it never had any. */
export const planOf = (draft: Draft): FaultPlan | null =>
  draft.get('faultPlan', 'id', FAULT_PLAN_ID)

function changedBy(change: FaultChange, plan: FaultPlan | null): ChangedFaults | FaultRefusal {
  const before = plan?.faults ?? []
  switch (change.kind) {
    case 'replace':
      return { plan: newPlan(change.seed, change.faults), id: '' }
    case 'add': {
      if (before.length >= FAULTS_MAX) return 'full'
      if (plan === null || before.length === 0)
        return { plan: newPlan(change.seed, [change.fault]), id: 'fault-1' }
      const id = newId(plan)
      const faults = [...before, unused(id, change.fault)]
      return { plan: { ...plan, faults, active: true }, id }
    }
    case 'remove': {
      const faults = before.filter(({ id }) => id !== change.id)
      if (plan === null || faults.length === before.length) return 'missing'
      return { plan: { ...plan, faults, active: hasActiveFault(faults) }, id: change.id }
    }
  }
}

function newId({ faults }: FaultPlan): string {
  const numbers = faults.map(({ id }) => Number(id.slice('fault-'.length)))
  return `fault-${Math.max(0, ...numbers) + 1}`
}
