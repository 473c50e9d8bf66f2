// A test suite may fake the timers and the clock of the process that also runs the service.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../src/client.ts'
import { configOf } from '../src/config.ts'
import { startSandcard } from '../src/index.ts'
import { startService } from '../src/start.ts'
import { Receiver } from './kit/callback-receiver.ts'
import { TEST_CARDS } from './kit/test-cards.ts'

test('Fake timers do not stop a service in the same process', { timeout: 30_000 }, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setImmediate', 'setInterval', 'Date'], now: 0 })
  const receiver = await Receiver.open()
  t.after(() => receiver.close())
  await using sandcard = await startSandcard({
    database: 'sqlite::memory:',
    port: 0,
    logLevel: 'silent',
  })
  const { c, control } = await sandcard.project()
  await control.updateProject({ callbackUrl: receiver.url('/hook') })
  const { orderId } = await c.register({ amount: '2000', returnUrl: 'https://shop.example/' })
  assert.ok(orderId !== undefined)
  const paid = { MDORDER: orderId, $PAN: TEST_CARDS.approved, $CVC: '123', YYYY: 2034, MM: 12 }
  await c.paymentorder({ ...paid, TEXT: 'ANN DOE' })
  await receiver.until(1)
  const { now } = await control.moveClock({ advance: 'PT1H' })
  assert.ok(new Date(now).getTime() > 1_000_000_000_000, now)
})

test('A faked performance object does not disturb the request log', async (t) => {
  // As Vitest fakes it.
  t.mock.method(performance, 'now', () => 0)
  t.mock.method(performance, 'eventLoopUtilization', () => undefined)
  const warnings: string[] = []
  const config = configOf({ database: 'sqlite::memory:', port: 0, logLevel: 'warn' })
  const logs = { write: (line: string) => void warnings.push(line) }
  const { url, close } = await startService(config, { logs })
  const { b, control } = await connect(url).open('demo-api-key')
  await assert.rejects(b.getCard({ id: '1' }))
  for (const operation of ['getCard', 'getProject']) {
    const { durationMs } = await control.waitForRequest({ operation })
    assert.ok(durationMs >= 0)
  }
  await close()
  assert.deepEqual(warnings, [])
})
