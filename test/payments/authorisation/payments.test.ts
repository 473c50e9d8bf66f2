// Paying an order: every test card, wrong data, 3-D Secure, the limit of attempts, and concurrent
// payments.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLOWS } from '../../../src/three-d-secure/authentication.ts'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { allTestCards, type TestCard } from '../../../src/payments/methods/test-card.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARDS, UNKNOWN_PAN } from '../../kit/test-cards.ts'
import type { OutcomeRule } from '../../../src/payments/methods/outcome-rules.ts'

const rule = (
  match: OutcomeRule['match'],
  outcome: Parameters<typeof cardOutcome>[0],
): OutcomeRule => ({ id: 'rule', match, outcome: cardOutcome(outcome) })

/** Pays with or without 3-D Secure; returns the last action code. */
async function outcomeOf(sandbox: PaymentSandbox, card: TestCard, cvc: string) {
  const order = await sandbox.register({ amount: 2000 })
  const paid = await sandbox.pay(order, { pan: card.pan, cvc })
  if (paid.result !== 'challenge') return paid.order
  const { asksCode, status } = FLOWS[card.flow]
  await sandbox.answer(
    paid.order,
    asksCode ? { kind: 'code', code: card.code ?? '' } : { kind: 'outcome', status: status ?? 'Y' },
  )
  return (await sandbox.finish(paid.order)).order
}

