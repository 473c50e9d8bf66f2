// Every operation of the control API with random variations of valid input: the response always has
// a declared schema and is never a server error.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../../src/api/control/plugin.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { exampleCalls } from '../../kit/example-calls.ts'
import { type Input, inputNear } from '../../kit/fuzz-input.ts'
import { assertDeclared, createProject, type ProblemShape } from '../../kit/control.ts'
import { fuzzRuns } from '../../kit/fuzz-runs.ts'

const RUNS = fuzzRuns(12)

/** Bodies in addition to the examples of the table. */
const MORE_BODIES: Readonly<Record<string, readonly object[]>> = {
  moveClock: [{ set: '2099-01-01T00:00:00Z' }, { freeze: true }],
  updateProject: [{ callbackUrl: null, mcc: 1, terminalId: '12345678', callbackKey: 'k' }],
}

/** A wait for something that does not happen would use its whole time limit. */
function withoutWaiting(body: unknown): unknown {
  if (typeof body !== 'string' || !body.startsWith('{"match":')) return body
  const members = JSON.parse(body) as Readonly<Record<string, unknown>>
  const { timeoutMs = 0 } = members
  return Number.isInteger(timeoutMs) ? { ...members, timeoutMs: 0 } : body
}

/** The start of an example in the title of its test. */
const inputOf = (body: unknown): string =>
  body === undefined ? '' : ` for input close to ${JSON.stringify(body).slice(0, 36)}`

onEveryDatabase('The control API with random input', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  for (const call of exampleCalls(operations))
    test(`${call.name} never returns a server error${inputOf(call.body)}`, async () => {
      const { interfaceB } = await createProject(sandbox)
      const headers = { 'x-api-key': interfaceB.apiKey, 'content-type': 'application/json' }
      const tried = async ({ method, path, body }: Input): Promise<void> => {
        const options = body === undefined ? { headers } : { headers, body: withoutWaiting(body) }
        const answer = await sandbox.call(method, `/control/v1${path}`, options)
        assertDeclared(answer, method, `/control/v1${path}`)
        assert.ok(answer.status < 500, answer.text)
        if (answer.status >= 400) assert.ok((answer.json as ProblemShape).code, answer.text)
      }
      await assertProperty(fc.asyncProperty(inputNear(call, MORE_BODIES[call.name]), tried), {
        numRuns: RUNS,
      })
    })
})
