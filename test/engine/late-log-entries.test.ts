// The request log is written alongside the engine: a write that started before a reset must not
// leave rows behind when housekeeping deletes the old dataset.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweep } from '../../src/engine/housekeeping.ts'
import { type NewLogEntry, writeLogBatch } from '../../src/store/request-log-statements.ts'
import { openStore } from '../../src/store/open.ts'
import { transact } from '../../src/store/store.ts'
import { databases } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'
import { runSql } from '../kit/sql.ts'

const ENTRY: NewLogEntry = {
  kind: 'request',
  at: 1,
  requestId: 'r',
  api: 'B',
  operation: 'o',
  method: 'GET',
  path: '/',
  status: 200,
  errorCode: null,
  outcome: 'approved',
  durationUs: 1,
  isDecision: false,
  ids: '{}',
  search: '',
  detail: '{}',
}

// SQLite has one writer at a time.
for (const database of databases.filter(({ name }) => name === 'postgres'))
  test('A log entry that is written during a reset is deleted with its dataset', async (t) => {
    const sandbox = await startSandbox(database)
    const { config, directory } = sandbox.sandcard.service
    const project = await sandbox.newProject()
    const { store, closeReads } = await openStore(config.database)
    t.after(async () => {
      await closeReads()
      await store.close()
      await sandbox.close()
    })
    const written = Promise.withResolvers<undefined>()
    const committed = Promise.withResolvers<undefined>()
    const writing = transact(store, async (transaction) => {
      const { datasetId } = project
      const entries = [ENTRY]
      const batch = { datasetId, entries, isAfterGap: false, limitOf: () => 10 }
      await writeLogBatch(transaction, 'postgres', batch)
      written.resolve(undefined)
      await committed.promise
    })
    await written.promise
    await directory.reset(project.number)
    const sweepNow = async () => {
      const { store: other, closeReads: closeOther } = await openStore(config.database)
      await sweep(other, () => false)
      await closeOther()
      await other.close()
    }
    let hasSwept = false
    const sweeping = sweepNow().then(() => (hasSwept = true))
    const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted"
    while (!hasSwept && (await runSql(config.database, waiting)).length === 0);
    committed.resolve(undefined)
    await writing
    await sweeping
    await sweepNow()
    const orphans = `select 1 from request_log l where not exists (
      select 1 from dataset d where d.project_id = l.project_id)`
    assert.deepEqual(await runSql(config.database, orphans), [])
    const left = `select 1 from dataset where project_id = ${project.datasetId}`
    assert.deepEqual(await runSql(config.database, left), [])
  })
