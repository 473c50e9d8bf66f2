// Outcome rules that are deleted after a number of payments, and rules for a single card of the
// project.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { cardEntry, DAY, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import type { OutcomeRule } from '../../../src/payments/methods/outcome-rules.ts'

const rule = (
  match: OutcomeRule['match'],
  outcome: Partial<OutcomeRule['outcome']>,
  times?: number,
): OutcomeRule => ({
  id: JSON.stringify([match, outcome]),
  match,
  outcome: cardOutcome(outcome),
  ...(times !== undefined && { times }),
})

const NOBODYS = '4916338506082832'

const timesLeft = async (sandbox: PaymentSandbox) =>
  (await sandbox.dataset()).settings.outcomeRules.map(({ times }) => times)

onEveryDatabase('A rule for the next payment only', (database) => {
  const withRules = (...outcomeRules: readonly OutcomeRule[]) =>
    PaymentSandbox.open(database, { outcomeRules })

  const codes = async (sandbox: PaymentSandbox, pans: readonly string[]) => {
    const seen: number[] = []
    for (const pan of pans)
      seen.push((await sandbox.pay(await sandbox.register(), { pan })).order.actionCode)
    return seen
  }

  test('applies to one payment and is deleted; other rules stay', async () => {
    const sandbox = await withRules(
      rule({ panSuffix: '9999' }, { actionCode: 5 }, 1),
      rule({}, { actionCode: 116 }, 2),
      rule({ amountFrom: 999_999 }, { actionCode: 101 }),
    )
    const paid = await codes(sandbox, [TEST_CARDS.approved, NOBODYS, TEST_CARDS.approved, NOBODYS])
    assert.deepEqual(paid, [116, 116, 0, 111])
    assert.deepEqual(await timesLeft(sandbox), [1, undefined])
  })

  test('is counted in the same commit as the attempt, like a rule without a limit', async () => {
    const sandbox = await withRules(
      { ...rule({ panSuffix: '9999' }, { actionCode: 5 }), enabled: false },
      rule({ amountFrom: 999_999 }, { actionCode: 101 }),
      rule({}, { flow: 'challenge', actionCode: 116 }),
    )
    const counts = async () =>
      (await sandbox.dataset()).settings.outcomeRules.map(({ matches }) => matches)
    const orders = await Promise.all(Array.from({ length: 19 }, () => sandbox.register()))
    await Promise.all(orders.map((order) => sandbox.pay(order, { pan: TEST_CARDS.approved })))
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.approved })
    assert.deepEqual(await counts(), [undefined, undefined, 20])
    // The response to a challenge belongs to an attempt that has already been counted.
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    await sandbox.finish(order)
    assert.deepEqual(await counts(), [undefined, undefined, 20])
  })

  test('applies to exactly one of many concurrent payments, the first', async () => {
    const sandbox = await withRules(rule({}, { actionCode: 116 }, 3))
    const orders = await Promise.all(Array.from({ length: 20 }, () => sandbox.register()))
    const paid = await Promise.all(
      orders.map((order) => sandbox.pay(order, { pan: TEST_CARDS.approved })),
    )
    assert.deepEqual(
      paid.map(({ order }) => order.actionCode),
      [116, 116, 116, ...Array.from({ length: 17 }, () => 0)],
    )
    assert.deepEqual(await timesLeft(sandbox), [])
  })

  test('is not used up by a refused request, a payment with another card, or opening the payment page', async () => {
    const sandbox = await withRules(rule({ panSuffix: '9999' }, { actionCode: 116 }, 1))
    const paid = await sandbox.paidOrder({ pan: TEST_CARDS.approved })
    await sandbox.execute('openPage', { orderId: (await sandbox.register()).id })
    const again = sandbox.payInput(paid, { pan: '4000000000009999' })
    await sandbox.assertRefused('order-processed', 'payOrder', again)
    assert.deepEqual(await timesLeft(sandbox), [1])
  })

  test('applies to its attempt after 3-D Secure, even if the rules have changed', async () => {
    const sandbox = await withRules(
      rule({}, { flow: 'challenge', code: '9876', actionCode: 116 }, 1),
    )
    const first = await sandbox.challengedOrder({ pan: NOBODYS })
    assert.deepEqual(await timesLeft(sandbox), [])
    // The list of test cards applies to the next one again.
    const other = await sandbox.paidOrder({ pan: TEST_CARDS.approved })
    assert.equal(other.actionCode, 0)
    await sandbox.execute('changeSettings', {
      settings: { outcomeRules: [rule({}, { actionCode: 5 })] },
    })
    await sandbox.answer(first, { kind: 'code', code: '9876' })
    assert.equal((await sandbox.finish(first)).order.actionCode, 116)
  })

  test('still applies to an order that restarts before its challenge is completed', async () => {
    const sandbox = await withRules(rule({}, { flow: 'challenge', actionCode: 116 }, 1))
    const order = await sandbox.challengedOrder({ pan: NOBODYS })
    const again = await sandbox.pay(order, { pan: NOBODYS })
    assert.equal(again.result, 'challenge')
    const otherCard = await sandbox.pay(order, { pan: TEST_CARDS.approved })
    assert.deepEqual([otherCard.result, otherCard.order.actionCode], ['approved', 0])
  })

  test('applies to both requests of version 2', async () => {
    const sandbox = await withRules(rule({}, { flow: 'frictionless', actionCode: 116 }, 1))
    const order = await sandbox.register()
    const version2 = { speaksVersion2: true }
    const method = await sandbox.pay(order, { pan: TEST_CARDS.approved }, version2)
    assert.equal(method.result, 'method')
    assert.deepEqual(await timesLeft(sandbox), [])
    const done = await sandbox.pay(
      order,
      { pan: TEST_CARDS.approved },
      { ...version2, methodDone: true },
    )
    assert.deepEqual([done.result, done.order.actionCode], ['declined', 116])
  })

  test("is used up by an attempt that is abandoned on the issuer's page", async () => {
    const sandbox = await withRules(rule({}, { flow: 'challenge' }, 1))
    const order = await sandbox.challengedOrder({ pan: NOBODYS })
    await sandbox.advance(DAY)
    assert.equal((await sandbox.updated(order)).status, 6)
    assert.deepEqual(await timesLeft(sandbox), [])
  })

  test('also applies to an unreferenced refund', async () => {
    const sandbox = await withRules(rule({}, { actionCode: 116 }, 1))
    const refund = async () => {
      const { paymentMethod } = sandbox.payInput({ id: '' }, { pan: TEST_CARDS.approved })
      return sandbox.execute('instantRefund', { register: sandbox.registerInput(), paymentMethod })
    }
    assert.equal((await refund()).order.actionCode, 116)
    assert.equal((await refund()).order.actionCode, 0)
  })
})

