// The statements of housekeeping. Each deletes at most SWEEP_ROWS rows and returns one row for
// each.

import { REQUEST_LOG_LOCKS, REQUEST_LOG_TABLES } from './request-log-statements.ts'
import type { Statement } from './store.ts'
import { SAVE_ORDER, TABLES } from './tables.ts'

/**
 * Maximum number of rows deleted by one statement, which bounds how long a writer waits for
 * housekeeping.
 */
export const SWEEP_ROWS = 500

/** A project's oldest decisions, beyond the number that it keeps. */
export const deleteOldDecisions: Statement = {
  name: 'delete_old_decisions',
  text: 'delete from decision where project_id = $1 and first < $2',
}

/** A page of retired datasets after a given one. */
export const findRetired: Statement = {
  name: 'find_retired',
  text: `select project_id from dataset where retired = 1 and project_id > $1
    order by project_id limit ${SWEEP_ROWS}`,
}

/** One statement per table, referencing rows before referenced ones. */
export const sweepStatements: readonly Statement[] = SAVE_ORDER.toReversed().map((table) => {
  const { name, key } = TABLES[table]
  return {
    name: `sweep_${name}`,
    text: `delete from ${name} where project_id = $1 and ${key} in (
      select ${key} from ${name} where project_id = $1 limit ${SWEEP_ROWS}) returning 1 as swept`,
  }
})

/** The request log is written alongside the engine's rows. */
export const sweepRequestLog: readonly Statement[] = REQUEST_LOG_TABLES.map((name) => ({
  name: `sweep_${name}`,
  text: `delete from ${name} where project_id = $1 and seq in (
    select seq from ${name} where project_id = $1 limit ${SWEEP_ROWS}) returning 1 as swept`,
}))

/** The marks of a dataset are one row. */
export const sweepMarks: Statement = {
  name: 'sweep_retention',
  text: 'delete from retention where project_id = $1 returning 1 as swept',
}

const hasNoRows = [
  ...SAVE_ORDER.map((table) => TABLES[table].name),
  ...REQUEST_LOG_TABLES,
  'retention',
]
  .map((name) => `not exists (select 1 from ${name} where project_id = dataset.project_id)`)
  .join(' and ')

/**
 * On PostgreSQL, waits for the writers of the request logs of datasets, a JSON list. A later
 * statement sees what they wrote, and later writers see that the dataset is retired.
 */
export const awaitLogWriters: Statement = {
  name: 'lock_request_logs',
  text: `select pg_advisory_xact_lock(${REQUEST_LOG_LOCKS}, hashint8(id::bigint))
    from json_array_elements_text($1::json) as ids(id)`,
}

/**
 * The empty datasets in a page of retired ones, because tests that reset a project leave thousands.
 */
export const deleteEmptyDatasets: Statement = {
  name: 'delete_empty_datasets',
  text: `delete from dataset where retired = 1 and project_id > $1 and project_id <= $2
    and ${hasNoRows} returning project_id`,
}

/** Datasets with idempotency responses that were stored before `$1`. */
export const findExpiredAnswers: Statement = {
  name: 'find_expired_answers',
  text: `select distinct project_id from idempotency where stored_at < $1 limit ${SWEEP_ROWS}`,
}

/** The idempotency responses of a dataset that were stored before `$2`. */
export const deleteExpiredAnswers: Statement = {
  name: 'delete_expired_answers',
  text: `delete from idempotency where project_id = $1 and scope in (
    select scope from idempotency where project_id = $1 and stored_at < $2 limit ${SWEEP_ROWS})
    returning 1 as swept`,
}

/** Expired sessions, email links and invitations of hosted mode. */
export const expiryStatements: readonly Statement[] = [
  'user_session',
  'mail_link',
  'project_invitation',
].map((table) => ({
  name: `delete_expired_${table}`,
  text: `delete from ${table} where hash in (
    select hash from ${table} where ends_at <= $1 limit ${SWEEP_ROWS}) returning 1 as swept`,
}))
