// The connection that reads concurrently with SQLite's writer: reads of one turn of the event loop
// share a transaction.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSqlite, openSqliteReader, type SqliteReader } from '../../src/store/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandcard-reader-'))
const path = join(folder, 'sandcard.db')
const INSTALLATIONS = { name: 'installations', text: 'select count(*) as n from installation' }
const ADD = { name: 'add', text: "insert into installation (secret_fingerprint) values ('x')" }
const WRONG = { name: 'wrong', text: 'select $1 / nothing' }

const store = await openSqlite(path)
let reader: SqliteReader
before(() => {
  reader = openSqliteReader(path)
})
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('A read that fails does not affect the reads sent with it', async () => {
  const reads = await Promise.allSettled([
    reader.query(INSTALLATIONS, []),
    reader.query(WRONG, [1]),
    reader.query(INSTALLATIONS, []),
  ])
  assert.deepEqual(
    reads.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('A database read sees everything that was committed before it', async () => {
  const count = async () => (await reader.query(INSTALLATIONS, []))[0]?.['n']
  const [before] = await Promise.all([count(), count()])
  const transaction = await store.begin()
  await transaction.run(ADD, [])
  assert.equal(await count(), before)
  await transaction.commit()
  assert.equal(await count(), Number(before) + 1)
})

test('A database read after close is refused', async () => {
  const late = reader.query(INSTALLATIONS, [])
  await reader.close()
  await assert.rejects(late, /finalized|not open/)
})