onEveryDatabase('A rule for a card of the project', (database) => {
  test("declines payments with the card with the rule's code, and moves no money", async () => {
    const sandbox = await PaymentSandbox.open(database)
    const [card, other] = [await sandbox.card(5000), await sandbox.card(5000)]
    const outcomeRules = [
      rule({ cardId: String(card.id) }, { actionCode: 208 }, 1),
      rule({ cardId: String(card.id), amountFrom: 1500 }, { funds: 1600 }),
      rule({}, { actionCode: 5 }),
    ]
    await sandbox.execute('changeSettings', { settings: { outcomeRules } })
    const pay = async (entered: typeof card, amount: number) => {
      const { order } = await sandbox.pay(await sandbox.register({ amount }), cardEntry(entered))
      return order.actionCode
    }
    assert.equal(await pay(other, 1000), 0)
    assert.equal(await pay(card, 1000), 208)
    assert.deepEqual(await sandbox.balance(card), [5000, 0, 5000])
    assert.deepEqual(await sandbox.usage(card), await sandbox.usage(await sandbox.card()))
    assert.equal(await pay(card, 1000), 0)
    assert.equal(await pay(card, 1601), 116)
    assert.equal(await pay(card, 1600), 0)
    // An approving rule does not add money: the card's own checks still apply.
    assert.equal(await pay(card, 9000), 116)
    assert.equal(await pay(card, 2500), 116)
    const declines = (await sandbox.journal(card)).flatMap(({ details }) =>
      details.decline === undefined ? [] : [details.decline],
    )
    assert.ok(
      declines.some(({ code, actionCode }) => code === 'by-rule' && actionCode === 208),
      JSON.stringify(declines),
    )
    const [record] = (await sandbox.transactions(card)).filter(
      ({ internalResponseCode }) => internalResponseCode === 100,
    )
    assert.ok(record !== undefined)
    // A credit to the card is not a payment with it.
    const refund = sandbox.payInput({ id: '' }, cardEntry(card)).paymentMethod
    const register = sandbox.registerInput({ amount: 2000 })
    const { order } = await sandbox.execute('instantRefund', { register, paymentMethod: refund })
    assert.equal(order.actionCode, 0)
  })

  test('requires 3-D Secure', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(5000)
    const outcomeRules = [rule({ cardId: String(card.id) }, { flow: 'challenge' }, 1)]
    await sandbox.execute('changeSettings', { settings: { outcomeRules } })
    const order = await sandbox.challengedOrder(cardEntry(card))
    await sandbox.paidOrder(cardEntry(card))
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    assert.equal((await sandbox.finish(order)).order.status, 2)
  })
})
