// Tests that service-log.test.ts runs in a separate process to read their output: the service fails
// in one call.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { databases } from './databases.ts'
import { startSandbox, type Sandbox } from './sandbox.ts'

let sandbox: Sandbox
let apiKey: string

before(async () => {
  const [database] = databases
  assert.ok(database !== undefined)
  sandbox = await startSandbox(database)
  apiKey = (await sandbox.newProject()).secrets.interfaceB.apiKey
  sandbox.sandcard.service.directory.pinKey = () =>
    Promise.reject(new Error('the cause that only the log knows'))
})
after(() => sandbox.close())

const readPinKey = () => sandbox.call('GET', '/v2/keys/pin', { headers: { 'x-api-key': apiKey } })

test('passes without an error', async () => {
  assert.equal((await sandbox.call('GET', '/healthz')).status, 200)
})

test('passes despite a 500', async () => {
  assert.equal((await readPinKey()).status, 500)
})

test('fails for a 500', async () => {
  const { status, headers } = await readPinKey()
  assert.equal(status, 200, `answered ${status} to request ${String(headers['request-id'])}`)
})
