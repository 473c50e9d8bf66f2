// A request that fails with 500 shows its error in the output of the test that sent it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FIXTURE = fileURLToPath(new URL('service-log.fixture.ts', import.meta.url))

/** Runs the fixture as a separate test file; returns the output of Node's test runner. */
function runFixture(title: string): string {
  const args = ['--test', '--test-reporter=spec', `--test-name-pattern=^${title}$`, FIXTURE]
  const run = spawnSync(process.execPath, args, {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, SANDCARD_TEST_DATABASES: 'sqlite' },
    encoding: 'utf8',
  })
  assert.equal(run.error, undefined)
  return run.stdout + run.stderr
}

test('A failing test shows the error behind a 500, with its stack and the id of the request', () => {
  const output = runFixture('fails for a 500')
  const [, requestId = ''] = /answered 500 to request ([0-9a-f-]{36})/.exec(output) ?? []
  assert.match(output, /^ℹ fail 1$/m)
  assert.match(output, new RegExp(`error {2}request failed {2}reqId=${requestId} `))
  assert.match(output, /Error: the cause that only the log knows\n.* at .*service-log\.fixture\.ts/)
})

test('A 500 is also shown if the test passes, but only with that test', () => {
  const output = runFixture('(passes without an error|passes despite a 500)')
  assert.match(output, /^ℹ pass 2$/m)
  const [, quiet, loud = ''] = output.split(/^✔ passes/m)
  assert.doesNotMatch(String(quiet), /request failed/)
  assert.match(loud, /error {2}request failed .*the cause that only the log knows/)
})
