// The statements that do not address the rows of one dataset, and why.

import { REQUEST_LOG_TABLES } from '../../src/store/request-log-statements.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import type { Placement, Route } from './routing.ts'

const distributed = new Set([
  'dataset',
  ...SAVE_ORDER.map((name) => TABLES[name].name),
  ...REQUEST_LOG_TABLES,
  'retention',
])
/** Catalogue and accounts, on the coordinator. */
const oneNode = new Set([
  'project',
  'credential',
  'installation',
  'schema_version',
  'user_account',
  'user_session',
  'mail_link',
  'project_member',
  'project_invitation',
  'audit_entry',
  'snapshot',
  'id_number',
])

export const PLACEMENT: Placement = { distributed, oneNode }

interface Exception {
  readonly names: RegExp
  /** Absent if it may be any. */
  readonly route?: Route
  /** True if a sharded database never receives the statement. */
  readonly isUnsharded?: true
  readonly why: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    names: /^(lock_dataset|save_rows_of_\w+)$/,
    route: 'listed-datasets',
    why: 'the datasets of a batch, all in one shard',
  },
  {
    names: /^find_(datasets_with_work|retired|expired_answers|faulted_projects|recent_batches)$/,
    route: 'each-shard',
    why: 'rounds over all projects, at intervals; each dataset is then read alone',
  },
  {
    names: /^commit_in_two_phases$/,
    route: 'each-shard',
    why: 'resets, restores and changes of snapshots commit on the coordinator and a worker as one',
  },
  { names: /^read_overdue_decisions$/, route: 'each-shard', why: 'the same' },
  {
    names: /^(delete_empty_datasets|retire_abandoned_datasets)$/,
    route: 'each-shard',
    why: 'housekeeping over all projects, at intervals; each shard deletes its own rows',
  },
  {
    names: /^find_marked_/,
    route: 'each-shard',
    why: 'once at the start, only if Node.js lacks a cipher',
  },
  {
    names: /^inspect_(trial_balance|postings)$/,
    route: 'each-shard',
    why: '`sandcard database check` reads everything, grouped by the key',
  },
  {
    names: /^(copy_(part|rest)_of|settle_(callbacks|webhook_events))/,
    route: 'crossing',
    why: 'copies rows from one dataset to another: snapshots and restores',
  },
  {
    names: /^(import|insert_request_log)_?/,
    route: 'crossing',
    why: 'rows of one dataset pass through the coordinator, outside of requests',
  },
  {
    names: /^lock_(free|several)_datasets$/,
    isUnsharded: true,
    why: 'the datasets of a batch, all or those that no other process holds',
  },
  {
    names: /^(save_(?!dataset$|rows_of_)|load_\w+_of_all_by_)/,
    isUnsharded: true,
    why: 'sets of rows of several datasets on one server',
  },
]

/** The exception of a statement, if it may have this route. */
export const exceptionOf = (name: string, route: Route): Exception | undefined =>
  EXCEPTIONS.find((each) => each.names.test(name) && (each.route ?? route) === route)
