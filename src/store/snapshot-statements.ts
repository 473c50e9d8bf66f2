// The statements of snapshots: their list, and the copies of datasets.

import type { TableName } from '../kernel/rows.ts'
import type { RowCounts, Snapshot } from '../projects/snapshot.ts'
import type { SqlRecord, Statement } from './store.ts'
import { type SqlValue, type Table, writtenColumns } from './table.ts'
import { rowBytes } from './row-bytes.ts'
import { DATASET_TABLE, SAVE_ORDER, TABLES } from './tables.ts'

const columns = `project_number, name, id, dataset_id, sealed, taken_at, clock_at, frozen, row_count,
    counts, waiting_callbacks, id_numbers`

export const insertSnapshot: Statement = {
  name: 'insert_snapshot',
  text: `insert into snapshot (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (project_number, name) do nothing returning id`,
}

export const findSnapshots: Statement = {
  name: 'find_snapshots',
  text: `select ${columns} from snapshot where project_number = $1
    order by taken_at desc, name limit $2`,
}

export const findSnapshot: Statement = {
  name: 'find_snapshot',
  text: `select ${columns} from snapshot where project_number = $1 and name = $2`,
}

export const findSnapshotById: Statement = {
  name: 'find_snapshot_by_id',
  text: `select ${columns} from snapshot where id = $1`,
}

/** In any project; two of them are enough to know that the name is ambiguous. */
export const findSnapshotsByName: Statement = {
  name: 'find_snapshots_by_name',
  text: `select ${columns} from snapshot where name = $1 limit 2`,
}

export const countSnapshots: Statement = {
  name: 'count_snapshots',
  text: `select count(*) as snapshots, coalesce(sum(row_count), 0) as row_count from snapshot
    where project_number = $1`,
}

export const deleteSnapshot: Statement = {
  name: 'delete_snapshot',
  text: 'delete from snapshot where project_number = $1 and name = $2 returning dataset_id',
}

/** Snapshots with waiting callbacks, which other commits may send in the meantime. */
export const findWaitingSnapshots: Statement = {
  name: 'find_waiting_snapshots',
  text: 'select dataset_id from snapshot where project_number = $1 and waiting_callbacks > 0',
}

export interface StoredSnapshot extends Snapshot {
  /** The secrets of the data, encrypted with the master key. */
  readonly sealed: string
}

export const snapshotOf = (record: SqlRecord): StoredSnapshot => ({
  projectNumber: Number(record['project_number']),
  name: String(record['name']),
  id: String(record['id']),
  datasetId: Number(record['dataset_id']),
  sealed: String(record['sealed']),
  takenAt: Number(record['taken_at']),
  clockAt: Number(record['clock_at']),
  isFrozen: record['frozen'] === 1,
  rows: Number(record['row_count']),
  counts: JSON.parse(String(record['counts'])) as RowCounts,
  idNumbers: JSON.parse(String(record['id_numbers'])) as number[],
})

/** Hands a dataset over to housekeeping. */
export const retireDataset: Statement = {
  name: 'retire_dataset',
  text: `update dataset set retired = 1, staged_until = null, work_at = null where project_id = $1`,
}

export const retireAbandoned: Statement = {
  name: 'retire_abandoned_datasets',
  text: `update dataset set retired = 1, staged_until = null, work_at = null
    where staged_until < $1`,
}

/** The datasets of all snapshots of a project. */
export const findSnapshotDatasets: Statement = {
  name: 'find_snapshot_datasets',
  text: 'select dataset_id from snapshot where project_number = $1',
}

/** Maximum number of rows that one statement copies, which limits how long others wait. */
export const COPY_ROWS = 1000

/** A value before every key of a table. */
export const beginningOf = ({ columns, types, key }: Table): SqlValue =>
  types[columns.indexOf(key)] === 'text' ? '' : Number.MIN_SAFE_INTEGER

/** The statements that copy a table from the dataset `$1` to `$2`. */
interface CopyStatements {
  readonly table: Table
  /** The key of the last row of a part after the key `$2`; no row for the last part. */
  readonly end: Statement
  /** The rows after `$3`, up to and including `$4`. */
  readonly part: Statement
  /** The rows after `$3`. */
  readonly rest: Statement
  /** The number of rows and their bytes. */
  readonly count: Statement
}

export const COPY_STATEMENTS: readonly (CopyStatements & { readonly kind: TableName })[] =
  SAVE_ORDER.map((kind) => {
    const table = TABLES[kind]
    const { name, key } = table
    const copied = writtenColumns(table).join(', ')
    const rest = `insert into ${name} (project_id, ${copied})
      select cast($2 as bigint), ${copied} from ${name} where project_id = $1 and ${key} > $3`
    return {
      kind,
      table,
      end: {
        name: `find_end_of_part_of_${name}`,
        text: `select ${key} from ${name} where project_id = $1 and ${key} > $2
          order by ${key} limit 1 offset ${COPY_ROWS - 1}`,
      },
      part: { name: `copy_part_of_${name}`, text: `${rest} and ${key} <= $4` },
      rest: { name: `copy_rest_of_${name}`, text: rest },
      count: {
        name: `count_rows_of_${name}`,
        text: `select count(*) as count, coalesce(sum(${rowBytes(kind)}), 0) as bytes from ${name}
          where project_id = $1`,
      },
    }
  })

