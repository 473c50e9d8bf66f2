// Every example runs in its own process against a running service, on both databases.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onEveryDatabase } from './kit/databases.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'

const folder = fileURLToPath(new URL('../examples/', import.meta.url))
/** Shared by the examples; not an example. */
const SHARED = 'project.ts'

/** The last line that each example prints, after all its assertions. */
const LAST_LINE: Readonly<Record<string, RegExp>> = {
  'callback-receiver.ts': /^with another amount it is not$/,
  'ci-project.ts': /^the ledger sums to zero$/,
  'closed-loop.ts': /^the merchant's account holds 2000, and the ledger sums to zero$/,
  'decision-server.ts': /^without an answer in time the payment is declined$/,
  'idempotent-retry.ts': /^the same key with another amount: 422$/,
  'one-domain.ts': /^blocked through A, blocked in B$/,
  'pay-with-3ds.ts': /^the same PaRes again: /,
  'pre-authorisation.ts': /^the ledger sums to zero$/,
  'recurring.ts': /^the binding was switched off: Binding isn't active$/,
  'transfer-v1.ts': /^blocked, refused the second time, activated again$/,
  'transfer-v2.ts': /^blocked: Card is blocked$/,
}

test('Every example is in the table', () => {
  const examples = readdirSync(folder).filter((name) => name !== SHARED)
  assert.deepEqual(examples.sort(), Object.keys(LAST_LINE).sort())
})

describe('npm run example', () => {
  const script = fileURLToPath(new URL('../scripts/example.mjs', import.meta.url))
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('reports in one line that no service responds', () => {
    const { status, stdout, stderr } = run('transfer-v2', 'http://127.0.0.1:1')
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      /^transfer-v2 stopped: no service responds at http:\/\/127\.0\.0\.1:1 \(.*\)\. Start one with "npm start", or add its URL\.\n$/,
    )
  })

  test('lists the examples if the name is unknown', () => {
    const { status, stderr } = run('transfer-v3')
    assert.equal(status, 1)
    assert.match(stderr, /^There is no example "transfer-v3"\./)
    for (const name of Object.keys(LAST_LINE)) assert.ok(stderr.includes(`  ${parse(name).name}\n`))
  })
})

test('A failed example prints the last response and no stack', async () => {
  const service = createServer((_request, response) => {
    response.statusCode = 409
    response.setHeader('content-type', 'application/problem+json')
    response.end('{"title":"The card pool is used up"}')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const failed = await promisify(execFile)(process.execPath, [
    `${folder}transfer-v2.ts`,
    `http://127.0.0.1:${port}`,
  ]).then(
    () => assert.fail('it should have stopped'),
    (error: { code: number; stderr: string }) => error,
  )
  service.close()
  assert.equal(failed.code, 1)
  assert.match(
    failed.stderr,
    /^transfer-v2 stopped: expected 201, found 409, at examples\/transfer-v2\.ts:\d+\nThe last call: POST \/control\/v1\/projects\nthe response: 409 \{"title":"The card pool is used up"\}\n$/,
  )
})

onEveryDatabase('An example', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  for (const [name, lastLine] of Object.entries(LAST_LINE)) {
    test(`${name} runs to its last line`, async () => {
      // A non-zero exit code rejects, with what the example printed.
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [folder + name, sandbox.url],
        { timeout: 100_000 },
      )
      assert.equal(stderr, '')
      assert.match(stdout.trimEnd().split('\n').at(-1) ?? '', lastLine)
    })
  }
})
