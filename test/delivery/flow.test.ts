// Many callbacks at once, beside a receiver that hangs.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { answer, hang, Receiver } from '../kit/callback-receiver.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'

const MANY = 1000
/** To the receiver that hangs: more than may be on their way to it. */
const HANGING = 100
/** On their way to one receiver at a time. */
const TOGETHER = 32
/**
 * Longer than the test takes: the receiver that hangs is never given up, so whatever waited for it would not come. How long it takes
 * is judged by the benchmarks, not on a machine that runs other tests.
 */
const PATIENCE_MS = 300_000

onEveryDatabase('The flow of callbacks', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database, { delivery: { timeoutMs: PATIENCE_MS } })
  })
  after(() => sandbox.close())

  test('a thousand due callbacks arrive, as many at once as ever, while another receiver hangs', async (t) => {
    const [receiver, hanging] = await Promise.all([Receiver.open(), Receiver.open()])
    hanging.usual = hang
    // Every callback is refused at first, so that all of them are due again at the same moment.
    receiver.usual = answer(503)
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await Promise.all(Array.from({ length: MANY }, () => merchant.pay()))
    await receiver.until(MANY)
    await Promise.all(
      Array.from({ length: HANGING }, () => merchant.pay({ dynamicCallbackUrl: hanging.url() })),
    )
    await hanging.until(TOGETHER)
    receiver.received.length = 0
    const held: (() => void)[] = []
    receiver.usual = (response) => held.push(() => response.writeHead(200).end())
    const began = performance.now()
    await merchant.advance('PT31S')
    // None of these is answered before all of them are there.
    await receiver.until(TOGETHER)
    receiver.usual = answer(200)
    for (const release of held) release()
    await receiver.until(MANY)
    t.diagnostic(`${MANY} callbacks in ${Math.round(performance.now() - began)} ms`)
    assert.equal(hanging.received.length, TOGETHER)
    const orders = new Set(receiver.received.map(({ parameters }) => parameters.get('mdOrder')))
    assert.equal(orders.size, MANY)
    await Promise.all([receiver.close(), hanging.close()])
  })
})
