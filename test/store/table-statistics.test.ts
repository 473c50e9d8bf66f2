// The statistics of a new database, on which the plans of PostgreSQL depend.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { databases } from '../kit/databases.ts'
import { EngineSandbox, orderInput } from '../kit/engine-sandbox.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

test(
  'PostgreSQL knows the size of a table as soon as a process has written 1,000 rows',
  { skip: !postgres },
  async () => {
    if (postgres === undefined) return
    const sandbox = await EngineSandbox.start(postgres)
    const reader = new pg.Client({ connectionString: sandbox.opened.url })
    await reader.connect()
    const register = (orders: number) =>
      Promise.all(
        Array.from({ length: orders }, () =>
          sandbox.submit('registerOrder', orderInput(sandbox.project.number, 1200)),
        ),
      )
    try {
      assert.ok((await register(999)).every(({ kind }) => kind === 'result'))
      await register(1)
      // The service awaits its own statements when it closes the database.
      await sandbox.process.close()
      const { rows } = await reader.query<{ reltuples: number }>(
        "select reltuples from pg_class where oid = 'gateway_order'::regclass",
      )
      assert.equal(rows[0]?.reltuples, 1000)
    } finally {
      await reader.end()
      await sandbox.opened.drop()
    }
  },
)