/** A page of rows after the key `$2`, including columns that are only written. */
export function exportStatement(kind: TableName): Statement {
  const { name, key } = TABLES[kind]
  return {
    name: `export_${name}`,
    text: `select ${writtenColumns(TABLES[kind]).join(', ')} from ${name}
      where project_id = $1 and ${key} > $2 order by ${key} limit ${COPY_ROWS}`,
  }
}

/** Callbacks and webhook events in a dataset that will be sent. */
export const countWaitingCallbacks: Statement = {
  name: 'count_waiting_callbacks',
  text: `select
    (select count(*) from callback where project_id = $1 and due_at is not null) +
    (select count(*) from webhook_event where project_id = $1 and due_at is not null) as count`,
}

/**
 * Callbacks that wait in the dataset `$1` and were delivered, or are being sent, in the dataset
 * `$2` get that outcome, so that they are not sent again.
 */
export const settleCallbacks: Statement = {
  name: 'settle_callbacks',
  // The rows of `$2` are read first, because a sharded database has them on another node.
  text: `with sent as (
      select * from callback
      where project_id = $2 and (state = 'delivered' or lease_until is not null))
    update callback as kept set state = sent.state, attempt = sent.attempt,
      failures = sent.failures, attempts = sent.attempts, lease_until = sent.lease_until,
      url = sent.url, origin = sent.origin,
      first_at = case when sent.due_at is null then sent.first_at else kept.first_at end,
      due_at = case when sent.due_at is null then null else kept.due_at end
    from sent
    where kept.project_id = $1 and kept.due_at is not null
      and sent.id = kept.id and sent.created_at = kept.created_at
      and sent.operation = kept.operation
      and sent.order_id is not distinct from kept.order_id
      and sent.binding_id is not distinct from kept.binding_id`,
}

/** The same for webhook events. */
export const settleWebhookEvents: Statement = {
  name: 'settle_webhook_events',
  text: `with sent as (
      select * from webhook_event
      where project_id = $2 and (state = 'delivered' or lease_until is not null))
    update webhook_event as kept set state = sent.state, attempt = sent.attempt,
      failures = sent.failures, attempts = sent.attempts, lease_until = sent.lease_until,
      first_at = case when sent.due_at is null then sent.first_at else kept.first_at end,
      due_at = case when sent.due_at is null then null else kept.due_at end
    from sent
    where kept.project_id = $1 and kept.due_at is not null
      and sent.id = kept.id and sent.created_at = kept.created_at
      and sent.webhook_id = kept.webhook_id and sent.body = kept.body`,
}

/** The waiting callbacks of a copy stay in its inbox, because the original sends them. */
export const holdCallbacks: Statement = {
  name: 'hold_callbacks',
  text: `update callback set state = 'unaddressed', url = null, origin = null, due_at = null,
      lease_until = null
    where project_id = $1 and due_at is not null`,
}

/** The waiting webhook events of a copy are not sent unless they are resent. */
export const stopWebhookEvents: Statement = {
  name: 'stop_webhook_events',
  text: `update webhook_event set state = 'stopped', due_at = null, lease_until = null
    where project_id = $1 and due_at is not null`,
}

export const insertIdNumber: Statement = {
  name: 'insert_id_number',
  text: `insert into id_number (number, project_number) values ($1, $2)
    on conflict (number, project_number) do nothing`,
}

export const findIdNumbers: Statement = {
  name: 'find_id_numbers',
  text: 'select number from id_number where project_number = $1 order by number',
}

/** The next generation of datasets; the row stays locked until the end of the transaction. */
export const nextGeneration: Statement = {
  name: 'next_generation',
  text: 'update project set generation = generation + 1 where number = $1 returning generation',
}

export const pointToDataset: Statement = {
  name: 'point_to_dataset',
  text: 'update project set dataset_id = $2 where number = $1',
}

/** The dataset's own row, without a lock, because datasets of snapshots never change. */
export const readDatasetToCopy: Statement = {
  name: 'read_dataset_to_copy',
  text: `select ${DATASET_TABLE.columns.join(', ')}, recent_batches from dataset
    where project_id = $1`,
}

export const findProjectsOfIdNumber: Statement = {
  name: 'find_projects_of_id_number',
  text: `select project_number from id_number where number = $1
    order by project_number desc limit $2`,
}
