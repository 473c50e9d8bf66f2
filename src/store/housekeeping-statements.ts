// The statements of housekeeping: sweeping retired datasets and forgetting old answers, a bounded number of rows at a time.

import type { Statement } from './store.ts'
import { SAVE_ORDER, TABLES } from './tables.ts'

/** Rows deleted by one statement: it bounds how long a writer waits for housekeeping. */
export const SWEEP_ROWS = 500

export const findRetired: Statement = {
  name: 'find_retired',
  text: 'select project_id from dataset where retired = 1 order by project_id limit 1',
}

/** One per table, a row's dependants before the row. */
export const sweepStatements: readonly Statement[] = SAVE_ORDER.toReversed().map((table) => {
  const { name, key } = TABLES[table]
  return {
    name: `sweep_${name}`,
    text: `delete from ${name} where project_id = $1 and ${key} in (
      select ${key} from ${name} where project_id = $1 limit ${SWEEP_ROWS}) returning 1 as swept`,
  }
})

export const dropDataset: Statement = {
  name: 'drop_dataset',
  text: 'delete from dataset where project_id = $1 and retired = 1',
}

export const forgetAnswers: Statement = {
  name: 'forget_answers',
  text: `delete from idempotency where (project_id, scope) in (
    select project_id, scope from idempotency where stored_at < $1 limit ${SWEEP_ROWS}) returning 1 as swept`,
}

/** Sessions, links and invitations that have ended, of hosted sandboxes. */
export const endedStatements: readonly Statement[] = [
  { table: 'user_session', key: 'hash' },
  { table: 'mail_link', key: 'hash' },
  { table: 'project_invitation', key: 'hash' },
].map(({ table, key }) => ({
  name: `forget_${table}`,
  text: `delete from ${table} where ${key} in (
    select ${key} from ${table} where ends_at <= $1 limit ${SWEEP_ROWS}) returning 1 as swept`,
}))
