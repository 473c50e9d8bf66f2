// When a callback may be sent: the claim and the SQL search agree for every combination of states
// and times.

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { CALLBACK_STATES } from '../../src/callbacks/callback.ts'
import { isSendable } from '../../src/callbacks/sendable.ts'
import { sendableStatement } from '../../src/store/sendable-sql.ts'

const NOW = 100
const REAL_NOW = 1000

const rows = CALLBACK_STATES.flatMap((state) =>
  [2, 3].flatMap((failures) =>
    [null, NOW - 1, NOW, NOW + 1].flatMap((dueAt) =>
      [null, REAL_NOW - 1, REAL_NOW, REAL_NOW + 1].flatMap((leaseUntil) =>
        [false, true].map((heldBack) => ({ state, failures, dueAt, leaseUntil, heldBack })),
      ),
    ),
  ),
)

test('The search for due callbacks finds exactly those that a sender can claim', () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table callback (project_id integer, id integer primary key, origin text,
    state text, failures integer, due_at integer, lease_until integer, previous_id integer, held_back integer)`)
  const insert = database.prepare('insert into callback values (1, ?, null, ?, ?, ?, ?, ?, ?)')
  const expected: number[] = []
  let id = 0
  for (const previous of [null, ...rows]) {
    const previousId = previous === null ? null : (id += 1)
    if (previous !== null)
      // Not due, so that the search does not find it.
      insert.run(
        id,
        previous.state,
        previous.failures,
        null,
        previous.leaseUntil,
        null,
        Number(previous.heldBack),
      )
    for (const row of rows) {
      id += 1
      const { state, failures, dueAt, leaseUntil, heldBack } = row
      insert.run(id, state, failures, dueAt, leaseUntil, previousId, Number(heldBack))
      if (isSendable(row, previous, { now: NOW, realNow: REAL_NOW })) expected.push(id)
    }
  }
  const statement = database.prepare(
    sendableStatement('callback').text.replaceAll(/\$(\d+)/g, '?$1'),
  )
  const found = statement.all(1, NOW, REAL_NOW, '', 1_000_000).map((record) => Number(record['id']))
  assert.ok(expected.length > 100)
  assert.deepEqual(
    found.toSorted((one, other) => one - other),
    expected,
  )
})
