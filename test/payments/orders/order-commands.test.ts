// An order from registration to its end: the sequence of checks, expiry, capture, reversal and
// refund.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaultCode } from '../../../src/kernel/fault.ts'
import type { CommandInput } from '../../../src/registry/commands.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { START } from '../../kit/engine-sandbox.ts'
import { DAY, EUR, MINUTE, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

type Register = CommandInput<'registerOrder'>

const GOOD = { pan: TEST_CARDS.approved }
const amountsOf = (order: {
  status: number
  approvedAmount: number
  depositedAmount: number
  refundedAmount: number
}) => [order.status, order.approvedAmount, order.depositedAmount, order.refundedAmount]

onEveryDatabase('Registering an order', (database) => {
  test('checks values, currency, number, features and binding in this order', async () => {
    const sandbox = await PaymentSandbox.open(database, { gatewayCurrencies: ['978'] })
    const request = { returnUrl: 'https://shop.example/ok', language: 'en', params: {} }
    await sandbox.register({ number: 'taken' })
    // Each row fixes the first fault of the previous row.
    let input: Partial<Register> = {
      currency: 840,
      number: 'taken',
      features: ['NO_SUCH'],
      request: { ...request, bindingId: sandbox.id() },
      expirationDate: START,
      amount: 0,
    }
    const rows: [FaultCode, Partial<Register>][] = [
      ['value-invalid', { amount: 1 }],
      ['value-invalid', { expirationDate: START + 1 }],
      ['currency-unknown', { currency: EUR }],
      ['order-duplicate', { number: 'free' }],
      ['features-unknown', { features: ['FORCE_SSL', 'AUTO_PAYMENT'] }],
      ['features-conflict', { features: ['FORCE_CREATE_BINDING'] }],
      ['client-missing', { clientId: 'client' }],
      ['features-conflict', { features: [] }],
      ['binding-not-found', { request }],
    ]
    for (const [code, mend] of rows) {
      await sandbox.assertRefused(code, 'registerOrder', sandbox.registerInput(input))
      input = { ...input, ...mend }
    }
    const order = await sandbox.register(input)
    assert.deepEqual([order.status, order.actionCode, order.dueAt], [0, -100, START + 1])
  })

  test('succeeds once with one number, even if sent twenty times concurrently', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => sandbox.register({ number: 'A-1' })),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test('refuses an invalid end of a hold, and incomplete recurrence data', async () => {
    const sandbox = await PaymentSandbox.open(database, { recurrence: 'enforce' })
    const base = { returnUrl: 'https://shop.example/ok', language: 'en', params: {} }
    const rows: Partial<Register>[] = [
      { twoStage: true, request: { ...base, autocompletionAt: START } },
      { twoStage: true, request: { ...base, autoReverseAt: START } },
      { twoStage: false, request: { ...base, autoReverseAt: START + DAY } },
      {
        twoStage: true,
        request: { ...base, autocompletionAt: START + DAY, autoReverseAt: START + DAY },
      },
      { request: { ...base, params: { recurringFrequency: '28' } } },
    ]
    for (const over of rows)
      await sandbox.assertRefused('value-invalid', 'registerOrder', sandbox.registerInput(over))
  })
})

onEveryDatabase('The expiry of an order', (database) => {
  test('has an action code that shows how far the payer got', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const untouched = await sandbox.register()
    const opened = await sandbox.register()
    await sandbox.execute('openPage', { orderId: opened.id })
    const tried = await sandbox.register()
    await sandbox.pay(tried, { pan: TEST_CARDS.noFunds })
    const atIssuer = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    const back = await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 })
    await sandbox.answer(back, { kind: 'cancel' })
    await sandbox.finish(back)
    await sandbox.advance(20 * MINUTE - 1)
    assert.equal((await sandbox.updated(untouched)).status, 0)
    await sandbox.advance(1)
    const rows: [{ id: string }, number][] = [
      [untouched, -2014],
      [opened, -2007],
      [tried, -2007],
      [atIssuer, -2009],
      [back, -2007],
    ]
    for (const [order, actionCode] of rows) {
      const expired = await sandbox.updated(order)
      assert.deepEqual([expired.status, expired.actionCode, expired.dueAt], [6, actionCode, null])
      assert.equal(expired.progress.challenge, null)
      await sandbox.assertRefused('order-processed', 'payOrder', sandbox.payInput(order, GOOD))
    }
  })

  test('is set by the merchant, in seconds or as a date', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const expirationDate = START + 3 * MINUTE
    const rows: [Partial<Register>, number][] = [
      [{}, START + 20 * MINUTE],
      [{ sessionTimeoutSecs: 60 }, START + MINUTE],
      [{ sessionTimeoutSecs: 60, expirationDate }, expirationDate],
    ]
    for (const [over, dueAt] of rows) assert.equal((await sandbox.register(over)).dueAt, dueAt)
  })

  test("captures or releases a hold: on the merchant's date, or after seven days", async () => {
    const sandbox = await PaymentSandbox.open(database)
    const base = { returnUrl: 'https://shop.example/ok', language: 'en', params: {} }
    const card = await sandbox.card(10_000)
    const hold = (over: object) =>
      sandbox.paidOrder(card, { twoStage: true, amount: 1000, request: { ...base, ...over } })
    const captured = await hold({ autocompletionAt: START + DAY })
    const reversed = await hold({ autoReverseAt: START + 2 * DAY })
    const forgotten = await hold({})
    const rows: [number, readonly number[]][] = [
      [DAY - 1, [10_000, 3000, 7000]],
      [1, [9000, 2000, 7000]],
      [DAY, [9000, 1000, 8000]],
      [5 * DAY - 1, [9000, 1000, 8000]],
      [1, [9000, 0, 9000]],
    ]
    for (const [ms, balance] of rows) {
      await sandbox.advance(ms)
      assert.deepEqual(await sandbox.balance(card), balance)
    }
    assert.deepEqual(amountsOf(await sandbox.updated(captured)), [2, 1000, 1000, 0])
    assert.equal((await sandbox.updated(captured)).progress.depositedAt, START + DAY)
    assert.deepEqual(amountsOf(await sandbox.updated(reversed)), [3, 0, 0, 0])
    assert.deepEqual(amountsOf(await sandbox.updated(forgotten)), [3, 0, 0, 0])
    assert.equal((await sandbox.updated(forgotten)).progress.reversedAt, START + 7 * DAY)
    await sandbox.assertRefused('deposit-state', 'captureOrder', {
      order: { id: forgotten.id },
      amount: 0,
    })
  })

  test('immediately captures a hold that is placed after its capture date', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const base = { returnUrl: 'https://shop.example/ok', language: 'en', params: {} }
    const request = { ...base, autocompletionAt: START + MINUTE }
    const order = await sandbox.register({ twoStage: true, request })
    await sandbox.advance(2 * MINUTE)
    await sandbox.pay(order, GOOD)
    assert.deepEqual(amountsOf(await sandbox.updated(order)), [2, 2000, 2000, 0])
  })
})

