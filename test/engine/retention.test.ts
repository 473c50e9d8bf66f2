// Retention deletes data that a project no longer keeps, by age in real time, and nothing else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyRetention, type RetentionOptions } from '../../src/engine/retention.ts'
import type { Hold } from '../../src/engine/snapshot-writer.ts'
import { writeLogBatch } from '../../src/store/request-log-statements.ts'
import { EXPIRED_ORDERS } from '../../src/store/retention-statements.ts'
import { transact } from '../../src/store/store.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { START } from '../kit/engine-sandbox.ts'
import { cardEntry, DAY, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { assertRowsCounted } from '../kit/stored-rows.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

const HOUR = DAY / 24
/** Real time of the first visit. The clocks of the projects are frozen. */
const FIRST = START

onEveryDatabase('Retention', (database) => {
  const visit = (
    { process }: PaymentSandbox,
    at: number,
    options: Partial<RetentionOptions> = {},
  ): Promise<void> =>
    applyRetention(process.store, {
      serviceMaxDays: 0,
      hold: process.engine.hold.bind(process.engine),
      now: () => at,
      ...options,
    })

  /** Orders in every state that matters, and the ids of those that retention may delete. */
  async function fill(sandbox: PaymentSandbox) {
    const card = await sandbox.card(100_000)
    const approved = { pan: TEST_CARDS.approved }
    const paid = await sandbox.paidOrder(cardEntry(card))
    const refunded = await sandbox.paidOrder(approved)
    await sandbox.execute('refundOrder', { order: { id: refunded.id }, amount: 500 })
    const expiring = await sandbox.register({ sessionTimeoutSecs: 60 })
    const held = await sandbox.paidOrder(cardEntry(card), { twoStage: true })
    const { request } = sandbox.registerInput()
    const dynamicCallbackUrl = 'https://shop.example/callback'
    const waiting = await sandbox.paidOrder(approved, {
      request: { ...request, dynamicCallbackUrl },
    })
    await sandbox.advance(HOUR)
    const open = await sandbox.register({ sessionTimeoutSecs: 60 })
    const expired = [paid, refunded, expiring].map(({ id }) => id)
    return { expired, kept: [held, waiting, open].map(({ id }) => id).sort() }
  }

  const orderIds = async (sandbox: PaymentSandbox): Promise<string[]> =>
    (await sandbox.rows('order')).map(({ id }) => id).sort()

  test('deletes completed orders with their callbacks after their days, but no journal entry', async () => {
    const settings = { orderRetentionDays: 30 }
    const sandbox = await PaymentSandbox.open(database, settings)
    const other = await PaymentSandbox.open(database)
    const { expired, kept } = await fill(sandbox)
    await fill(other)
    const before = { orders: await orderIds(other), callbacks: await other.rows('callback') }
    const entries = await sandbox.rows('journalEntry')
    const accounts = await sandbox.accounts()

    await visit(sandbox, FIRST)
    await visit(sandbox, FIRST + 29 * DAY)
    assert.deepEqual(await orderIds(sandbox), [...expired, ...kept].sort())
    const deleted = { orders: 0, callbacks: 0, requests: 0 }
    await visit(sandbox, FIRST + 31 * DAY, {
      onDeleted: (kind, rows) => (deleted[kind] += rows),
    })

    assert.deepEqual(await orderIds(sandbox), kept)
    const callbacks = await sandbox.rows('callback')
    assert.deepEqual(
      callbacks.filter(({ orderId }) => orderId !== null && expired.includes(orderId)),
      [],
    )
    assert.ok(callbacks.some(({ state }) => state === 'waiting'))
    assert.deepEqual(deleted, { orders: 3, callbacks: 4, requests: 0 })
    assert.deepEqual(await sandbox.rows('journalEntry'), entries)
    assert.deepEqual(await sandbox.accounts(), accounts)
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
    )
    await assertRowsCounted(sandbox.opened.url)
    assert.deepEqual(
      { orders: await orderIds(other), callbacks: await other.rows('callback') },
      before,
    )
  })

  test('makes cached orders unknown, and frees their numbers', async () => {
    const sandbox = await PaymentSandbox.open(database, { orderRetentionDays: 1 })
    const approved = { pan: TEST_CARDS.approved }
    const order = await sandbox.paidOrder(approved, { number: 'again' })
    await sandbox.advance(HOUR)
    await visit(sandbox, FIRST)
    await visit(sandbox, FIRST + 2 * DAY)
    await sandbox.assertRefused('order-not-found', 'refundOrder', {
      order: { id: order.id },
      amount: 1,
    })
    await sandbox.paidOrder(approved, { number: 'again' })
    await assertRowsCounted(sandbox.opened.url)
  })

  test('deletes callbacks alone, but none that will be sent', async () => {
    const sandbox = await PaymentSandbox.open(database, { callbackRetentionDays: 7 })
    const { expired, kept } = await fill(sandbox)
    await visit(sandbox, FIRST)
    await visit(sandbox, FIRST + 8 * DAY)
    assert.deepEqual(await orderIds(sandbox), [...expired, ...kept].sort())
    assert.deepEqual(
      (await sandbox.rows('callback')).map(({ state }) => state),
      ['waiting'],
    )
    await assertRowsCounted(sandbox.opened.url)
  })

  test("applies the service's days if the project has set more or none", async () => {
    const none = await PaymentSandbox.open(database)
    const more = await PaymentSandbox.open(database, { orderRetentionDays: 300 })
    const both = [none, more]
    const kept: string[][] = []
    for (const sandbox of both) kept.push((await fill(sandbox)).kept)
    await visit(none, FIRST, { serviceMaxDays: 10 })
    await visit(none, FIRST + 11 * DAY, { serviceMaxDays: 10 })
    assert.deepEqual(await Promise.all(both.map(orderIds)), kept)
  })

  test('counts real time: advancing the clock deletes nothing', async () => {
    const sandbox = await PaymentSandbox.open(database, { orderRetentionDays: 30 })
    const { expired, kept } = await fill(sandbox)
    await visit(sandbox, FIRST)
    await sandbox.advance(400 * DAY)
    await visit(sandbox, FIRST + DAY)
    assert.deepEqual(await orderIds(sandbox), [...expired, ...kept].sort())
  })

  test('restarts its checkpoints after a snapshot is restored', async () => {
    const sandbox = await PaymentSandbox.open(database, { orderRetentionDays: 30 })
    const { process, project } = sandbox
    const { expired, kept } = await fill(sandbox)
    const all = [...expired, ...kept].sort()
    await visit(sandbox, FIRST)
    await process.directory.snapshots.take(project, 'kept', { rows: 0, bytes: 0 })
    await visit(sandbox, FIRST + 31 * DAY)
    assert.deepEqual(await orderIds(sandbox), kept)
    await process.directory.restore(project.number, 'kept')
    const restored = await process.directory.byNumber(project.number)
    assert.ok(restored !== undefined)
    const again = new PaymentSandbox(sandbox.opened, process, restored)
    for (const days of [31, 32, 60]) {
      await visit(again, FIRST + days * DAY)
      assert.deepEqual(await orderIds(again), all, `after ${days} days`)
    }
    await visit(again, FIRST + 62 * DAY)
    assert.deepEqual(await orderIds(again), kept)
    await assertRowsCounted(sandbox.opened.url)
  })

  test('continues after a stop between two parts, and every part is complete', async () => {
    const sandbox = await PaymentSandbox.open(database, { orderRetentionDays: 30 })
    const count = EXPIRED_ORDERS + 20
    await Promise.all(
      Array.from({ length: count }, () => sandbox.register({ sessionTimeoutSecs: 60 })),
    )
    await sandbox.advance(HOUR)
    await visit(sandbox, FIRST)
    const entries = await sandbox.rows('journalEntry')
    const { engine } = sandbox.process
    let parts = 0
    const hold: Hold = async (datasetId, work) => {
      if (datasetId === sandbox.project.datasetId && (parts += 1) > 1) throw new Error('killed')
      return engine.hold(datasetId, work)
    }
    await assert.rejects(visit(sandbox, FIRST + 31 * DAY, { hold }), /killed/)
    assert.equal((await orderIds(sandbox)).length, 20)
    assert.equal((await sandbox.rows('callback')).length, 20)
    await assertRowsCounted(sandbox.opened.url)
    await visit(sandbox, FIRST + 31 * DAY)
    assert.deepEqual(await orderIds(sandbox), [])
    assert.deepEqual(await sandbox.rows('journalEntry'), entries)
    await assertRowsCounted(sandbox.opened.url)
  })

  test('loses no order that is registered at the same time', async () => {
    const sandbox = await PaymentSandbox.open(database, { orderRetentionDays: 30 })
    const register = () => sandbox.register({ sessionTimeoutSecs: 60 })
    await Promise.all(Array.from({ length: EXPIRED_ORDERS }, register))
    await sandbox.advance(HOUR)
    await visit(sandbox, FIRST)
    const [, ...orders] = await Promise.all([
      visit(sandbox, FIRST + 31 * DAY),
      ...Array.from({ length: 50 }, register),
    ])
    assert.deepEqual(await orderIds(sandbox), orders.map(({ id }) => id).sort())
    await assertRowsCounted(sandbox.opened.url)
  })

  test('deletes old exchanges of the request log, except the newest one', async () => {
    const sandbox = await PaymentSandbox.open(database, { requestLogRetentionDays: 3 })
    const { process, project } = sandbox
    const { datasetId } = project
    const entry = (at: number) => ({
      kind: 'request' as const,
      at,
      requestId: `r${at}`,
      api: 'B',
      operation: 'getCard',
      method: 'GET',
      path: '/v2/cards/1',
      status: 200,
      errorCode: null,
      outcome: 'approved',
      durationUs: 1,
      isDecision: false,
      ids: '[]',
      search: '',
      detail: '{}',
    })
    const write = (days: readonly number[]) =>
      transact(process.store, (transaction) =>
        writeLogBatch(transaction, process.store.dialect, {
          datasetId,
          isAfterGap: false,
          limitOf: () => 1000,
          entries: days.map((day) => entry(FIRST + day * DAY)),
        }),
      )
    const seqs = async (table: string): Promise<number[]> =>
      (
        await process.reads.query(
          {
            name: `all_of_${table}`,
            text: `select seq from ${table} where project_id = $1 order by seq`,
          },
          [datasetId],
        )
      ).map(({ seq }) => Number(seq))
    await write([...Array.from({ length: 300 }, () => 0), 1, 5])
    await visit(sandbox, FIRST + 4.5 * DAY)
    assert.deepEqual(await seqs('request_log'), [302])
    await visit(sandbox, FIRST + 90 * DAY)
    assert.deepEqual(await seqs('request_log_message'), [302])
    await write([91])
    await visit(sandbox, FIRST + 91 * DAY)
    assert.deepEqual(await seqs('request_log'), [303])
  })
})
