import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { Fault } from '../../../src/kernel/fault.ts'
import { databases } from '../../kit/databases.ts'
import { startSandbox } from '../../kit/sandbox.ts'
import { assertProblem, IssuerV2 } from '../../kit/issuer-v2.ts'

/** A service whose directory throws an error, and its log. */
async function failing(
  error: Error,
  check: (issuer: IssuerV2, log: () => string) => Promise<void>,
) {
  const [database] = databases
  assert.ok(database)
  const lines: string[] = []
  const logs = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const sandbox = await startSandbox(database, { config: { logLevel: 'error', threads: 1 }, logs })
  try {
    const issuer = new IssuerV2(sandbox, await sandbox.newProject())
    sandbox.sandcard.service.directory.pinKey = () => Promise.reject(error)
    await check(issuer, () => lines.join(''))
  } finally {
    await sandbox.close()
  }
}

test('A bug returns 500 without details and is logged with the request id', () =>
  failing(new Error('a detail of the inside'), async (issuer, log) => {
    const answer = await issuer.call('GET', '/keys/pin')
    const { requestId } = assertProblem(answer, 500, 'internal')
    assert.ok(!answer.text.includes('inside'))
    assert.ok(log().includes('a detail of the inside') && log().includes(requestId))
  }))

test('A temporary failure returns 503 with Retry-After', async () => {
  for (const [code, expected] of [
    ['busy', 'unavailable'],
    ['unavailable', 'unavailable'],
    ['outcome-unknown', 'outcome-unknown'],
    ['number-exists', 'unavailable'],
  ] as const)
    await failing(new Fault(code, 'Try again shortly.'), async (issuer) => {
      const answer = await issuer.call('GET', '/keys/pin')
      assertProblem(answer, 503, expected)
      assert.match(String(answer.headers['retry-after']), /^\d+$/)
    })
})
