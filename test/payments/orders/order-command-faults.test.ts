// Commands on orders: full lists, orders in the wrong state, the largest input, and the faults for
// larger ones.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Fault } from '../../../src/kernel/fault.ts'
import { BALANCE_MAX } from '../../../src/ledger/account.ts'
import type { Order } from '../../../src/payments/orders/order.ts'
import { SSL_CARDS_MAX } from '../../../src/payments/methods/ssl-card.ts'
import type { CommandInput, CommandName } from '../../../src/registry/commands.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { cardEntry, PaymentSandbox } from '../../kit/payment-sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase('A command on an order', (database) => {
  let sandbox: PaymentSandbox
  let paid: Order
  before(async () => {
    sandbox = await PaymentSandbox.open(database)
    paid = await sandbox.paidOrder({ pan: TEST_CARDS.approvedWellKnown })
  })

  /** The code of the fault, and the field that it names. */
  async function refusal<N extends CommandName>(
    command: N,
    input: CommandInput<N>,
  ): Promise<readonly [string, string | undefined]> {
    try {
      await sandbox.execute(command, input)
      return ['done', undefined]
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
      return [error.code, error.member]
    }
  }
  const settings = (changed: CommandInput<'changeSettings'>['settings']) =>
    sandbox.execute('changeSettings', { settings: changed })
  const of = (order: Order) => ({ order: { id: order.id } })

  test('adds up to a hundred parameters, and replaces existing ones', async () => {
    const order = await sandbox.register()
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 'a']))
    const after = await sandbox.execute('addOrderParams', { ...of(order), params: names(100) })
    assert.equal(Object.keys(after.request.params).length, 100)
    const replaced = await sandbox.execute('addOrderParams', { ...of(order), params: { p5: 'b' } })
    assert.deepEqual(
      [replaced.request.params['p5'], Object.keys(replaced.request.params).length],
      ['b', 100],
    )
    assert.deepEqual(await refusal('addOrderParams', { ...of(order), params: { more: 'a' } }), [
      'value-invalid',
      'params',
    ])
  })

  test('adds up to 32,768 characters of parameters', async () => {
    const order = await sandbox.register()
    const value = 'v'.repeat(32_768 - JSON.stringify({ p: '' }).length)
    assert.deepEqual(
      await refusal('addOrderParams', { ...of(order), params: { p: `${value}v` } }),
      ['value-invalid', 'params'],
    )
    const after = await sandbox.execute('addOrderParams', { ...of(order), params: { p: value } })
    assert.equal(JSON.stringify(after.request.params).length, 32_768)
  })

  test('lists up to a thousand cards that pay without 3-D Secure, each once', async () => {
    assert.equal(SSL_CARDS_MAX, 1000)
    const others = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `4000${String(index).padStart(2, '0')}**${String(index).padStart(4, '0')}`,
      )
    assert.deepEqual(await refusal('addSslCard', of(await sandbox.register())), [
      'card-none',
      undefined,
    ])
    await settings({ sslCards: others(1000) })
    assert.deepEqual(await refusal('addSslCard', of(paid)), ['ssl-cards-full', undefined])
    await settings({ sslCards: others(999) })
    const mask = await sandbox.execute('addSslCard', of(paid))
    assert.deepEqual((await sandbox.dataset()).settings.sslCards, [...others(999), mask])
    assert.equal(mask, '424242**4242')
    assert.deepEqual(await refusal('addSslCard', of(paid)), ['ssl-card-listed', undefined])
    await settings({ sslCards: [] })
  })

  test('tests a receiver if one is set, with an event of the order', async () => {
    const event = 'charged'
    assert.deepEqual(await refusal('sendTestCallback', { ...of(paid), event }), [
      'parameter-invalid',
      undefined,
    ])
    await settings({ callbackUrl: 'https://shop.example/callback', callbackOperations: [] })
    assert.deepEqual(await refusal('sendTestCallback', { ...of(paid), event: 'binding-created' }), [
      'parameter-invalid',
      'operation',
    ])
    const sent = await sandbox.execute('sendTestCallback', { ...of(paid), event })
    const { operation, status, state, url, orderId, orderNumber, bindingId, previousId, message } =
      sent
    assert.deepEqual(
      { operation, status, state, url, orderId, orderNumber, bindingId, previousId },
      {
        operation: 'deposited',
        status: 1,
        state: 'waiting',
        url: 'https://shop.example/callback',
        orderId: paid.id,
        orderNumber: paid.number,
        bindingId: null,
        previousId: null,
      },
    )
    assert.deepEqual(message.parameters, [
      ['mdOrder', paid.id],
      ['orderNumber', paid.number],
      ['operation', 'deposited'],
      ['status', '1'],
      ['sandcardTest', 'true'],
    ])
    await settings({ callbackUrl: null })
  })

  test('only declines an unpaid order, by its merchant or its payer', async () => {
    const [one, two] = [await sandbox.register(), await sandbox.register()]
    const byMerchant = await sandbox.execute('declineOrder', of(one))
    assert.deepEqual([byMerchant.status, byMerchant.actionCode, byMerchant.dueAt], [6, 4005, null])
    const byPayer = await sandbox.execute('declineOrderByPayer', { orderId: two.id })
    assert.deepEqual([byPayer.status, byPayer.actionCode, byPayer.dueAt], [6, 2012, null])
    for (const order of [one, two, paid]) {
      assert.deepEqual(await refusal('declineOrder', of(order)), ['decline-state', undefined])
      assert.deepEqual(await refusal('declineOrderByPayer', { orderId: order.id }), [
        'decline-state',
        undefined,
      ])
    }
  })

  test('records once that the page was opened, and not for a paid order', async () => {
    const order = await sandbox.register()
    const opened = await sandbox.execute('openPage', { orderId: order.id })
    assert.ok(opened.progress.pageOpened)
    assert.deepEqual(await sandbox.execute('openPage', { orderId: order.id }), opened)
    assert.ok(!(await sandbox.execute('openPage', { orderId: paid.id })).progress.pageOpened)
  })

  test('finds an order expired from the exact millisecond on', async () => {
    const order = await sandbox.register({ sessionTimeoutSecs: 5 })
    await sandbox.advance(4999)
    assert.equal((await sandbox.updated(order)).status, 0)
    await sandbox.advance(1)
    const { status, actionCode, dueAt } = await sandbox.updated(order)
    assert.deepEqual([status, actionCode, dueAt], [6, -2014, null])
  })

  test("credits no card if the merchant's account is at its limit", async () => {
    const other = await PaymentSandbox.open(database)
    const card = await other.card()
    await other.paidOrder({ pan: TEST_CARDS.approvedWellKnown })
    const transaction = await other.process.store.begin()
    const text = `update account set posted = ${-BALANCE_MAX} where project_id = $1 and kind = 'merchant'`
    await transaction.run({ name: 'test_empty_merchant', text }, [other.project.datasetId])
    const forget = "update dataset set recent_batches = '[]' where project_id = $1"
    await transaction.run({ name: 'test_forget_batches', text: forget }, [other.project.datasetId])
    await transaction.commit()
    for (const entered of [cardEntry(card), { pan: TEST_CARDS.approvedWellKnown }]) {
      const register = other.registerInput()
      const { paymentMethod } = other.payInput({ id: register.orderId }, entered)
      const { result, order } = await other.execute('instantRefund', { register, paymentMethod })
      const { status, actionCode, refundedAmount, dueAt } = order
      assert.deepEqual(
        [result, status, actionCode, refundedAmount, dueAt],
        ['declined', 6, 123, 0, null],
      )
    }
    const refusals = (await other.rows('journalEntry')).filter(({ kind }) => kind === 'refund')
    assert.deepEqual(
      refusals.map(({ approved, amount, sourceCardId }) => [approved, amount, sourceCardId]),
      [
        [false, 2000, card.id],
        [false, 2000, null],
      ],
    )
  })

  test('advances the clock up to the end of the calendar, but never back', async () => {
    const other = await PaymentSandbox.open(database)
    const end = Date.UTC(9999, 0, 1)
    const move = async (to: number) => {
      try {
        return (await other.execute('moveClock', { move: { kind: 'set', to } })).now
      } catch (error) {
        assert.ok(error instanceof Fault)
        return [error.code, error.member]
      }
    }
    assert.deepEqual(await move(end + 1), ['parameter-invalid', 'set'])
    assert.deepEqual(await move(Number.NaN), ['parameter-invalid', 'set'])
    const { lastAt } = await other.dataset()
    assert.deepEqual(await move(lastAt - 1), ['clock-backwards', 'set'])
    assert.equal(await move(lastAt), lastAt)
    assert.equal(await move(end), end)
    await assert.rejects(other.advance(1), { code: 'parameter-invalid', member: 'advance' })
  })
})
