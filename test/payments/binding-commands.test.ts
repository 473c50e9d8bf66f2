// Bindings: made by a payment, charged with and without their client, switched off, extended, and following a card of the project.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardOutcome } from '../../src/payments/card-outcome.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import type { CommandInput } from '../../src/registry/commands.ts'
import { START } from '../engine/stand.ts'
import { CARDS, DAY, type Entered, entered, TEST_EXPIRY, Till } from './till.ts'

const CLIENT = { clientId: 'client' }
const GOOD = { pan: CARDS.good, keepCard: true }
const REQUEST = { returnUrl: 'https://shop.example/ok', language: 'en', params: {} }
const AUTO = { ...CLIENT, features: ['AUTO_PAYMENT'] }

type Register = Partial<CommandInput<'registerOrder'>>
type Means = Extract<CommandInput<'payOrder'>['paymentMethod'], { kind: 'binding' }>

const charge = async (
  till: Till,
  bindingId: string,
  over: Register = AUTO,
  cvc: Means['cvc'] = null,
) => {
  const order = await till.register(over)
  const paymentMethod = { kind: 'binding', bindingId, cvc } as const
  return till.input('payOrder', till.payInput(order, GOOD, { paymentMethod }))
}

const bound = async (till: Till, by: Entered = GOOD, over: Register = CLIENT): Promise<string> => {
  const { progress } = await till.paid({ ...by, keepCard: true }, over)
  assert.ok(progress.payment?.bindingId !== undefined)
  return progress.payment.bindingId
}

