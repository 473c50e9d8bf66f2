// A 3-D Secure challenge: it is completed once, finished once, replaced by a newer attempt, and
// ends with its order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { challengeId, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase('A challenge', (database) => {
  test('is completed once, and finished once', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    assert.equal(order.status, 5)
    const answer = { kind: 'code', code: '123456' } as const
    assert.equal((await sandbox.answer(order, answer)).result, 'answered')
    const again = { orderId: order.id, challengeId: challengeId(order), answer }
    await sandbox.assertRefused('challenge-invalid', 'answerChallenge', again)
    assert.equal((await sandbox.finish(order)).order.status, 2)
    const finish = { orderId: order.id, challengeId: challengeId(order), status: null }
    await sandbox.assertRefused('challenge-invalid', 'finishPayment', finish)
  })

  test('cannot be finished before it is completed, or with another result', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    const finish = { orderId: order.id, challengeId: challengeId(order), status: 'Y' } as const
    await sandbox.assertRefused('challenge-invalid', 'finishPayment', finish)
    await sandbox.answer(order, { kind: 'cancel' })
    await sandbox.assertRefused('challenge-invalid', 'finishPayment', finish)
    const { order: failed } = await sandbox.execute('finishPayment', { ...finish, status: 'N' })
    assert.deepEqual([failed.status, failed.actionCode], [0, -2006])
  })

  test('fails after three wrong codes, and accepts the correct one before', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    const wrong = { kind: 'code', code: '000000' } as const
    const tries = [
      await sandbox.answer(order, wrong),
      await sandbox.answer(order, { kind: 'resend' }),
    ]
    tries.push(await sandbox.answer(order, wrong), await sandbox.answer(order, wrong))
    assert.deepEqual(
      tries.map(({ result, triesLeft }) => [result, triesLeft]),
      [
        ['again', 2],
        ['resent', 2],
        ['again', 1],
        ['answered', 0],
      ],
    )
    const { order: failed } = await sandbox.finish(order)
    assert.deepEqual([failed.status, failed.failedAttempts], [0, 1])

    const next = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    await sandbox.answer(next, wrong)
    await sandbox.answer(next, { kind: 'code', code: '123456' })
    assert.equal((await sandbox.finish(next)).order.status, 2)
  })

  test('cannot be completed after a new attempt has replaced it', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const old = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    await sandbox.answer(old, { kind: 'code', code: '123456' })
    const { order: fresh } = await sandbox.pay(old, { pan: TEST_CARDS.challengeV1 })
    assert.notEqual(challengeId(fresh), challengeId(old))
    assert.equal(fresh.status, 5)
    const finish = { orderId: old.id, challengeId: challengeId(old), status: null }
    await sandbox.assertRefused('challenge-invalid', 'finishPayment', finish)
    await sandbox.assertRefused('challenge-invalid', 'answerChallenge', {
      orderId: old.id,
      challengeId: challengeId(old),
      answer: { kind: 'cancel' },
    })
    await sandbox.answer(fresh, { kind: 'code', code: '123456' })
    // The new response is not accepted for the old challenge.
    await sandbox.assertRefused('challenge-invalid', 'finishPayment', { ...finish, status: 'Y' })
    assert.equal((await sandbox.finish(fresh)).order.status, 2)
  })

  test('ends with the result that the tester chooses, in its version', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const rows: ['Y' | 'A' | 'N' | 'U' | 'R', one: number, two: number][] = [
      ['Y', 0, 0],
      ['A', 0, 0],
      ['N', -2006, -2025],
      ['U', -2011, -2011],
      ['R', -2006, -2006],
    ]
    for (const [status, ...codes] of rows)
      for (const [index, actionCode] of codes.entries()) {
        const over = { speaksVersion2: index === 1, methodDone: true }
        const order = await sandbox.register()
        const { order: open } = await sandbox.pay(order, { pan: TEST_CARDS.challengeV2 }, over)
        assert.equal(open.progress.challenge?.version, index + 1)
        await sandbox.answer(open, { kind: 'outcome', status })
        assert.equal(
          (await sandbox.finish(open)).order.actionCode,
          actionCode,
          `${status} ${index}`,
        )
      }
  })

  test('starts with the method call in version 2, which does not change the order', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.register()
    const first = await sandbox.pay(
      order,
      { pan: TEST_CARDS.frictionless },
      { speaksVersion2: true },
    )
    assert.deepEqual(
      [first.result, first.order.status, first.order.actionCode],
      ['method', 0, -100],
    )
    const over = { speaksVersion2: true, methodDone: true }
    const second = await sandbox.pay(order, { pan: TEST_CARDS.frictionless }, over)
    assert.equal(second.order.progress.payment?.threeDsType, 'THREE_DS2_FRICTIONLESS')
    assert.equal(second.order.status, 2)
  })

  test('ends with its order: declined by the merchant, or expired', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const declined = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    await sandbox.answer(declined, { kind: 'code', code: '123456' })
    await sandbox.execute('declineOrder', { order: { id: declined.id } })
    const late = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    await sandbox.answer(late, { kind: 'code', code: '123456' })
    await sandbox.advance(20 * 60_000)
    for (const order of [declined, late])
      await sandbox.assertRefused('challenge-invalid', 'finishPayment', {
        orderId: order.id,
        challengeId: challengeId(order),
        status: 'Y',
      })
  })
})
