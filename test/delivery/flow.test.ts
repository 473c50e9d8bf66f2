// Many simultaneous callbacks, while another receiver hangs.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { IN_FLIGHT } from '../../src/delivery/slots.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { answer, hang, Receiver } from '../kit/callback-receiver.ts'
import { CallbackMerchant } from '../kit/callback-merchant.ts'

/** More than one step of due work. */
const MANY = 600
/** Callbacks to the receiver that hangs: more than it has slots. */
const HANGING = 100
/** Slots of a receiver that responds, and of a new one. */
const TOGETHER = IN_FLIGHT.perOriginMax
const AT_FIRST = IN_FLIGHT.perOriginFirst
/** Projects with receivers that hang, which together need more slots than exist. */
const HANGING_PROJECTS = 70
const HANGING_RECEIVERS = 4
/**
 * Longer than the test takes: the exchange with the receiver that hangs does not time out, so
 * nothing that waits for it is sent. Benchmarks measure the time, not this test.
 */
const PATIENCE_MS = 300_000

onEveryDatabase('Callbacks to many receivers', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database, { delivery: { timeoutMs: PATIENCE_MS } })
  })
  after(() => sandbox.close())

  test('hundreds of due callbacks are delivered in parallel while another receiver hangs', async (t) => {
    const [receiver, hanging] = await Promise.all([Receiver.open(), Receiver.open()])
    hanging.usual = hang
    // Every callback is rejected at first, so that all of them are due at the same moment.
    receiver.usual = answer(503)
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await Promise.all(Array.from({ length: MANY }, () => merchant.pay()))
    await receiver.until(MANY)
    await Promise.all(
      Array.from({ length: HANGING }, () => merchant.pay({ dynamicCallbackUrl: hanging.url() })),
    )
    await hanging.until(AT_FIRST)
    receiver.received.length = 0
    const held: (() => void)[] = []
    receiver.usual = (response) => held.push(() => response.writeHead(200).end())
    const began = performance.now()
    await merchant.advance('PT31S')
    // The responses wait until all of these requests have arrived.
    await receiver.until(TOGETHER)
    receiver.usual = answer(200)
    for (const release of held) release()
    await receiver.until(MANY)
    t.diagnostic(`${MANY} callbacks in ${Math.round(performance.now() - began)} ms`)
    assert.equal(hanging.received.length, AT_FIRST)
    const orders = new Set(receiver.received.map(({ parameters }) => parameters.get('mdOrder')))
    assert.equal(orders.size, MANY)
    await Promise.all([receiver.close(), hanging.close()])
  })

  test('a project sends while hanging receivers of other projects use every shared slot', async (t) => {
    const hanging = await Promise.all(
      Array.from({ length: HANGING_RECEIVERS }, () => Receiver.open()),
    )
    const healthy = await Receiver.open()
    for (const one of hanging) one.usual = hang
    await Promise.all(
      Array.from({ length: HANGING_PROJECTS }, async () => {
        const merchant = await CallbackMerchant.open(sandbox)
        for (const one of hanging)
          for (let count = 0; count < AT_FIRST; count++)
            await merchant.pay({ dynamicCallbackUrl: one.url() })
      }),
    )
    const sent = () => hanging.reduce((sum, { received }) => sum + received.length, 0)
    // All shared slots are taken and never returned.
    while (sent() < IN_FLIGHT.sharedMax) await setImmediate()
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: healthy.url() })
    const began = performance.now()
    await merchant.pay()
    await healthy.until(1)
    t.diagnostic(`paid and called back in ${Math.round(performance.now() - began)} ms`)
    await Promise.all(Array.from({ length: 20 }, () => merchant.pay()))
    await healthy.until(21)
    await Promise.all([...hanging, healthy].map((one) => one.close()))
  })
})
