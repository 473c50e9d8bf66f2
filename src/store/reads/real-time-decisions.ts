// Reads real-time decisions: a project's, and those whose deadline has passed.

import type { RealTimeDecision } from '../../real-time/real-time-decision.ts'
import { findDataset } from '../catalogue-statements.ts'
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

/** Maximum number of decisions found per round. */
const OVERDUE_MAX = 100

/**
 * Across all projects, after the decision `$3` of the dataset `$2`. The index only contains pending
 * decisions, which exist for seconds.
 */
export const overdueStatement: Statement = {
  name: 'read_overdue_decisions',
  text: `select d.project_id, d.id, s.project_number from real_time_decision d
    join dataset s on s.project_id = d.project_id and s.retired = 0
    where d.state = 'pending' and d.deadline <= $1 and (d.project_id, d.id) > ($2, $3)
    order by d.project_id, d.id limit ${OVERDUE_MAX}`,
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

interface OverdueDecision {
  readonly projectNumber: number
  readonly datasetId: number
  readonly id: number
}

/** Decisions without an outcome in time, because the process that made the request has ended. */
export async function overdueDecisions(
  reads: Queryable,
  realNow: number,
): Promise<readonly OverdueDecision[]> {
  const overdue: OverdueDecision[] = []
  let last: Omit<OverdueDecision, 'projectNumber'> = { datasetId: -1, id: 0 }
  let found = OVERDUE_MAX
  while (found === OVERDUE_MAX && overdue.length < OVERDUE_MAX) {
    const records = await reads.query(overdueStatement, [realNow, last.datasetId, last.id])
    const page = await Promise.all(
      records.map(async (record) => {
        const [current] = await reads.query(findDataset, [record['project_number'] ?? null])
        const datasetId = Number(record['project_id'])
        // Decisions in snapshots are not changed.
        const isCurrent = Number(current?.['dataset_id']) === datasetId
        const projectNumber = Number(record['project_number'])
        return { projectNumber, datasetId, id: Number(record['id']), isCurrent }
      }),
    )
    overdue.push(...page.filter(({ isCurrent }) => isCurrent))
    last = page.at(-1) ?? last
    found = page.length
  }
  return overdue
}
