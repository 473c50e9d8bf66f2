// The statements that find due work: a dataset's orders and authorisations, its next callback, and
// all datasets with due work. `due_at >= 0` means "not null" as a range, so that the planner has to
// use the index.

import type { Clock } from '../kernel/dataset.ts'
import type { Queryable, SqlRecord, Statement } from './store.ts'

/**
 * The orders with the earliest due times, due or not. The first one that is not processed shows
 * when to continue.
 */
export const findNextOrders: Statement = {
  name: 'find_next_orders',
  text: `select id, due_at from gateway_order where project_id = $1 and due_at >= 0
    order by due_at, id limit $2`,
}

/** The authorisations with the earliest due times, due or not. */
export const findNextAuthorisations: Statement = {
  name: 'find_next_authorisations',
  text: `select id, due_at from card_authorisation where project_id = $1 and due_at >= 0
    order by due_at, id limit $2`,
}

/** An order or authorisation, and its due time in epoch milliseconds on the project's clock. */
export type DueItem = { readonly dueAt: number } & (
  { readonly orderId: string } | { readonly authorisationId: number }
)

/** The items in the order in which they are due. */
export const dueItems = (
  orders: readonly SqlRecord[],
  authorisations: readonly SqlRecord[],
): readonly DueItem[] =>
  [
    ...orders.map((record) => ({
      orderId: record['id'] as string,
      dueAt: record['due_at'] as number,
    })),
    ...authorisations.map((record) => ({
      authorisationId: record['id'] as number,
      dueAt: record['due_at'] as number,
    })),
  ].sort((one, other) => one.dueAt - other.dueAt)

const firstDue = (table: string): string =>
  `(select due_at from ${table} where project_id = $1 and due_at >= 0 order by due_at limit 1)`

/** When the next callback or webhook event is due; null if there is none. */
export const findNextCallback: Statement = {
  name: 'find_next_callback',
  text: `select min(due_at) as due_at from (
    select ${firstDue('callback')} as due_at union all select ${firstDue('webhook_event')}) due`,
}

/** Number of datasets per page of `findDatasetsWithWork`. */
export const DATASETS_WITH_WORK_PAGE = 100

/**
 * A page of datasets with work due by `$1`, after the dataset `$3` with work due at `$2`, each with
 * its clock. It is read across projects, `findDueTimes` for each of them.
 */
export const findDatasetsWithWork: Statement = {
  name: 'find_datasets_with_work',
  text: `select project_id, project_number, work_at, offset_ms, frozen_at, last_at, clock_target
    from dataset
    where work_at <= $1 and (work_at, project_id) > ($2, $3) and retired = 0
    order by work_at, project_id limit ${DATASETS_WITH_WORK_PAGE}`,
}

/** The earliest due times of a dataset; null if nothing is due. */
export const findDueTimes: Statement = {
  name: 'find_due_times',
  isLookup: true,
  text: `select ${firstDue('gateway_order')} as order_due_at,
    ${firstDue('card_authorisation')} as authorisation_due_at,
    ${firstDue('callback')} as callback_due_at, ${firstDue('webhook_event')} as event_due_at`,
}

/** A dataset with due work, and the times of that work. */
export interface DatasetWithWork extends Clock {
  readonly datasetId: number
  readonly projectNumber: number
  readonly workAt: number
  readonly lastAt: number
  readonly clockTarget: number | null
  readonly orderDueAt: number | null
  readonly authorisationDueAt: number | null
  readonly callbackDueAt: number | null
  readonly eventDueAt: number | null
}

export async function datasetsWithWork(
  reads: Queryable,
  by: number,
  last: Pick<DatasetWithWork, 'workAt' | 'datasetId'>,
): Promise<readonly DatasetWithWork[]> {
  const page = await reads.query(findDatasetsWithWork, [by, last.workAt, last.datasetId])
  return Promise.all(
    page.map(async (record) => {
      const [times] = await reads.query(findDueTimes, [record['project_id'] ?? null])
      return datasetWithWork({ ...record, ...times })
    }),
  )
}

const datasetWithWork = (record: SqlRecord): DatasetWithWork => ({
  datasetId: record['project_id'] as number,
  projectNumber: record['project_number'] as number,
  workAt: record['work_at'] as number,
  offsetMs: record['offset_ms'] as number,
  frozenAt: record['frozen_at'] as number | null,
  lastAt: record['last_at'] as number,
  clockTarget: record['clock_target'] as number | null,
  orderDueAt: record['order_due_at'] as number | null,
  authorisationDueAt: record['authorisation_due_at'] as number | null,
  callbackDueAt: record['callback_due_at'] as number | null,
  eventDueAt: record['event_due_at'] as number | null,
})