onEveryDatabase('A hold', (database) => {
  test('is captured once, in whole or in part', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const rows: [asked: number, deposited: number][] = [
      [2000, 2000],
      [0, 2000],
      [1, 1],
      [1999, 1999],
    ]
    for (const [amount, deposited] of rows) {
      const { id } = await sandbox.paidOrder(GOOD, { twoStage: true })
      const order = await sandbox.execute('captureOrder', { order: { id }, amount })
      assert.deepEqual(amountsOf(order), [2, 2000, deposited, 0])
      await sandbox.assertRefused('deposit-state', 'captureOrder', { order: { id }, amount })
      await sandbox.assertRefused('reverse-state', 'reverseOrder', { order: { id } })
    }
  })

  test('is not captured above its amount or without an amount, and stays unchanged', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.paidOrder(GOOD, { twoStage: true, number: 'A-1' })
    const ref = { number: 'A-1' }
    await sandbox.assertRefused('deposit-above-approved', 'captureOrder', {
      order: ref,
      amount: 2001,
    })
    for (const amount of [-1, 0.5, NaN])
      await sandbox.assertRefused('deposit-amount-invalid', 'captureOrder', { order: ref, amount })
    await sandbox.assertRefused('refund-state', 'refundOrder', { order: ref, amount: 0 })
    await sandbox.assertRefused('decline-state', 'declineOrder', { order: ref })
    assert.deepEqual(await sandbox.updated(order), order)
  })

  test('is reversed in full, once', async () => {
    const sandbox = await PaymentSandbox.open(database)
    for (const over of [{}, { amount: 0 }, { amount: 2000 }]) {
      const { id } = await sandbox.paidOrder(GOOD, { twoStage: true })
      for (const amount of [1, 1999, 2001])
        await sandbox.assertRefused('reverse-amount-invalid', 'reverseOrder', {
          order: { id },
          amount,
        })
      const order = await sandbox.execute('reverseOrder', { order: { id }, ...over })
      assert.deepEqual(amountsOf(order), [3, 0, 0, 0])
      assert.equal(order.progress.payment?.card.mask, '444455**3333')
      await sandbox.assertRefused('reverse-state', 'reverseOrder', { order: { id } })
    }
  })
})

