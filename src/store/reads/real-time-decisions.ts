// Reads real-time decisions: those of a project, and those whose deadline has passed.

import type { RealTimeDecision } from '../../real-time/real-time-decision.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const columns = TABLES.realTimeDecision.columns.join(', ')

const pageStatement: Statement = {
  name: 'read_real_time_decisions',
  text: `select ${columns} from real_time_decision where project_id = $1 and id < $2
    order by id desc limit $3`,
}

const byIdStatement: Statement = {
  name: 'read_real_time_decision',
  text: `select ${columns} from real_time_decision where project_id = $1 and id = $2`,
}

/** Decisions found by one round. */
const OVERDUE_MAX = 100

/**
 * Of all projects, in their current data. The index has pending decisions only, and those exist
 * for seconds.
 */
export const overdueStatement: Statement = {
  name: 'read_overdue_decisions',
  text: `select d.project_id, d.id from real_time_decision d
    join project p on p.dataset_id = d.project_id
    where d.state = 'pending' and d.deadline <= $1 limit ${OVERDUE_MAX}`,
}

const decisionOf = (record: SqlRecord): RealTimeDecision =>
  decode(TABLES.realTimeDecision, record) as RealTimeDecision

/** Decisions with a smaller id, newest first. */
export const realTimeDecisionsOf = async (
  reads: Queryable,
  datasetId: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly RealTimeDecision[]> =>
  (await reads.query(pageStatement, [datasetId, before, limit])).map(decisionOf)

export async function realTimeDecisionById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<RealTimeDecision | undefined> {
  const [record] = await reads.query(byIdStatement, [datasetId, id])
  return record && decisionOf(record)
}

export interface OverdueDecision {
  readonly datasetId: number
  readonly id: number
}

/** Decisions without an outcome in time, because the process that asked has ended. */
export const overdueDecisions = async (
  reads: Queryable,
  realNow: number,
): Promise<readonly OverdueDecision[]> =>
  (await reads.query(overdueStatement, [realNow])).map((record) => ({
    datasetId: Number(record['project_id']),
    id: Number(record['id']),
  }))
