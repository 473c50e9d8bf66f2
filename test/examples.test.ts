// Every example runs as its reader would run it: a process of its own against a running service, on both databases.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onEveryDatabase } from './databases.ts'
import { type FrontDoor, openFrontDoor } from './front-door.ts'

const folder = fileURLToPath(new URL('../examples/', import.meta.url))
/** Not an example but what the examples share. */
const SHARED = 'project.ts'

/** The last line that each example prints, after all its assertions. */
const LAST_LINE: Readonly<Record<string, RegExp>> = {
  'callback-receiver.ts': /^with another amount it is not$/,
  'ci-project.ts': /^the ledger sums to zero$/,
  'closed-loop.ts': /^the store's account holds 2000, and the ledger sums to zero$/,
  'idempotent-retry.ts': /^the same key with another amount: 422$/,
  'one-domain.ts': /^blocked through A, blocked in B$/,
  'pay-with-3ds.ts': /^the same PaRes once more: /,
  'pre-authorisation.ts': /^the ledger sums to zero$/,
  'recurring.ts': /^the binding was switched off: Binding isn't active$/,
  'transfer-v1.ts': /^blocked once, refused the second time, made active again$/,
  'transfer-v2.ts': /^blocked: Card is blocked$/,
}

test('every example is in the table', () => {
  const examples = readdirSync(folder).filter((name) => name !== SHARED)
  assert.deepEqual(examples.sort(), Object.keys(LAST_LINE).sort())
})

onEveryDatabase('an example', (database) => {
  let door: FrontDoor
  before(async () => {
    door = await openFrontDoor(database)
  })
  after(() => door.close())

  for (const [name, lastLine] of Object.entries(LAST_LINE)) {
    test(`${name} runs to its last line`, async () => {
      // A non-zero exit code rejects, with what the example printed.
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [folder + name, door.url],
        { timeout: 100_000 },
      )
      assert.equal(stderr, '')
      assert.match(stdout.trimEnd().split('\n').at(-1) ?? '', lastLine)
    })
  }
})
