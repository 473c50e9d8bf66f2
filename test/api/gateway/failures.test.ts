// Failures of the service at interface C: 500 for a bug, whose cause is only logged, and 503 for a
// temporary failure.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault, type FaultCode } from '../../../src/kernel/fault.ts'
import { onGateway, orderForm } from '../../kit/merchant.ts'
import { REPLACES_PARTS } from '../../kit/sandbox.ts'

onGateway('A failure of interface C', (at) => {
  test('states the reason if a project exceeds its rate limit', REPLACES_PARTS, async (context) => {
    const limited = new Fault('rate-limited', 'secret')
    context.mock.method(at.sandbox.sandcard.service, 'counted', () => {
      throw limited
    })
    const answer = await at.merchant.call('register', orderForm)
    assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '1'])
    assert.deepEqual(answer.json, {
      errorCode: '7',
      errorMessage: 'Too many requests. Wait for the number of seconds in Retry-After',
    })
  })

  // prettier-ignore
  const FAILURES: readonly (readonly [failure: FaultCode | 'bug', status: number])[] = [
    ['bug',             500],
    // A fault that no command of this interface throws.
    ['card-not-found',  500],
    ['busy',            503],
    ['unavailable',     503],
    ['outcome-unknown', 503],
  ]
  for (const [failure, status] of FAILURES)
    test(
      `has status ${status} and errorCode 7 for the failure "${failure}"`,
      REPLACES_PARTS,
      async (context) => {
        const error = failure === 'bug' ? new Error('secret') : new Fault(failure, 'secret')
        context.mock.method(at.sandbox.sandcard.service, 'execute', () => Promise.reject(error))
        const answer = await at.merchant.call('register', { ...orderForm, language: 'ru' })
        assert.equal(answer.status, status)
        assert.equal(answer.headers['retry-after'], status === 503 ? '1' : undefined)
        assert.doesNotMatch(answer.text, /secret/)
        const { errorCode, errorMessage } = answer.json as Record<string, unknown>
        assert.deepEqual([errorCode, errorMessage], ['7', 'Системная ошибка'])
      },
    )
})
