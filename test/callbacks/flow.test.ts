// Many callbacks at once, and a receiver that hangs beside them; a slow sender whose claim ran out; a process that is killed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../databases.ts'
import { type FrontDoor, openFrontDoor } from '../front-door.ts'
import { answer, hang, Receiver } from './receiver.ts'
import { Shop } from './shop.ts'

const MANY = 1000
/** To the receiver that hangs: more than may be on their way to it. */
const HANGING = 100
/**
 * Beside a receiver that hangs, the others may take so many times as long as without it, in the same run: one that waited for it would
 * take about twenty times. How long it takes at all is judged by the benchmarks, not on a machine that runs other tests.
 */
const SLOWED_AT_MOST = 5

onEveryDatabase('The flow of callbacks', (database) => {
  let door: FrontDoor
  before(async () => {
    door = await openFrontDoor(database)
  })
  after(() => door.close())

  test('a thousand due callbacks arrive at once, and no later beside a receiver that hangs', async (t) => {
    const [receiver, hanging] = await Promise.all([Receiver.open(), Receiver.open()])
    hanging.usual = hang
    // Every callback is refused at first, so that all of them are due again at the same moment, twice.
    receiver.usual = answer(503)
    const shop = await Shop.open(door, { callbackUrl: receiver.url() })
    await Promise.all(Array.from({ length: MANY }, () => shop.pay()))
    await receiver.until(MANY)
    const untilAllCame = async (): Promise<number> => {
      receiver.received.length = 0
      await shop.advance('PT31S')
      const began = performance.now()
      await receiver.until(MANY)
      return performance.now() - began
    }
    const alone = await untilAllCame()
    await Promise.all(
      Array.from({ length: HANGING }, () => shop.pay({ dynamicCallbackUrl: hanging.url() })),
    )
    await hanging.until(32)
    receiver.usual = answer(200)
    const beside = await untilAllCame()
    const figures = `${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside one that hangs`
    t.diagnostic(`${MANY} callbacks in ${figures}`)
    assert.ok(beside < SLOWED_AT_MOST * alone, figures)
    assert.equal(hanging.received.length, 32)
    const orders = new Set(receiver.received.map(({ parameters }) => parameters.get('mdOrder')))
    assert.equal(orders.size, MANY)
    await Promise.all([receiver.close(), hanging.close()])
  })
})