onEveryDatabase('A binding', (database) => {
  test('is made once per card and client, and only by a payment that succeeds', async () => {
    const till = await Till.open(database)
    await till.pay(await till.register(CLIENT), { pan: CARDS.poor, keepCard: true })
    await till.pay(await till.register(CLIENT), { ...GOOD, cvc: '000' })
    await till.paid({ pan: CARDS.good }, CLIENT)
    await till.paid(GOOD)
    assert.deepEqual(await till.rows('binding'), [])
    const first = await bound(till)
    assert.equal(await bound(till), first)
    assert.notEqual(await bound(till, GOOD, { clientId: 'another' }), first)
    assert.notEqual(await bound(till, { pan: CARDS.frictionless }), first)
    const forced = await till.paid(
      { pan: CARDS.attempt },
      { ...CLIENT, features: ['FORCE_CREATE_BINDING'] },
    )
    assert.ok(forced.progress.payment?.bindingId !== undefined)
    assert.equal((await till.rows('binding')).length, 4)
    const created = (await till.rows('callback')).filter(
      ({ operation }) => operation === 'bindingCreated',
    )
    assert.equal(created.length, 4)
  })

  test('is made after a challenge too, and once by payments at the same moment', async () => {
    const till = await Till.open(database)
    const order = await till.challenged({ pan: CARDS.challenge, keepCard: true }, CLIENT)
    assert.deepEqual(await till.rows('binding'), [])
    await till.answer(order, { kind: 'code', code: '123456' })
    await till.finish(order)
    assert.equal((await till.rows('binding')).length, 1)
    const ids = await Promise.all(Array.from({ length: 10 }, () => bound(till)))
    assert.equal(new Set(ids).size, 1)
    assert.equal((await till.rows('binding')).length, 2)
  })

  test('pays with its CVC or without one; a wrong one declines', async () => {
    const till = await Till.open(database)
    const id = await bound(till)
    const right = { numberId: null, right: true }
    assert.equal((await charge(till, id, CLIENT, right)).result, 'approved')
    const wrong = await charge(till, id, CLIENT, { numberId: null, right: false })
    assert.deepEqual([wrong.result, wrong.order.actionCode], ['declined', 82])
    assert.equal((await charge(till, id, CLIENT)).result, 'approved')
    const automatic = await charge(till, id)
    assert.equal(automatic.order.progress.payment?.way, 'CARD_BINDING')
    assert.equal(automatic.order.status, 2)
  })

  test('is refused where it is unknown, foreign, inactive, or the order names no client', async () => {
    const till = await Till.open(database)
    const id = await bound(till)
    await assert.rejects(charge(till, till.id()), { code: 'binding-not-found' })
    await assert.rejects(charge(till, id, { ...AUTO, clientId: 'another' }), {
      code: 'binding-foreign',
    })
    await assert.rejects(charge(till, id, { ...AUTO, clientId: null }), { code: 'client-missing' })
    const other = await bound(till, { pan: CARDS.frictionless })
    const only = { ...AUTO, request: { ...REQUEST, bindingId: id } }
    await assert.rejects(charge(till, other, only), { code: 'binding-foreign' })
    const byCard = till.payInput(await till.register(only), GOOD)
    await till.refused('binding-foreign', 'payOrder', byCard)
    assert.equal((await charge(till, id, only)).result, 'approved')
    await till.input('setBindingActive', { bindingId: id, active: false })
    await assert.rejects(charge(till, id), { code: 'binding-inactive' })
    await till.refused('binding-not-found', 'registerOrder', till.registerInput(only))
  })

  test('is switched off and on, and on again by a payment', async () => {
    const till = await Till.open(database)
    const bindingId = await bound(till)
    await till.refused('binding-active', 'setBindingActive', { bindingId, active: true })
    await till.input('setBindingActive', { bindingId, active: false })
    await till.refused('binding-inactive', 'setBindingActive', { bindingId, active: false })
    await till.refused('binding-inactive', 'extendBinding', { bindingId, expiry: 203512 })
    await till.input('setBindingActive', { bindingId, active: true })
    await till.input('setBindingActive', { bindingId, active: false })
    assert.equal(await bound(till), bindingId)
    assert.equal((await till.rows('binding'))[0]?.active, true)
    const changes = (await till.rows('callback')).filter(
      ({ operation }) => operation === 'bindingActivityChanged',
    )
    assert.equal(changes.length, 4)
  })

  test('declines once its date has passed, until it is extended', async () => {
    const till = await Till.open(database)
    const bindingId = await bound(till, { pan: CARDS.good, expiry: 203201 })
    await till.advance(3 * DAY)
    assert.equal((await charge(till, bindingId)).order.actionCode, 101)
    for (const expiry of [203201, 203413, 0])
      await till.refused('value-invalid', 'extendBinding', { bindingId, expiry })
    await till.input('extendBinding', { bindingId, expiry: TEST_EXPIRY })
    assert.equal((await charge(till, bindingId)).result, 'approved')
  })

  test('is charged no more often and no longer than its recurrence allows, where the project enforces it', async () => {
    const till = await Till.open(database, { recurrence: 'enforce' })
    const params = { recurringFrequency: '10', recurringExpiry: '20320225' }
    const over = { ...CLIENT, request: { ...REQUEST, params } }
    const bindingId = await bound(till, GOOD, over)
    const rows: [advance: number, actionCode: number][] = [
      [0, 0],
      [10 * DAY - 1, 123],
      [1, 0],
      [9 * DAY, 123],
      [DAY, 0],
      [10 * DAY, 239],
    ]
    for (const [ms, actionCode] of rows) {
      await till.advance(ms)
      const { order } = await charge(till, bindingId)
      assert.equal(order.actionCode, actionCode, new Date(order.createdAt).toISOString())
    }
    const [binding] = await till.rows('binding')
    assert.equal(binding?.lastChargeAt, START + 20 * DAY)
  })

  test('of a test card follows the outcome rules of the day, as the card itself does', async () => {
    const till = await Till.open(database)
    const bindingId = await bound(till)
    const ruled = (actionCode: number) =>
      till.input('changeSettings', {
        settings: {
          outcomeRules: [
            { id: '1', match: { panSuffix: '3333' }, outcome: cardOutcome({ actionCode }) },
          ],
        },
      })
    await ruled(116)
    assert.equal((await charge(till, bindingId)).order.actionCode, 116)
    await ruled(0)
    const anyCode = { numberId: null, right: false }
    assert.equal((await charge(till, bindingId, CLIENT, anyCode)).result, 'approved')
    // Still the one binding of this card.
    assert.equal(await bound(till), bindingId)
    await till.input('changeSettings', { settings: { outcomeRules: [] } })
    assert.equal((await charge(till, bindingId)).result, 'approved')
  })

  test('of a card of the project follows it: blocked, active, reissued, extended', async () => {
    const till = await Till.open(database)
    const card = await till.card(50_000)
    const bindingId = await bound(till, entered(card))
    const code = async () => (await charge(till, bindingId)).order.actionCode
    assert.equal(await code(), 0)
    await till.status(card, 'blocked')
    assert.equal(await code(), 4)
    await till.status(card, 'active')
    assert.equal(await code(), 0)
    await till.advance(40 * DAY)
    const fresh = await till.reissue(card)
    assert.equal(await code(), 125)
    assert.notEqual(fresh.expiry, card.expiry)
    await till.input('extendBinding', { bindingId, expiry: fresh.expiry })
    assert.equal(await code(), 0)
    // The new number is the same binding now.
    assert.equal(await bound(till, entered(fresh)), bindingId)
    assert.deepEqual(await till.balance(fresh), [40_000, 0, 40_000])
  })

  test('keeps to itself when the new number of its card has a binding of its own', async () => {
    const till = await Till.open(database)
    const card = await till.card(50_000)
    const old = await bound(till, entered(card))
    const fresh = await till.reissue(card)
    const own = await bound(till, entered(fresh))
    assert.notEqual(own, old)
    await till.input('extendBinding', { bindingId: old, expiry: fresh.expiry })
    for (const id of [old, own]) assert.equal((await charge(till, id)).result, 'approved')
  })
})
