// A card of the project pays: its account, limits and records change with the order, and a decline
// is recorded on both sides.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeclineCode } from '../../../src/ledger/decline.ts'
import type { LimitName } from '../../../src/issuing/limits.ts'
import type { CommandInput } from '../../../src/registry/commands.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  challengeId,
  DAY,
  type CardEntry,
  cardEntry,
  PaymentSandbox,
} from '../../kit/payment-sandbox.ts'
import type { ProjectCard } from '../../kit/engine-sandbox.ts'

const FUNDS = 50_000

/** Usage of both limit families to which a purchase counts, in each window. */
async function used(sandbox: PaymentSandbox, card: ProjectCard): Promise<readonly number[]> {
  const { spending, ecommerce } = await sandbox.usage(card)
  assert.deepEqual(spending, ecommerce)
  return [spending.day, spending.month, spending.year]
}

onEveryDatabase('A card of the project', (database) => {
  test('is charged immediately, after a challenge or without one, as the setting says', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(FUNDS)
    assert.equal((await sandbox.paidOrder(card)).progress.payment?.threeDsType, 'SSL')
    await sandbox.execute('changeSettings', { settings: { issuedCardChallenge: 'frictionless' } })
    const frictionless = await sandbox.paidOrder(card)
    assert.equal(frictionless.progress.payment?.threeDsType, 'THREE_DS2_FRICTIONLESS')
    await sandbox.execute('changeSettings', { settings: { issuedCardChallenge: 'challenge' } })
    const order = await sandbox.challengedOrder(cardEntry(card))
    assert.deepEqual(await sandbox.balance(card), [46_000, 0, 46_000])
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    assert.equal((await sandbox.finish(order)).order.status, 2)
    assert.deepEqual(await sandbox.balance(card), [44_000, 0, 44_000])
    const codes = (await sandbox.records(card)).map(
      ({ entry: operation }) => operation.details.posDataCode,
    )
    assert.deepEqual(codes, ['100050U00130', '100050S00130', '100050S00130'])
  })

  test('is checked again after its challenge, and declines if it was blocked meanwhile', async () => {
    const sandbox = await PaymentSandbox.open(database, { issuedCardChallenge: 'challenge' })
    const card = await sandbox.card(FUNDS)
    const order = await sandbox.challengedOrder(cardEntry(card))
    await sandbox.answer(order, { kind: 'code', code: '123456' })
    await sandbox.setCardStatus(card, 'blocked')
    const { order: declined } = await sandbox.execute('finishPayment', {
      orderId: order.id,
      challengeId: challengeId(order),
      status: 'Y',
    })
    assert.deepEqual([declined.status, declined.actionCode], [0, 4])
  })

  test('has a hold on its account until a part is captured and the rest released', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(FUNDS)
    const order = await sandbox.paidOrder(card, { twoStage: true, amount: 4000 })
    assert.deepEqual(await sandbox.balance(card), [FUNDS, 4000, 46_000])
    assert.deepEqual(await used(sandbox, card), [4000, 4000, 4000])
    await sandbox.execute('captureOrder', { order: { id: order.id }, amount: 3000 })
    assert.deepEqual(await sandbox.balance(card), [47_000, 0, 47_000])
    assert.deepEqual(await used(sandbox, card), [3000, 3000, 3000])
    await sandbox.execute('refundOrder', { order: { id: order.id }, amount: 1000 })
    assert.deepEqual(await sandbox.balance(card), [48_000, 0, 48_000])
    assert.deepEqual(await used(sandbox, card), [2000, 2000, 2000])
  })

  test('has records that agree with the order', async () => {
    const sandbox = await PaymentSandbox.open(database, {
      mcc: 5812,
      merchantName: 'Café',
      terminalId: '87654321',
    })
    const card = await sandbox.card(FUNDS)
    const held = await sandbox.paidOrder(card, { twoStage: true, amount: 4000 })
    await sandbox.execute('captureOrder', { order: { id: held.id }, amount: 3000 })
    const refunded = await sandbox.execute('refundOrder', { order: { id: held.id }, amount: 1000 })
    const reversed = await sandbox.paidOrder(card, { twoStage: true, amount: 500 })
    await sandbox.execute('reverseOrder', { order: { id: reversed.id } })
    const records = await sandbox.records(card)
    assert.deepEqual(
      records.map(({ type, direction, amount, reversal }) => [type, direction, amount, reversal]),
      [
        ['774', 'DEBIT', 4000, false],
        ['737', 'DEBIT', 3000, false],
        ['775', 'CREDIT', 1000, false],
        ['774', 'DEBIT', 500, false],
        ['774', 'CREDIT', 500, true],
      ],
    )
    for (const { entry: operation, responseCode } of records) {
      const { mcc, merchantName, terminalId } = operation.details
      assert.deepEqual([mcc, merchantName, terminalId], [5812, 'Café', '87654321'])
      assert.equal(responseCode, -1)
    }
    const approvals = records.map(({ authorizationId }) => authorizationId)
    const first = held.progress.payment?.approvalCode
    const second = reversed.progress.payment?.approvalCode
    const [refund] = refunded.progress.refunds
    assert.deepEqual(approvals, [first, first, refund?.approvalCode, second, second])
    const numbers = records.map(({ utrnno }) => String(utrnno).padStart(12, '0'))
    assert.equal(numbers[0], held.progress.payment?.rrn)
    assert.equal(numbers[2], refund?.rrn)
    assert.equal(numbers[3], reversed.progress.payment?.rrn)
  })

  test('regains limits only in the windows in which they were used', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(FUNDS)
    const { id } = await sandbox.paidOrder(card, { amount: 4000 })
    const over = { twoStage: true, amount: 600 }
    const hold = await sandbox.paidOrder(card, over)
    await sandbox.advance(DAY)
    await sandbox.paidOrder(card, { amount: 100 })
    await sandbox.execute('refundOrder', { order: { id }, amount: 1000 })
    assert.deepEqual(await used(sandbox, card), [100, 3700, 3700])
    await sandbox.advance(DAY)
    await sandbox.execute('reverseOrder', { order: { id: hold.id } })
    await sandbox.paidOrder(card, { amount: 7 })
    // 1 February: only the window of the year continues.
    assert.deepEqual(await used(sandbox, card), [7, 7, 3107])
  })

  test('is captured, reversed and refunded in any status', async () => {
    const sandbox = await PaymentSandbox.open(database)
    for (const status of ['blocked', 'lost', 'stolen'] as const) {
      const card = await sandbox.card(FUNDS)
      const over = { twoStage: true, amount: 1000 }
      const [captured, reversed] = [
        await sandbox.paidOrder(card, over),
        await sandbox.paidOrder(card, over),
      ]
      await sandbox.setCardStatus(card, status)
      await sandbox.execute('captureOrder', { order: { id: captured.id }, amount: 0 })
      await sandbox.execute('reverseOrder', { order: { id: reversed.id } })
      assert.deepEqual(await sandbox.balance(card), [49_000, 0, 49_000])
      if (status !== 'blocked') await sandbox.reissue(card, status)
      await sandbox.execute('refundOrder', { order: { id: captured.id }, amount: 400 })
      assert.deepEqual(await sandbox.balance(card), [49_400, 0, 49_400])
    }
  })

  test('cannot be overdrawn by concurrent payments', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(1000)
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        sandbox.register({ amount: 130, twoStage: n % 2 === 0 }),
      ),
    )
    const answers = await Promise.all(orders.map((order) => sandbox.pay(order, cardEntry(card))))
    assert.equal(answers.filter(({ result }) => result === 'approved').length, 7)
    const [, , available] = await sandbox.balance(card)
    assert.equal(available, 90)
  })

  test('declines its binding with 101 once it has expired, and its records show the reason', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const card = await sandbox.card(FUNDS)
    const client = { clientId: 'client' }
    const { progress } = await sandbox.paidOrder({ ...cardEntry(card), keepCard: true }, client)
    const bindingId = progress.payment?.bindingId
    assert.ok(bindingId !== undefined)
    await sandbox.execute('moveClock', { move: { kind: 'set', to: Date.UTC(2040, 0, 1) } })
    const order = await sandbox.register({ ...client, features: ['AUTO_PAYMENT'] })
    const paymentMethod = { kind: 'binding', bindingId, cvc: null } as const
    const paid = await sandbox.pay(order, cardEntry(card), { paymentMethod })
    assert.deepEqual([paid.result, paid.order.actionCode], ['declined', 101])
    const record = (await sandbox.records(card)).at(-1)
    assert.deepEqual([record?.direction, record?.responseCode], ['NOOP', 101])
    assert.equal(record?.entry.details.decline?.code, 'expired')
  })

  type Case = {
    readonly code: DeclineCode
    readonly actionCode: number
    readonly recorded: number
    readonly enter?: (card: ProjectCard) => CardEntry
    readonly order?: Partial<CommandInput<'registerOrder'>>
    readonly before?: (sandbox: PaymentSandbox, card: ProjectCard) => Promise<unknown>
  }
  const limit = (name: LimitName, value: number) => (sandbox: PaymentSandbox, card: ProjectCard) =>
    sandbox.execute('changeLimits', {
      cardId: card.id,
      limits: [{ name, value, cycleType: 0, cycleLength: 1 }],
    })
  const declines: readonly Case[] = [
    { code: 'currency', actionCode: 110, recorded: 110, order: { currency: 840 } },
    {
      code: 'wrong-expiry',
      actionCode: 101,
      recorded: 101,
      enter: (card) => ({ ...cardEntry(card), expiry: card.expiry + 100 }),
    },
    {
      code: 'wrong-cvc',
      actionCode: 82,
      recorded: 122,
      enter: (card) => ({ ...cardEntry(card), cvc: card.cvc === '000' ? '001' : '000' }),
    },
    {
      code: 'blocked',
      actionCode: 4,
      recorded: 104,
      before: (sandbox, card) => sandbox.setCardStatus(card, 'blocked'),
    },
    {
      code: 'lost',
      actionCode: 208,
      recorded: 208,
      before: (sandbox, card) => sandbox.setCardStatus(card, 'lost'),
    },
    {
      code: 'stolen',
      actionCode: 208,
      recorded: 209,
      before: (sandbox, card) => sandbox.setCardStatus(card, 'stolen'),
    },
    {
      code: 'replaced',
      actionCode: 125,
      recorded: 125,
      before: (sandbox, card) => sandbox.reissue(card),
    },
    { code: 'insufficient-funds', actionCode: 116, recorded: 116, order: { amount: FUNDS + 1 } },
    { code: 'limit-exceeded', actionCode: 121, recorded: 121, before: limit('LMTP0109', 1999) },
    { code: 'limit-exceeded', actionCode: 121, recorded: 121, before: limit('LMTP0111', 1999) },
  ]
  for (const { code, actionCode, recorded, enter = cardEntry, order, before } of declines)
    test(`declines with ${actionCode} for ${code}, and its records show the reason`, async () => {
      const sandbox = await PaymentSandbox.open(database)
      const card = await sandbox.card(FUNDS)
      await before?.(sandbox, card)
      const known = (await sandbox.records(card)).length
      const { result, order: declined } = await sandbox.pay(
        await sandbox.register(order),
        enter(card),
      )
      assert.deepEqual([result, declined.status, declined.actionCode], ['declined', 0, actionCode])
      assert.equal(declined.progress.payment?.approvalCode, undefined)
      const [record, ...more] = (await sandbox.records(card)).slice(known)
      assert.ok(record !== undefined && more.length === 0)
      assert.deepEqual(
        [record.type, record.direction, record.amount, record.requestAmount, record.responseCode],
        ['774', 'NOOP', 0, declined.amount, recorded],
      )
      assert.equal(record.entry.details.decline?.code, code)
      assert.equal(record.entry.orderId, declined.id)
      assert.deepEqual(await sandbox.balance(card), [FUNDS, 0, FUNDS])
      assert.equal((await sandbox.usage(card)).spending.day, 0)
    })
})