onEveryDatabase('A payment', (database) => {
  test('has the result of its test card, and is declined with a wrong CVC', async () => {
    const sandbox = await PaymentSandbox.open(database)
    for (const card of allTestCards()) {
      const right = await outcomeOf(sandbox, card, card.cvc)
      assert.equal(right.actionCode, card.flow === 'rejected' ? -2025 : card.actionCode, card.pan)
      assert.equal(right.status, card.actionCode === 0 ? 2 : 0, card.pan)
      assert.equal(right.depositedAmount, card.actionCode === 0 ? 2000 : 0)
      const wrong = await outcomeOf(sandbox, card, '000')
      assert.equal(wrong.status, 0, card.pan)
      // A payment that fails at 3-D Secure never reaches the issuer, which checks the CVC.
      const before = ['rejected', 'unavailable', 'enrolment-unknown', 'communication-error']
      assert.equal(wrong.actionCode, before.includes(card.flow) ? right.actionCode : 82, card.pan)
    }
  })

  test('is declined with 116 above the funds of a test card', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder(
      { pan: TEST_CARDS.challengeLimitedFunds, cvc: '583' },
      { amount: 10_001 },
    )
    await sandbox.answer(order, { kind: 'code', code: '111111' })
    const { order: declined } = await sandbox.finish(order)
    assert.deepEqual([declined.status, declined.actionCode], [0, 116])
  })

  test('is declined with 111 for an unknown card', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.register()
    const unknown = await sandbox.pay(order, { pan: UNKNOWN_PAN })
    assert.equal(unknown.order.actionCode, 111)
    assert.equal(unknown.order.progress.payment?.card.kind, 'unknown')
  })

  test('ends the order with -2013 at the third failure, and the order can no longer be paid', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.register()
    const seen: unknown[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const { order: after, result } = await sandbox.pay(order, { pan: TEST_CARDS.noFunds })
      seen.push([result, after.status, after.actionCode, after.dueAt === null])
    }
    assert.deepEqual(seen, [
      ['declined', 0, 116, false],
      ['declined', 0, 116, false],
      ['declined', 6, -2013, true],
    ])
    await sandbox.assertRefused(
      'order-processed',
      'payOrder',
      sandbox.payInput(order, { pan: TEST_CARDS.approved }),
    )
  })

  test('succeeds after two failures', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.register()
    await sandbox.pay(order, { pan: TEST_CARDS.noFunds })
    await sandbox.pay(order, { pan: TEST_CARDS.approved, cvc: '999' })
    const { order: paid } = await sandbox.pay(order, { pan: TEST_CARDS.approved })
    assert.deepEqual([paid.status, paid.actionCode, paid.failedAttempts], [2, 0, 2])
  })

  test('is refused without a CVC and does not count as an attempt, except by mail or telephone', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.register()
    const input = sandbox.payInput(order, { pan: TEST_CARDS.challengeV2, cvc: undefined })
    await sandbox.assertRefused('cvc-missing', 'payOrder', input)
    assert.deepEqual(await sandbox.updated(order), order)
    const { order: paid } = await sandbox.execute('payOrder', { ...input, way: 'CARD_MOTO' })
    assert.deepEqual([paid.status, paid.progress.payment?.way], [2, 'CARD_MOTO'])
  })

  test('is refused for an unknown order', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const input = sandbox.payInput({ id: sandbox.id() }, { pan: TEST_CARDS.approved })
    await sandbox.assertRefused('order-not-found', 'payOrder', input)
  })

  test('succeeds once and moves the money once if it is sent twenty times concurrently', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(10_000)
    const { pan, cvc, expiry } = card
    for (const twoStage of [false, true]) {
      const [before] = await sandbox.balance(card)
      const order = await sandbox.register({ amount: 700, twoStage })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => sandbox.pay(order, { pan, cvc, expiry })),
      )
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.match(String(outcome.reason), /paid or declined/)
      const [posted, held] = await sandbox.balance(card)
      assert.deepEqual([posted, held], twoStage ? [before, 700] : [before - 700, 0])
    }
    assert.equal((await sandbox.records(card)).length, 2)
  })

  test('is authorised once if it is finished twenty times concurrently', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => sandbox.finish(order)),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    const network = (await sandbox.accounts()).find(({ kind }) => kind === 'network')
    assert.equal(network?.posted, -2000)
  })

  test('has the outcome of the first matching rule, which takes precedence over the test cards', async () => {
    const sandbox = await PaymentSandbox.open(database, {
      outcomeRules: [
        rule({ amountFrom: 500, amountTo: 600 }, { actionCode: 116 }),
        rule({ panSuffix: '3333' }, { actionCode: 5 }),
        rule({ currency: '840' }, { actionCode: 0 }),
      ],
    })
    const rows: [pan: string, amount: number, currency: number, actionCode: number][] = [
      [TEST_CARDS.approved, 550, 978, 116],
      [UNKNOWN_PAN, 500, 978, 116],
      [TEST_CARDS.approved, 499, 978, 5],
      [TEST_CARDS.noFunds, 601, 840, 0],
      [UNKNOWN_PAN, 601, 840, 0],
      [UNKNOWN_PAN, 601, 978, 111],
      [TEST_CARDS.frictionless, 601, 978, 0],
    ]
    for (const [pan, amount, currency, actionCode] of rows) {
      const { order } = await sandbox.pay(await sandbox.register({ amount, currency }), { pan })
      assert.equal(order.actionCode, actionCode, `${pan} ${amount} ${currency}`)
    }
  })

  test('follows the current rules with a binding, too', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const client = { clientId: 'client' }
    const { progress } = await sandbox.paidOrder(
      { pan: TEST_CARDS.approved, keepCard: true },
      client,
    )
    const bindingId = progress.payment?.bindingId ?? ''
    const charge = async (over: object, cvc: { numberId: null; right: boolean } | null) => {
      const order = await sandbox.register({ ...client, ...over })
      const paymentMethod = { kind: 'binding', bindingId, cvc } as const
      return sandbox.execute(
        'payOrder',
        sandbox.payInput(order, { pan: TEST_CARDS.approved }, { paymentMethod }),
      )
    }
    const outcomeRules = [
      rule({ amountFrom: 500, amountTo: 500 }, { actionCode: 116 }),
      rule({ amountFrom: 600, amountTo: 600 }, { flow: 'challenge' }),
      rule({ amountFrom: 700, amountTo: 700 }, { actionCode: 0 }),
    ]
    await sandbox.execute('changeSettings', { settings: { outcomeRules } })
    const automatic = { features: ['AUTO_PAYMENT'] }
    for (const over of [{}, automatic])
      for (const [amount, actionCode] of [
        [500, 116],
        [501, 0],
      ] as const) {
        const { order } = await charge({ ...over, amount }, null)
        assert.equal(order.actionCode, actionCode, `${amount} ${JSON.stringify(over)}`)
      }
    assert.equal((await charge({ amount: 600 }, null)).result, 'challenge')
    assert.equal((await charge({ amount: 600, ...automatic }, null)).result, 'approved')
    // If a rule applies, any CVC is correct; otherwise a wrong one declines.
    const wrong = { numberId: null, right: false }
    assert.equal((await charge({ amount: 700 }, wrong)).order.actionCode, 0)
    assert.equal((await charge({ amount: 701 }, wrong)).order.actionCode, 82)
  })

  test('depends on the card, not on the rules, for a card of the project', async () => {
    const sandbox = await PaymentSandbox.open(database, {
      outcomeRules: [rule({}, { actionCode: 5 })],
    })
    const card = await sandbox.card(5000)
    const paid = await sandbox.paidOrder(card)
    assert.equal(paid.progress.payment?.card.kind, 'issued')
    assert.deepEqual(await sandbox.balance(card), [3000, 0, 3000])
  })
})

