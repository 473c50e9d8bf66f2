// The columns and tables from which lists of projects read each project.

import type { SqlRecord } from './store.ts'

/** Orders and cards are counted up to this number, so that a list takes the same time for all. */
export const COUNTED_MAX = 100

const counted = (table: string): string =>
  `(select count(*) from (select 1 from ${table} t where t.project_id = p.dataset_id limit ${COUNTED_MAX}) n)`

export const projectColumns = `p.number, p.id, p.name, p.created_at, d.last_at, d.offset_ms, d.frozen_at,
    ${counted('gateway_order')} as orders, ${counted('card')} as cards`

export const projectTables = 'project p join dataset d on d.project_id = p.dataset_id'

export interface ProjectLine {
  readonly number: number
  readonly id: string
  readonly name: string
  /** Real time, epoch milliseconds. */
  readonly createdAt: number
  /** Real time of the last change; null while the clock of the project is frozen. */
  readonly lastChangeAt: number | null
  /** Counted up to `COUNTED_MAX`. */
  readonly orders: number
  readonly cards: number
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
