// Responses to wrong passwords are delayed longer each time; the owner of the login is not
// affected.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { delayOf, FailedLogins } from '../../src/engine/failed-logins.ts'
import { Fault } from '../../src/kernel/fault.ts'

const TRY = { kind: 'a', login: 'ann', password: 'wrong', ip: '192.0.2.1' } as const
const wrong = () => Promise.resolve(undefined)
const right = () => Promise.resolve('project')

/** Records delays, which end immediately or never. */
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
  test('are refused immediately ten times, then after growing delays of up to five seconds', () => {
    assert.deepEqual(
      [1, 10, 11, 12, 13, 16, 17, 100].map((failures) => delayOf(failures)),
      [0, 0, 100, 200, 400, 3200, 5000, 5000],
    )
  })

  test('are counted per login and network', async () => {
    const { waits, failedLogins } = watched()
    for (let count = 0; count < 12; count++) await failedLogins.attempt(TRY, wrong)
    assert.deepEqual(waits, [100, 200])
    for (const other of [{ login: 'bob' }, { ip: '192.0.2.2' }, { kind: 'c' as const }])
      await failedLogins.attempt({ ...TRY, ...other }, wrong)
    assert.deepEqual(waits, [100, 200])
  })

  test('wrong passwords of accounts are also counted per network, for all logins together', async () => {
    const { waits, failedLogins } = watched()
    const attempt = (index: number, ip = `2001:db8::${index.toString(16)}`) =>
      failedLogins.attempt({ ...TRY, kind: 'user', login: `p${index}@example.com`, ip }, wrong)
    for (let index = 0; index < 100; index++) await attempt(index)
    assert.deepEqual(waits, [])
    await attempt(100)
    await attempt(101)
    assert.deepEqual(waits, [100, 200])
    await attempt(102, '2001:db8:0:1::1')
    assert.deepEqual(waits, [100, 200])
  })

  test('wrong passwords of projects are not counted per network, because test suites send them on purpose', async () => {
    const { waits, failedLogins } = watched()
    for (let index = 0; index < 150; index++)
      await failedLogins.attempt({ ...TRY, login: `p${index}` }, wrong)
    assert.deepEqual(waits, [])
  })

  test('are distinguished from credentials that were correct before', async () => {
    const { failedLogins } = watched()
    const seen: boolean[] = []
    const check = (wasRight: boolean) => Promise.resolve(seen.push(wasRight))
    await failedLogins.attempt(TRY, check)
    await failedLogins.attempt(TRY, check)
    assert.deepEqual(seen, [false, true])
  })

  test('do not delay the correct password, which does not reset the count', async () => {
    const { waits, failedLogins } = watched()
    for (let count = 0; count < 11; count++) await failedLogins.attempt(TRY, wrong)
    assert.equal(await failedLogins.attempt({ ...TRY, password: 'right' }, right), 'project')
    assert.deepEqual(waits, [100])
    await failedLogins.attempt(TRY, wrong)
    assert.deepEqual(waits, [100, 200])
  })

  test('sent concurrently are checked one by one', async () => {
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

  test('are refused without a check while twenty wait, unless the credentials were correct before', async () => {
    const { failedLogins } = watched(() => new Promise(() => undefined))
    const known = { ...TRY, password: 'right' }
    assert.equal(await failedLogins.attempt(known, right), 'project')
    for (let count = 0; count < 10; count++) await failedLogins.attempt(TRY, wrong)
    for (let count = 0; count < 20; count++) void failedLogins.attempt(TRY, wrong)
    await Promise.resolve()
    await assert.rejects(failedLogins.attempt({ ...TRY, password: 'unknown' }, right), isBusy)
    assert.equal(await failedLogins.attempt(known, right), 'project')
    assert.equal(await failedLogins.attempt({ ...known, ip: '192.0.2.9' }, right), 'project')
  })
})