onEveryDatabase('A 3-D Secure feature of an order', (database) => {
  test('determines whether a card is challenged, paid immediately or declined', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const rows: [feature: string, pan: string, result: string, actionCode: number][] = [
      ['FORCE_SSL', TEST_CARDS.challengeV2, 'approved', 0],
      ['FORCE_SSL', TEST_CARDS.rejected, 'declined', -2025],
      ['FORCE_TDS', TEST_CARDS.approved, 'declined', 2003],
      ['FORCE_TDS', TEST_CARDS.attempt, 'approved', 0],
      ['FORCE_FULL_TDS', TEST_CARDS.attempt, 'declined', -2017],
      ['FORCE_FULL_TDS', TEST_CARDS.approved, 'declined', -2017],
      ['FORCE_FULL_TDS', TEST_CARDS.frictionless, 'approved', 0],
      ['FORCE_TDS', TEST_CARDS.challengeV2, 'challenge', -100],
    ]
    for (const [feature, pan, result, actionCode] of rows) {
      const paid = await sandbox.pay(await sandbox.register({ features: [feature] }), { pan })
      assert.deepEqual(
        [paid.result, paid.order.actionCode],
        [result, actionCode],
        `${feature} ${pan}`,
      )
    }
  })

  test('also applies after the challenge: FORCE_FULL_TDS declines an attempt', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder(
      { pan: TEST_CARDS.challengeV2 },
      { features: ['FORCE_FULL_TDS'] },
    )
    await sandbox.answer(order, { kind: 'outcome', status: 'A' })
    assert.equal((await sandbox.finish(order)).order.actionCode, -2017)
  })
})

onEveryDatabase('A verification', (database) => {
  test('moves no money, ends as reversed and may have no amount', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(100)
    for (const amount of [0, 100])
      for (const twoStage of [false, true]) {
        const order = await sandbox.paidOrder(card, { features: ['VERIFY'], amount, twoStage })
        assert.deepEqual(
          [order.status, order.approvedAmount, order.depositedAmount, order.refundedAmount],
          [3, 0, 0, 0],
        )
        await sandbox.assertRefused('refund-state', 'refundOrder', {
          order: { id: order.id },
          amount: 0,
        })
        await sandbox.assertRefused('deposit-state', 'captureOrder', {
          order: { id: order.id },
          amount: 0,
        })
      }
    assert.deepEqual(await sandbox.balance(card), [100, 0, 100])
    assert.equal((await sandbox.usage(card)).spending.day, 0)
    await sandbox.assertRefused(
      'value-invalid',
      'registerOrder',
      sandbox.registerInput({ amount: 0 }),
    )
  })
})
