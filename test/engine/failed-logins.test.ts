// Who tries passwords waits longer each time; the owner of the login does not.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { delayOf, FailedLogins } from '../../src/engine/failed-logins.ts'
import { Fault } from '../../src/kernel/fault.ts'

const TRY = { kind: 'a', login: 'ann', password: 'wrong', address: '192.0.2.1' } as const
const wrong = () => Promise.resolve(undefined)
const right = () => Promise.resolve('project')

/** Notes how long answers are kept waiting, and lets them go at once or never. */
function watched(wait: () => Promise<void> = () => Promise.resolve()) {
  const waits: number[] = []
  const failedLogins = new FailedLogins((ms) => {
    waits.push(ms)
    return wait()
  })
  return { waits, failedLogins }
}

const isBusy = (error: unknown) => error instanceof Fault && error.code === 'busy'

describe('Wrong passwords', () => {
  test('are answered at once ten times, then later each time, five seconds at most', () => {
    assert.deepEqual(
      [1, 10, 11, 12, 13, 16, 17, 100].map(delayOf),
      [0, 0, 100, 200, 400, 3200, 5000, 5000],
    )
  })

  test('of one login at one address are counted together, others by themselves', async () => {
    const { waits, failedLogins } = watched()
    for (let count = 0; count < 12; count++) await failedLogins.attempt(TRY, wrong)
    assert.deepEqual(waits, [100, 200])
    for (const other of [{ login: 'bob' }, { address: '192.0.2.2' }, { kind: 'c' }])
      await failedLogins.attempt({ ...TRY, ...other }, wrong)
    assert.deepEqual(waits, [100, 200])
  })

  test('do not keep the right one waiting, and it changes nothing for them', async () => {
    const { waits, failedLogins } = watched()
    for (let count = 0; count < 11; count++) await failedLogins.attempt(TRY, wrong)
    assert.equal(await failedLogins.attempt({ ...TRY, password: 'right' }, right), 'project')
    assert.deepEqual(waits, [100])
    await failedLogins.attempt(TRY, wrong)
    assert.deepEqual(waits, [100, 200])
  })

  test('that come together are answered one after the other', async () => {
    const ends: (() => void)[] = []
    const { waits, failedLogins } = watched(() => new Promise((resolve) => ends.push(resolve)))
    for (let count = 0; count < 10; count++) await failedLogins.attempt(TRY, wrong)
    let answered = 0
    const tries = [1, 2].map(() => failedLogins.attempt(TRY, wrong).then(() => (answered += 1)))
    while (ends.length < 1) await Promise.resolve()
    assert.deepEqual([waits, answered], [[100], 0])
    ends[0]?.()
    await tries[0]
    while (ends.length < 2) await Promise.resolve()
    assert.deepEqual([waits, answered], [[100, 200], 1])
    ends[1]?.()
    await Promise.all(tries)
  })

  test('of which twenty wait are not even tried, but credentials that were right before are', async () => {
    const { failedLogins } = watched(() => new Promise(() => undefined))
    const known = { ...TRY, password: 'right' }
    assert.equal(await failedLogins.attempt(known, right), 'project')
    for (let count = 0; count < 10; count++) await failedLogins.attempt(TRY, wrong)
    for (let count = 0; count < 20; count++) void failedLogins.attempt(TRY, wrong)
    await Promise.resolve()
    await assert.rejects(failedLogins.attempt({ ...TRY, password: 'unknown' }, right), isBusy)
    assert.equal(await failedLogins.attempt(known, right), 'project')
    assert.equal(await failedLogins.attempt({ ...known, address: '192.0.2.9' }, right), 'project')
  })
})
