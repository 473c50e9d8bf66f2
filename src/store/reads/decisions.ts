// Reads the ring buffer of decisions: by request id, and newest first.

import { decodeDecisions, type DecisionLine, type DecisionRow } from '../../ledger/decision.ts'
import type { ListPage, PageRequest } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

/** A decision and its number in the ring buffer. */
export interface NumberedDecision {
  readonly number: number
  readonly line: DecisionLine
}

/**
 * The rows are searched for the id, because there are only a few thousand and this read is rare.
 */
const byRequest: Statement = {
  name: 'decision_by_request',
  text: `select first, lines from decision
    where project_id = $1 and lines like $2 order by first desc limit 1`,
}

/** The last decision of a request. The caller has checked that the id has no wildcard. */
export async function decisionByRequest(
  reads: Queryable,
  datasetId: number,
  requestId: string,
): Promise<NumberedDecision | undefined> {
  const [record] = await reads.query(byRequest, [datasetId, `%["${requestId}",%`])
  return record && linesOf(record).findLast(({ line: [id] }) => id === requestId)
}

const newest: Statement = {
  name: 'decisions_newest',
  text: `select first, lines from decision
    where project_id = $1 and first < $2 order by first desc limit $3`,
}

export type DecisionKey = readonly [number: number]

/** Decisions, newest first. */
export async function decisionsPage(
  reads: Queryable,
  datasetId: number,
  { after, limit }: PageRequest<DecisionKey>,
): Promise<ListPage<NumberedDecision, DecisionKey>> {
  const [before = Number.MAX_SAFE_INTEGER] = after ?? []
  // A row has one line or more.
  const records = await reads.query(newest, [datasetId, before, limit + 1])
  const found = records
    .flatMap((record) => linesOf(record).toReversed())
    .filter(({ number }) => number < before)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? [last.number] : null }
}

function linesOf(record: SqlRecord): readonly NumberedDecision[] {
  const { first, lines } = decode(TABLES.decision, record) as DecisionRow
  return decodeDecisions(lines).map((line, index) => ({ number: first + index, line }))
}
