// GET /control/v1/overview: its figures match the lists that it summarises.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bucketsUntil, OVERVIEW_RANGES } from '../../../src/api/control/overview.ts'
import { connect, type SandboxProject } from '../../../src/index.ts'
import { orderSeries } from '../../../src/store/reads/overview.ts'
import { type ProblemShape, bodyOf } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const MINUTE_MS = 60_000

onEveryDatabase('GET /control/v1/overview', (database) => {
  let sandbox: Sandbox
  let seeded: SandboxProject
  before(async () => {
    sandbox = await startSandbox(database)
    seeded = await connect(sandbox.url).project('seeded')
    await seeded.control.moveClock({ freeze: true })
    await seeded.control.seedProject({ seed: 1 })
  })
  after(() => sandbox.close())

  for (const range of OVERVIEW_RANGES)
    test(`counts the same orders in ${range} as the lists return`, async () => {
      const { control } = seeded
      const overview = await control.getOverview({ range })
      assert.equal(overview.range, range)
      const listed = async (filter: 'all' | 'declined', from: string, until: string) => {
        const query = { filter, createdFrom: from, createdUntil: until, limit: '200' }
        return (await control.listOrders(query)).items
      }
      const isApproved = ({ status }: { status: string }) =>
        ['held', 'deposited', 'refunded', 'reversed'].includes(status)
      for (const each of [overview, ...overview.buckets]) {
        const all = await listed('all', each.from, each.until)
        assert.equal(each.approved, all.filter(isApproved).length)
        const declined = await listed('declined', each.from, each.until)
        assert.equal(each.declined, declined.length, `${each.from} declined`)
      }
      assert.equal(overview.registered, (await listed('all', overview.from, overview.until)).length)
      assert.ok(overview.approved > 0 && overview.declined > 0)
      assert.equal(overview.countedFrom, null)
    })

  test('counts open holds and failing callbacks as their lists do', async () => {
    const { control } = seeded
    const overview = await control.getOverview()
    const holds = await control.listOrders({ filter: 'held' })
    assert.deepEqual(overview.openHolds, { count: holds.items.length, hasMore: false })
    assert.equal(overview.expiringHolds.length, 1)
    const failing = await control.listCallbacks({ state: 'failing' })
    const again = await control.getOverview()
    // Deliveries are attempted in the meantime.
    assert.ok(overview.failing.count <= failing.items.length)
    assert.ok(failing.items.length <= again.failing.count)
  })

  test('refuses an unknown range', async () => {
    const headers = { 'X-API-KEY': seeded.interfaceB.apiKey }
    const answer = await sandbox.call('GET', '/control/v1/overview?range=1y', { headers })
    assert.equal(bodyOf<ProblemShape>(answer, 400).code, 'invalid-parameter')
  })

  const overviewOf = (merchant: Merchant) =>
    connect(sandbox.url)
      .open(merchant.project.secrets.interfaceB.apiKey)
      .then(({ control }) => control.getOverview({ range: '1h' }))

  test('returns each order once with its steps, the latest activity first', async () => {
    const merchant = await newMerchant(sandbox)
    const captured = await merchant.heldOrder({ orderNumber: 'captured' })
    await merchant.callOk('deposit', { orderId: captured, amount: 500 })
    await merchant.callOk('refund', { orderId: captured, amount: 200 })
    await merchant.callOk('refund', { orderId: captured, amount: 300 })
    const reversed = await merchant.heldOrder({ orderNumber: 'reversed' })
    await merchant.callOk('reverse', { orderId: reversed })
    const retried = await merchant.register({ orderNumber: 'retried' })
    for (const $PAN of [TEST_CARDS.noFunds, TEST_CARDS.noFunds, TEST_CARDS.approved])
      await merchant.pay(retried, { $PAN })
    const withdrawn = await merchant.register({ orderNumber: 'withdrawn' })
    await merchant.callOk('decline', { orderId: withdrawn })
    await merchant.register({ orderNumber: 'expired' })
    await merchant.advanceClock(21 * MINUTE_MS)
    await merchant.register({ orderNumber: 'unpaid' })
    const { activity } = await overviewOf(merchant)
    const trails: Record<string, string | undefined> = Object.fromEntries(
      activity.map(({ order }) => [
        order?.number ?? '',
        order?.steps.map(({ step, times }) => (times > 1 ? `${step} ${times}` : step)).join(', '),
      ]),
    )
    assert.deepEqual(trails, {
      captured: 'registered, held, captured, refunded 2',
      reversed: 'registered, held, reversed',
      retried: 'registered, declined 2, paid',
      withdrawn: 'registered, withdrawn',
      expired: 'registered, expired',
      unpaid: 'registered',
    })
    assert.equal(activity[0]?.order?.number, 'unpaid')
    assert.equal(activity[1]?.order?.number, 'expired')
  })

  test('lists the first steps that are completed', async () => {
    const merchant = await newMerchant(sandbox)
    const none = {
      paid: false,
      callbackUrl: false,
      callbackDelivered: false,
      cardIssued: false,
      cardPaid: false,
    }
    assert.deepEqual((await overviewOf(merchant)).firstSteps, none)
    await merchant.paidOrder()
    assert.deepEqual((await overviewOf(merchant)).firstSteps, { ...none, paid: true })
    const { firstSteps } = await seeded.control.getOverview()
    assert.deepEqual(firstSteps, { ...none, paid: true, cardIssued: true, cardPaid: true })
  })

  test('counts the newest orders of a very long range, and reports when they start', async () => {
    const project = await sandbox.sandcard.service.directory.authenticate(
      'b',
      seeded.interfaceB.apiKey,
    )
    assert.ok(project !== undefined)
    const { now } = await seeded.control.getClock()
    const buckets = bucketsUntil(Date.parse(now), '7d')
    const { countedFrom, registered } = await sandbox.sandcard.service.read(
      project,
      (reads, datasetId) => orderSeries(reads, datasetId, buckets, 10),
    )
    assert.ok(countedFrom !== undefined)
    assert.ok(registered > 0 && registered <= 10)
    const { items } = await seeded.control.listOrders({
      createdFrom: new Date(countedFrom).toISOString(),
      limit: '200',
    })
    assert.equal(items.length, registered)
  })
})

describe('The buckets of a range', () => {
  const NOW = Date.UTC(2030, 0, 2, 10, 37)
  for (const [range, from, until, count] of [
    ['1h', Date.UTC(2030, 0, 2, 9, 40), Date.UTC(2030, 0, 2, 10, 40), 12],
    ['24h', Date.UTC(2030, 0, 1, 11), Date.UTC(2030, 0, 2, 11), 24],
    ['7d', Date.UTC(2029, 11, 26, 12), Date.UTC(2030, 0, 2, 12), 28],
  ] as const)
    test(`are whole for ${range}, and the last one contains the current time`, () => {
      const buckets = bucketsUntil(NOW, range)
      assert.deepEqual(buckets, { from, until, widthMs: (until - from) / count })
    })
})
