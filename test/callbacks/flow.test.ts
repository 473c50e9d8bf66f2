// Many callbacks at once, and a receiver that hangs beside them; a slow sender whose claim ran out; a process that is killed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DELIVERY_TIMEOUT_MS } from '../../src/domain/callback-schedule.ts'
import { onEveryDatabase } from '../databases.ts'
import { type FrontDoor, openFrontDoor } from '../front-door.ts'
import { answer, hang, Receiver } from './receiver.ts'
import { Shop } from './shop.ts'

const MANY = 1000
/** To the receiver that hangs: more than may be on their way to it. */
const HANGING = 100
/** Less than one exchange with the receiver that hangs takes: nobody waited for it. The figure itself is printed. */
const BOUND_MS = DELIVERY_TIMEOUT_MS

onEveryDatabase('The flow of callbacks', (database) => {
  let door: FrontDoor
  before(async () => {
    door = await openFrontDoor(database)
  })
  after(() => door.close())

  test('a thousand due callbacks arrive at once, beside a receiver that hangs', async (t) => {
    const [receiver, hanging] = await Promise.all([Receiver.open(), Receiver.open()])
    hanging.usual = hang
    // Every callback is refused once, so that all of them are due again at the same moment.
    receiver.usual = answer(503)
    const shop = await Shop.open(door, { callbackUrl: receiver.url() })
    await Promise.all(
      Array.from({ length: HANGING }, () => shop.pay({ dynamicCallbackUrl: hanging.url() })),
    )
    await Promise.all(Array.from({ length: MANY }, () => shop.pay()))
    await receiver.until(MANY)
    await hanging.until(32)
    receiver.usual = answer(200)
    receiver.received.length = 0
    await shop.advance('PT31S')
    const began = performance.now()
    await receiver.until(MANY)
    const took = performance.now() - began
    t.diagnostic(`${MANY} callbacks in ${Math.round(took)} ms`)
    assert.ok(took < BOUND_MS, `${took} ms`)
    assert.equal(hanging.received.length, 32)
    const orders = new Set(receiver.received.map(({ parameters }) => parameters.get('mdOrder')))
    assert.equal(orders.size, MANY)
    await Promise.all([receiver.close(), hanging.close()])
  })
})
