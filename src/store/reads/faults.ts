// Reads the faults of a project.

import { FAULT_PLAN_ID, type FaultPlan } from '../../fault-injection/fault-plan.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const faultPlanStatement: Statement = {
  name: 'read_fault_plan',
  text: `select ${TABLES.faultPlan.columns.join(', ')} from fault_plan where project_id = $1 and id = $2`,
}

/** Null if the project has never had a fault. */
export async function faultPlanOf(reads: Queryable, datasetId: number): Promise<FaultPlan | null> {
  const [record] = await reads.query(faultPlanStatement, [datasetId, FAULT_PLAN_ID])
  return record === undefined ? null : (decode(TABLES.faultPlan, record) as FaultPlan)
}