onEveryDatabase('A payment', (database) => {
  test('is refunded in parts until nothing is left', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.paidOrder(GOOD)
    const order = { id }
    const seen: number[][] = []
    for (const amount of [400, 300, 0])
      seen.push(amountsOf(await sandbox.execute('refundOrder', { order, amount })))
    assert.deepEqual(seen, [
      [4, 2000, 1600, 400],
      [4, 2000, 1300, 700],
      [4, 2000, 0, 2000],
    ])
    for (const amount of [0, 1])
      await sandbox.assertRefused('refund-above-deposited', 'refundOrder', { order, amount })
  })

  test('is refunded only up to the captured amount', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.paidOrder(GOOD, { twoStage: true })
    await sandbox.execute('captureOrder', { order: { id }, amount: 700 })
    const input = { order: { id }, amount: 701 }
    await sandbox.assertRefused('refund-above-deposited', 'refundOrder', input)
    for (const amount of [-1, 1.5])
      await sandbox.assertRefused('refund-amount-invalid', 'refundOrder', { order: { id }, amount })
    const order = await sandbox.execute('refundOrder', { order: { id }, amount: 700 })
    assert.deepEqual(amountsOf(order), [4, 2000, 0, 700])
  })

  test('is refunded once per refund id of the merchant, even if nothing is left', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.paidOrder(GOOD)
    const input = { order: { id }, amount: 2000, externalId: 'R-1' }
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => sandbox.execute('refundOrder', input)),
    )
    for (const order of outcomes) {
      assert.deepEqual(amountsOf(order), [4, 2000, 0, 2000])
      assert.equal(order.progress.refunds.length, 1)
    }
  })

  test('is refunded in at most a hundred parts', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.paidOrder(GOOD)
    const input = { order: { id }, amount: 1 }
    for (let part = 1; part < 100; part++) await sandbox.execute('refundOrder', input)
    const named = { ...input, externalId: 'R-100' }
    assert.equal((await sandbox.execute('refundOrder', named)).progress.refunds.length, 100)
    await sandbox.assertRefused('refund-state', 'refundOrder', input)
    assert.deepEqual(amountsOf(await sandbox.execute('refundOrder', named)), [4, 2000, 1900, 100])
  })

  test('is only refunded if the expected deposited amount is correct', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.paidOrder(GOOD)
    const input = { order: { id }, amount: 500, expectedDepositedAmount: 2000 }
    await sandbox.execute('refundOrder', input)
    await sandbox.assertRefused('expected-amount-differs', 'refundOrder', input)
    await sandbox.execute('refundOrder', { ...input, expectedDepositedAmount: 1500 })
    assert.deepEqual(amountsOf(await sandbox.updated({ id })), [4, 2000, 1000, 1000])
  })

  test('cannot be captured, reversed or refunded if it never happened', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.register()
    const order = { id }
    await sandbox.assertRefused('refund-state', 'refundOrder', { order, amount: 0 })
    await sandbox.assertRefused('deposit-state', 'captureOrder', { order, amount: 0 })
    await sandbox.assertRefused('reverse-state', 'reverseOrder', { order })
    const unknown = { id: sandbox.id() }
    await sandbox.assertRefused('order-not-found', 'refundOrder', { order: unknown, amount: 0 })
    await sandbox.assertRefused('order-not-found', 'declineOrder', { order: unknown })
  })
})

onEveryDatabase('The merchant', (database) => {
  test('declines an unpaid order, once', async () => {
    const sandbox = await PaymentSandbox.open(database)
    for (const order of [
      await sandbox.register(),
      await sandbox.challengedOrder({ pan: TEST_CARDS.challengeV2 }),
    ]) {
      const ref = { order: { id: order.id } }
      const declined = await sandbox.execute('declineOrder', ref)
      assert.deepEqual([declined.status, declined.actionCode], [6, 4005])
      await sandbox.assertRefused('decline-state', 'declineOrder', ref)
      await sandbox.assertRefused('order-processed', 'payOrder', sandbox.payInput(order, GOOD))
    }
  })

  test('adds parameters, and replaces the value of an existing name', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const { id } = await sandbox.register()
    await sandbox.execute('addOrderParams', { order: { id }, params: { a: '1', b: '2' } })
    const order = await sandbox.execute('addOrderParams', { order: { id }, params: { b: '3' } })
    assert.deepEqual(order.request.params, { a: '1', b: '3' })
    const params = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`p${n}`, '']))
    await sandbox.assertRefused('value-invalid', 'addOrderParams', { order: { id }, params })
    const long = { a: 'x'.repeat(20_000), b: 'y'.repeat(20_000) }
    await sandbox.assertRefused('value-invalid', 'addOrderParams', { order: { id }, params: long })
  })

  test('registers and pays in one request, which creates no order if it is refused', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const register = sandbox.registerInput({ number: 'A-1' })
    const pay = sandbox.payInput({ id: register.orderId }, GOOD)
    const without = sandbox.payInput({ id: register.orderId }, { ...GOOD, cvc: undefined })
    await sandbox.assertRefused('cvc-missing', 'registerAndPay', { register, pay: without })
    await sandbox.assertRefused('order-not-found', 'updateOrder', { order: { number: 'A-1' } })
    const { order } = await sandbox.execute('registerAndPay', { register, pay })
    assert.deepEqual(amountsOf(order), [2, 2000, 2000, 0])
    await sandbox.assertRefused('order-duplicate', 'registerAndPay', { register, pay })
  })
})
