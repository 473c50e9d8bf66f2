// Bindings: created by a payment, charged with and without the client, deactivated, extended, and
// updated with a card of the project.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { CommandInput } from '../../../src/registry/commands.ts'
import { START } from '../../kit/engine-sandbox.ts'
import { DAY, type CardEntry, cardEntry, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARD_EXPIRY, TEST_CARDS } from '../../kit/test-cards.ts'

const CLIENT = { clientId: 'client' }
const GOOD = { pan: TEST_CARDS.approved, keepCard: true }
const REQUEST = { returnUrl: 'https://shop.example/ok', language: 'en', params: {} }
const AUTO = { ...CLIENT, features: ['AUTO_PAYMENT'] }

type Register = Partial<CommandInput<'registerOrder'>>
type PaymentMethod = Extract<CommandInput<'payOrder'>['paymentMethod'], { kind: 'binding' }>

const charge = async (
  sandbox: PaymentSandbox,
  bindingId: string,
  over: Register = AUTO,
  cvc: PaymentMethod['cvc'] = null,
) => {
  const order = await sandbox.register(over)
  const paymentMethod = { kind: 'binding', bindingId, cvc } as const
  return sandbox.execute('payOrder', sandbox.payInput(order, GOOD, { paymentMethod }))
}

const bound = async (
  sandbox: PaymentSandbox,
  by: CardEntry = GOOD,
  over: Register = CLIENT,
): Promise<string> => {
  const { progress } = await sandbox.paidOrder({ ...by, keepCard: true }, over)
  assert.ok(progress.payment?.bindingId !== undefined)
  return progress.payment.bindingId
}

