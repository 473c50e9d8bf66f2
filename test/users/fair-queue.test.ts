// The queue of expensive work: networks take turns, authenticated callers go first, disconnected
// callers are dropped.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kernel/fault.ts'
import { type Caller, FairQueue } from '../../src/users/fair-queue.ts'

const BOUNDS = { running: 1, waiting: 6, waitingPerNetwork: 4 }

/** A queue whose work is finished by hand, one after the other. */
function watched(bounds = BOUNDS) {
  const queue = new FairQueue(bounds)
  const started: string[] = []
  const refused: string[] = []
  const finish: (() => void)[] = []
  const enter = (name: string, caller: Partial<Caller> = {}) => {
    const whole = { ip: '192.0.2.1', isProven: false, isGone: () => false, ...caller }
    queue
      .run(whole, () => {
        started.push(name)
        return new Promise<void>((resolve) => finish.push(resolve))
      })
      .catch((error: unknown) => {
        assert.ok(error instanceof Fault && error.code === 'busy')
        refused.push(name)
      })
  }
  /** Finishes everything; the names in the order in which they started. */
  const drain = async (): Promise<readonly string[]> => {
    // It grows as work starts.
    for (const end of finish) {
      end()
      await new Promise(setImmediate)
    }
    return started
  }
  return { enter, refused, drain }
}

const other = { ip: '198.51.100.7' }

test('The queue lets networks take turns, however many callers each has', async () => {
  const { enter, drain } = watched()
  for (const name of ['a0', 'a1', 'a2', 'a3']) enter(name)
  for (const name of ['b1', 'b2']) enter(name, other)
  assert.deepEqual(await drain(), ['a0', 'a1', 'b1', 'a2', 'b2', 'a3'])
})

test('The queue serves authenticated callers first', async () => {
  const { enter, drain } = watched()
  for (const name of ['a0', 'a1', 'a2']) enter(name)
  enter('known', { ...other, isProven: true })
  assert.deepEqual(await drain(), ['a0', 'known', 'a1', 'a2'])
})

test('The queue drops callers that disconnected, and others take their place', async () => {
  const { enter, refused, drain } = watched()
  enter('a0')
  let isGone = false
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, { isGone: () => isGone })
  isGone = true
  enter('a5')
  assert.deepEqual(await drain(), ['a0', 'a5'])
  assert.deepEqual(refused, ['a1', 'a2', 'a3', 'a4'])
})

test('A full queue refuses callers from a network that has its share, and admits other networks', async () => {
  const { enter, refused, drain } = watched()
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) enter(name)
  await new Promise(setImmediate)
  assert.deepEqual(refused, ['a5'])
  for (const name of ['b1', 'b2', 'b3']) enter(name, other)
  assert.deepEqual(await drain(), ['a0', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  assert.deepEqual(refused, ['a5', 'a4'])
})

test('The queue counts IP addresses in the same IPv6 /64 as one network', async () => {
  const { enter, drain } = watched()
  for (const name of ['a0', 'a1', 'a2']) enter(name, { ip: `2001:db8::${name}` })
  enter('b1', { ip: '2001:db8:0:1::a' })
  assert.deepEqual(await drain(), ['a0', 'a1', 'b1', 'a2'])
})
