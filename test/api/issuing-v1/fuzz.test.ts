// Every operation of interface A with random input, valid and invalid: every response has one of
// its schemas, none is a failure, and the ledger stays balanced.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../../src/api/issuing-v1/plugin.ts'
import { accountsOf } from '../../../src/store/reads/ledger.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { exampleCalls } from '../../kit/example-calls.ts'
import {
  EXPIRY,
  type IssuerV1,
  type Json,
  newCard,
  newIssuerV1,
  PREFIX,
} from '../../kit/issuer-v1.ts'
import { inputNear, junk } from '../../kit/fuzz-input.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { fuzzRuns } from '../../kit/fuzz-runs.ts'

const RUNS_FAR = fuzzRuns(10)
const RUNS_NEAR = fuzzRuns(25)
const FORM = { 'content-type': 'application/json' }

onEveryDatabase('Interface A with random input', (database) => {
  const calls = exampleCalls(operations, { 203101: String(EXPIRY) })
  let sandbox: Sandbox
  let a: IssuerV1
  before(async () => {
    sandbox = await startSandbox(database)
    // The examples use its product data.
    const demo = await sandbox.sandcard.service.directory.authenticate('a', 'demo', 'demo-password')
    assert.ok(demo)
    a = await newIssuerV1(sandbox, demo)
    const customer = { number: '1001_P020', account: '40000000000000001978' }
    for (const { name, body } of calls) {
      if (name === 'p2pTransfer') await a.callOk('createVirtualCard', newCard(customer, 10_002, 0))
      await a.callOk(name, body)
    }
  })
  after(() => sandbox.close())

  test('never fails and never unbalances the ledger', async (context) => {
    const statuses = new Map<number, number>()
    const tried = async (path: string, body: unknown): Promise<void> => {
      const headers = { authorization: a.authorization, ...FORM }
      const { status, json, text } = await sandbox.call('POST', PREFIX + path, { headers, body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      assert.ok([200, 400, 404, 409, 415, 422].includes(status), `${status} ${text}`)
      if (status === 200) return
      const { errorCode, responseCode } = json as Json
      assert.ok(typeof (errorCode ?? responseCode) === 'string', text)
    }
    for (const call of calls) {
      const near = fc.asyncProperty(inputNear(call), ({ path, body }) => tried(path, body))
      await assertProperty(near, { numRuns: RUNS_NEAR })
      const far = fc.asyncProperty(junk, (body) => tried(call.path, JSON.stringify(body)))
      await assertProperty(far, { numRuns: RUNS_FAR })
    }
    const accounts = await sandbox.sandcard.service.read(a.project, accountsOf)
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
    )
    const count = [...statuses.values()].reduce((sum, each) => sum + each, 0)
    assert.equal(count, operations.length * (RUNS_NEAR + RUNS_FAR))
    const spread = [...statuses].map(([status, times]) => `${times} times ${status}`).join(', ')
    context.diagnostic(`${count} inputs were tried: ${spread}`)
  })
})