onEveryDatabase('A binding', (database) => {
  test('is created once per card and client, and only by a successful payment', async () => {
    const sandbox = await PaymentSandbox.open(database)
    await sandbox.pay(await sandbox.register(CLIENT), { pan: TEST_CARDS.noFunds, keepCard: true })
    await sandbox.pay(await sandbox.register(CLIENT), { ...GOOD, cvc: '000' })
    await sandbox.paidOrder({ pan: TEST_CARDS.approved }, CLIENT)
    await sandbox.paidOrder(GOOD)
    assert.deepEqual(await sandbox.rows('binding'), [])
    const first = await bound(sandbox)
    assert.equal(await bound(sandbox), first)
    assert.notEqual(await bound(sandbox, GOOD, { clientId: 'another' }), first)
    assert.notEqual(await bound(sandbox, { pan: TEST_CARDS.frictionless }), first)
    const forced = await sandbox.paidOrder(
      { pan: TEST_CARDS.attempt },
      { ...CLIENT, features: ['FORCE_CREATE_BINDING'] },
    )
    assert.ok(forced.progress.payment?.bindingId !== undefined)
    assert.equal((await sandbox.rows('binding')).length, 4)
    const created = (await sandbox.rows('callback')).filter(
      ({ operation }) => operation === 'bindingCreated',
    )
    assert.equal(created.length, 4)
  })

  test('is also created after a challenge, and once by concurrent payments', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const order = await sandbox.challengedOrder(
      { pan: TEST_CARDS.challengeV2, keepCard: true },
      CLIENT,
    )
    assert.deepEqual(await sandbox.rows('binding'), [])
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    await sandbox.finish(order)
    assert.equal((await sandbox.rows('binding')).length, 1)
    const ids = await Promise.all(Array.from({ length: 10 }, () => bound(sandbox)))
    assert.equal(new Set(ids).size, 1)
    assert.equal((await sandbox.rows('binding')).length, 2)
  })

  test('is charged with its CVC or without one; a wrong one is declined', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const id = await bound(sandbox)
    const right = { numberId: null, right: true }
    assert.equal((await charge(sandbox, id, CLIENT, right)).result, 'approved')
    const wrong = await charge(sandbox, id, CLIENT, { numberId: null, right: false })
    assert.deepEqual([wrong.result, wrong.order.actionCode], ['declined', 82])
    assert.equal((await charge(sandbox, id, CLIENT)).result, 'approved')
    const automatic = await charge(sandbox, id)
    assert.equal(automatic.order.progress.payment?.way, 'CARD_BINDING')
    assert.equal(automatic.order.status, 2)
  })

  test('is refused if it is unknown, of another client or inactive, or the order names no client', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const id = await bound(sandbox)
    await assert.rejects(charge(sandbox, sandbox.id()), { code: 'binding-not-found' })
    await assert.rejects(charge(sandbox, id, { ...AUTO, clientId: 'another' }), {
      code: 'binding-foreign',
    })
    await assert.rejects(charge(sandbox, id, { ...AUTO, clientId: null }), {
      code: 'client-missing',
    })
    const other = await bound(sandbox, { pan: TEST_CARDS.frictionless })
    const only = { ...AUTO, request: { ...REQUEST, bindingId: id } }
    await assert.rejects(charge(sandbox, other, only), { code: 'binding-foreign' })
    const byCard = sandbox.payInput(await sandbox.register(only), GOOD)
    await sandbox.assertRefused('binding-foreign', 'payOrder', byCard)
    assert.equal((await charge(sandbox, id, only)).result, 'approved')
    await sandbox.execute('setBindingActive', { bindingId: id, active: false })
    await assert.rejects(charge(sandbox, id), { code: 'binding-inactive' })
    await sandbox.assertRefused('binding-not-found', 'registerOrder', sandbox.registerInput(only))
  })

  test('is deactivated and activated, and activated again by a payment', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const bindingId = await bound(sandbox)
    await sandbox.assertRefused('binding-active', 'setBindingActive', { bindingId, active: true })
    await sandbox.execute('setBindingActive', { bindingId, active: false })
    await sandbox.assertRefused('binding-inactive', 'setBindingActive', {
      bindingId,
      active: false,
    })
    await sandbox.assertRefused('binding-inactive', 'extendBinding', { bindingId, expiry: 203512 })
    await sandbox.execute('setBindingActive', { bindingId, active: true })
    await sandbox.execute('setBindingActive', { bindingId, active: false })
    assert.equal(await bound(sandbox), bindingId)
    assert.equal((await sandbox.rows('binding'))[0]?.active, true)
    const changes = (await sandbox.rows('callback')).filter(
      ({ operation }) => operation === 'bindingActivityChanged',
    )
    assert.equal(changes.length, 4)
  })

  test('declines after its expiry date, until it is extended', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const bindingId = await bound(sandbox, { pan: TEST_CARDS.approved, expiry: 203201 })
    await sandbox.advance(3 * DAY)
    assert.equal((await charge(sandbox, bindingId)).order.actionCode, 101)
    for (const expiry of [203201, 203413, 0])
      await sandbox.assertRefused('value-invalid', 'extendBinding', { bindingId, expiry })
    await sandbox.execute('extendBinding', { bindingId, expiry: TEST_CARD_EXPIRY })
    assert.equal((await charge(sandbox, bindingId)).result, 'approved')
  })

  test('is only charged as often and as long as its recurrence allows, if the project enforces it', async () => {
    const sandbox = await PaymentSandbox.open(database, { recurrence: 'enforce' })
    const params = { recurringFrequency: '10', recurringExpiry: '20320225' }
    const over = { ...CLIENT, request: { ...REQUEST, params } }
    const bindingId = await bound(sandbox, GOOD, over)
    const rows: [advance: number, actionCode: number][] = [
      [0, 0],
      [10 * DAY - 1, 123],
      [1, 0],
      [9 * DAY, 123],
      [DAY, 0],
      [10 * DAY, 239],
    ]
    for (const [ms, actionCode] of rows) {
      await sandbox.advance(ms)
      const { order } = await charge(sandbox, bindingId)
      assert.equal(order.actionCode, actionCode, new Date(order.createdAt).toISOString())
    }
    const [binding] = await sandbox.rows('binding')
    assert.equal(binding?.lastChargeAt, START + 20 * DAY)
  })

  test('of a test card follows the current outcome rules, like the card itself', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const bindingId = await bound(sandbox)
    const ruled = (actionCode: number) =>
      sandbox.execute('changeSettings', {
        settings: {
          outcomeRules: [
            { id: '1', match: { panSuffix: '3333' }, outcome: cardOutcome({ actionCode }) },
          ],
        },
      })
    await ruled(116)
    assert.equal((await charge(sandbox, bindingId)).order.actionCode, 116)
    await ruled(0)
    const anyCode = { numberId: null, right: false }
    assert.equal((await charge(sandbox, bindingId, CLIENT, anyCode)).result, 'approved')
    // Still the only binding of this card.
    assert.equal(await bound(sandbox), bindingId)
    await sandbox.execute('changeSettings', { settings: { outcomeRules: [] } })
    assert.equal((await charge(sandbox, bindingId)).result, 'approved')
  })

  test('of an issued card follows the card: blocked, active, reissued, extended', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(50_000)
    const bindingId = await bound(sandbox, cardEntry(card))
    const code = async () => (await charge(sandbox, bindingId)).order.actionCode
    assert.equal(await code(), 0)
    await sandbox.setCardStatus(card, 'blocked')
    assert.equal(await code(), 4)
    await sandbox.setCardStatus(card, 'active')
    assert.equal(await code(), 0)
    await sandbox.advance(40 * DAY)
    const fresh = await sandbox.reissue(card)
    assert.equal(await code(), 125)
    assert.notEqual(fresh.expiry, card.expiry)
    await sandbox.execute('extendBinding', { bindingId, expiry: fresh.expiry })
    assert.equal(await code(), 0)
    // The new number now belongs to the same binding.
    assert.equal(await bound(sandbox, cardEntry(fresh)), bindingId)
    assert.deepEqual(await sandbox.balance(fresh), [40_000, 0, 40_000])
  })

  test('stays separate if the new number of its card has another binding', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(50_000)
    const old = await bound(sandbox, cardEntry(card))
    const fresh = await sandbox.reissue(card)
    const own = await bound(sandbox, cardEntry(fresh))
    assert.notEqual(own, old)
    await sandbox.execute('extendBinding', { bindingId: old, expiry: fresh.expiry })
    for (const id of [old, own]) assert.equal((await charge(sandbox, id)).result, 'approved')
  })
})
