// The lines of project lists, each from a row of the catalogue and a row of its dataset.

import type { Queryable, SqlRecord, Statement } from './store.ts'

/**
 * Orders and cards are counted up to this number, so that a list takes the same time for all
 * projects.
 */
export const COUNTED_MAX = 100

const counted = (table: string): string =>
  `(select count(*) from (select 1 from ${table} t where t.project_id = $1 limit ${COUNTED_MAX}) n)`

/** The columns of the catalogue. */
export const projectColumns = 'p.number, p.id, p.name, p.created_at, p.dataset_id'

const findLine: Statement = {
  name: 'find_project_line',
  isLookup: true,
  text: `select last_at, offset_ms, frozen_at,
    ${counted('gateway_order')} as orders, ${counted('card')} as cards
    from dataset where project_id = $1`,
}

export interface ProjectLine {
  readonly number: number
  readonly id: string
  readonly name: string
  /** Real time, epoch milliseconds. */
  readonly createdAt: number
  /** Real time of the last change; null while the project's clock is frozen. */
  readonly lastChangeAt: number | null
  /** Counted up to `COUNTED_MAX`. */
  readonly orders: number
  readonly cards: number
}

/** Completes rows of the catalogue. Projects deleted in the meantime are omitted. */
export async function withLines(
  reads: Queryable,
  projects: readonly SqlRecord[],
): Promise<readonly SqlRecord[]> {
  const lines = await Promise.all(
    projects.map(async (project) => {
      const [line] = await reads.query(findLine, [project['dataset_id'] ?? null])
      return line === undefined ? [] : [{ ...project, ...line }]
    }),
  )
  return lines.flat()
}

export const projectLineOf = (record: SqlRecord): ProjectLine => ({
  number: Number(record['number']),
  id: String(record['id']),
  name: String(record['name']),
  createdAt: Number(record['created_at']),
  lastChangeAt:
    record['frozen_at'] === null ? Number(record['last_at']) - Number(record['offset_ms']) : null,
  orders: Number(record['orders']),
  cards: Number(record['cards']),
})
