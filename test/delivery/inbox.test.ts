// Callbacks in the control API: recorded, resent, and listed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { bodyOf, type ProblemShape } from '../kit/control.ts'
import { answer, Receiver } from '../kit/callback-receiver.ts'
import { type CallbackShape, CallbackMerchant } from '../kit/callback-merchant.ts'
import { TEST_CARDS } from '../kit/test-cards.ts'

onEveryDatabase('The list of callbacks', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const resend = (merchant: CallbackMerchant, { id }: { id: string }) =>
    merchant.call('POST', `/control/v1/callbacks/${id}/resend`)

  test('records callbacks while no URL is set, and sends them on request once there is one', async () => {
    const receiver = await Receiver.open()
    const merchant = await CallbackMerchant.open(sandbox)
    const order = await merchant.pay({ twoStage: true })
    await merchant.deposit(order)
    const inbox = await merchant.inbox()
    assert.deepEqual(
      inbox.map(({ operation, state, url, nextAttemptAt, attempts }) => [
        operation,
        state,
        url,
        nextAttemptAt,
        attempts.length,
      ]),
      [
        ['approved', 'captured', null, null, 0],
        ['deposited', 'captured', null, null, 0],
      ],
    )
    const [approved, deposited] = inbox
    assert.ok(approved !== undefined && deposited !== undefined)
    assert.equal(approved.parameters['mdOrder'], order.id)
    const refused = bodyOf<ProblemShape>(await resend(merchant, deposited), 422)
    assert.match(refused.detail, /Set callbackUrl first/)
    await merchant.changeSettings({ callbackUrl: receiver.url() })
    const queued = bodyOf<CallbackShape>(await resend(merchant, deposited), 202)
    assert.equal(queued.url, receiver.url())
    assert.equal(queued.state, 'waiting')
    const [received] = await receiver.until(1)
    assert.equal(received?.parameters.get('operation'), 'deposited')
    await merchant.inboxInStates('captured', 'delivered')
    for (const state of ['captured', 'delivered'] as const) {
      const listed = await merchant.inbox(`?state=${state}`)
      assert.deepEqual(
        listed.map((callback) => callback.state),
        [state],
      )
    }
    await receiver.close()
  })

  test('keeps failed callbacks, and resends one or all of them', async () => {
    const receiver = await Receiver.open()
    receiver.usual = answer(500)
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay()
    await merchant.pay()
    await merchant.inboxOnce((inbox) => inbox.every(({ attempts }) => attempts.length === 1))
    await merchant.advance('PT76H')
    for (const { attempts, nextAttemptAt } of await merchant.inboxInStates('failed', 'failed')) {
      assert.equal(attempts.length, 2)
      assert.equal(nextAttemptAt, null)
    }
    receiver.usual = answer(200)
    const before = receiver.received.length
    const all = bodyOf<{ resent: number }>(
      await merchant.call('POST', '/control/v1/callbacks/resend', { state: 'failed' }),
      202,
    )
    assert.equal(all.resent, 2)
    await receiver.until(before + 2)
    const [first] = await merchant.inboxInStates('delivered', 'delivered')
    assert.ok(first !== undefined)
    const none = bodyOf<{ resent: number }>(
      await merchant.call('POST', '/control/v1/callbacks/resend'),
      202,
    )
    assert.equal(none.resent, 0)
    bodyOf(await resend(merchant, first), 202)
    await receiver.until(before + 3)
    assert.equal(receiver.received.at(-1)?.parameters.get('mdOrder'), first.orderId)
    await receiver.close()
  })

  test('filters, counts and resends failing callbacks separately from failed ones', async () => {
    const receiver = await Receiver.open()
    receiver.usual = answer(500)
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    const failed = await merchant.pay()
    await merchant.inboxOnce((inbox) => inbox.every(({ attempts }) => attempts.length === 1))
    await merchant.advance('PT76H')
    await merchant.inboxInStates('failed')
    const retried = await merchant.pay()
    await merchant.inboxOnce((inbox) => inbox.every(({ failures }) => failures > 0))
    receiver.usual = answer(200)
    const delivered = await merchant.pay()
    await merchant.inboxInStates('failed', 'waiting', 'delivered')
    // prettier-ignore
    const LISTED: readonly (readonly [state: string, orders: readonly { readonly id: string }[]])[] = [
      ['failing',   [failed, retried]],
      ['failed',    [failed]],
      ['retrying',  [retried]],
      ['untried',   []],
      ['waiting',   [retried]],
      ['delivered', [delivered]],
      ['captured',  []],
    ]
    const inState = async (query: string) =>
      (await merchant.inbox(`?state=${query}`)).map(({ orderId }) => orderId)
    for (const [state, orders] of LISTED) {
      assert.deepEqual(
        await inState(state),
        orders.map(({ id }) => id),
        state,
      )
      assert.equal(
        (await inState(`${state}&orderId=${retried.id}`)).length,
        Number(orders.includes(retried)),
        state,
      )
    }
    const counts = async (query = '') =>
      bodyOf(await merchant.call('GET', `/control/v1/callbacks/counts${query}`), 200)
    const one = { failed: 1, waiting: 1, untried: 0, retrying: 1, delivered: 1, captured: 0 }
    assert.deepEqual(await counts(), { all: 3, failing: 2, ...one, most: 1000 })
    assert.deepEqual(await counts('?most=2'), { all: 2, failing: 2, ...one, most: 2 })
    assert.deepEqual(await counts('?most=1'), { all: 1, failing: 1, ...one, most: 1 })
    for (const most of ['0', '1001', 'all'])
      bodyOf(await merchant.call('GET', `/control/v1/callbacks/counts?most=${most}`), 400)
    const resend = async (body: object) =>
      bodyOf(await merchant.call('POST', '/control/v1/callbacks/resend', body), 202)
    assert.deepEqual(await resend({ state: 'failing' }), { resent: 2, more: false })
    await merchant.inboxInStates('delivered', 'delivered', 'delivered')
    assert.deepEqual(await resend({ state: 'failing' }), { resent: 0, more: false })
    const [first, second] = await merchant.inbox()
    const before = receiver.received.length
    const ids = [first?.id, second?.id, second?.id, '999999', 'none']
    assert.deepEqual(await resend({ ids }), { resent: 2, more: false })
    await receiver.until(before + 2)
    await merchant.inboxInStates('delivered', 'delivered', 'delivered')
    await receiver.close()
  })

  test('does not send a callback twice at the same time if it is resent while being sent', async () => {
    const receiver = await Receiver.open()
    const held: (() => void)[] = []
    receiver.usual = (response) => held.push(() => response.writeHead(200).end())
    const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
    await merchant.pay()
    await receiver.until(1)
    const [callback] = await merchant.inbox()
    bodyOf(await resend(merchant, callback ?? { id: '' }), 202)
    for (const release of held.splice(0)) release()
    await merchant.inboxInStates('delivered')
    assert.equal(receiver.received.length, 1)
    await receiver.close()
  })

  test('is read page by page, newest first, by state and by order', async () => {
    const merchant = await CallbackMerchant.open(sandbox)
    const orders = [await merchant.pay(), await merchant.pay(), await merchant.pay()]
    const ids: (string | null)[] = []
    let cursor = ''
    for (;;) {
      const page = bodyOf<{ items: CallbackShape[]; nextCursor: string | null }>(
        await merchant.call('GET', `/control/v1/callbacks?limit=2${cursor}`),
        200,
      )
      ids.push(...page.items.map(({ orderId }) => orderId))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    assert.deepEqual(ids, orders.map(({ id }) => id).reverse())
    const [, second] = orders
    assert.deepEqual(
      (await merchant.inbox(`?orderId=${second?.id ?? ''}`)).map(({ orderId }) => orderId),
      [second?.id],
    )
    const numbered = async (number: string) =>
      (await merchant.inbox(`?orderNumber=${number}`)).map(({ orderId }) => orderId)
    assert.deepEqual(await numbered(second?.number ?? ''), [second?.id])
    assert.deepEqual(await numbered('unknown'), [])
    assert.equal((await merchant.inbox('?state=captured')).length, 3)
    assert.equal((await merchant.inbox('?state=failed')).length, 0)
    const [newest] = (await merchant.inbox()).slice(-1)
    const one = await merchant.call('GET', `/control/v1/callbacks/${newest?.id ?? ''}`)
    const { signing, ...callback } = bodyOf<CallbackShape & { signing: unknown }>(one, 200)
    assert.deepEqual(callback, newest)
    assert.ok(signing)
    assert.ok(!one.text.includes(TEST_CARDS.approvedWellKnown))
  })

  test('refuses invalid filters and unknown ids', async () => {
    const merchant = await CallbackMerchant.open(sandbox)
    const other = await CallbackMerchant.open(sandbox)
    await other.pay()
    const [foreign] = await other.inbox()
    for (const [method, path, status] of [
      ['GET', `/callbacks/${foreign?.id ?? ''}`, 404],
      ['POST', `/callbacks/${foreign?.id ?? ''}/resend`, 404],
      ['GET', '/callbacks/abc', 404],
      ['GET', '/callbacks/99999999999999999999', 404],
      ['GET', '/callbacks?limit=0', 400],
      ['GET', '/callbacks?limit=201', 400],
      ['GET', '/callbacks?cursor=x', 422],
      ['GET', '/callbacks?state=lost', 400],
      ['GET', '/callbacks?orderId=%00', 400],
      ['GET', '/callbacks?unknown=1', 400],
      ['DELETE', '/callbacks', 405],
    ] as const)
      bodyOf(await merchant.call(method, `/control/v1${path}`), status)
    const settings = (body: object) => merchant.call('PATCH', '/control/v1/project', body)
    for (const body of [
      { callbackUrl: 'http://shop.example.com/\0' },
      { callbackParameters: ['pan'] },
      { callbackParameters: ['amount', 'amount'] },
      { gatewayCurrencies: ['000'] },
      { merchantName: '' },
      { merchantName: 'x'.repeat(65) },
      { mcc: 10_000 },
      { terminalId: '123' },
      { outcomeRules: [{ match: { panPrefix: '4242424' }, outcome: {} }] },
      { outcomeRules: [{ match: {}, outcome: { actionCode: 123_456 } }] },
      { outcomeRules: [{ match: { amountFrom: 2, amountTo: 1 }, outcome: {} }] },
      ...[0, 1001, 1.5, '1', null].map((times) => ({
        outcomeRules: [{ match: {}, outcome: {}, times }],
      })),
      ...['', '0', 'x', '1'.repeat(16), 1].map((cardId) => ({
        outcomeRules: [{ match: { cardId }, outcome: {} }],
      })),
      { outcomeRules: ['a', 'a'].map((id) => ({ id, match: {}, outcome: {} })) },
      { outcomeRules: Array.from({ length: 101 }, () => ({ match: {}, outcome: {} })) },
    ])
      bodyOf(await settings(body), 422)
    for (const body of [
      { state: 'all' },
      { ids: [] },
      { ids: Array.from({ length: 201 }, String) },
    ])
      bodyOf(await merchant.call('POST', '/control/v1/callbacks/resend', body), 422)
    const keys = (body: object) => merchant.call('POST', '/control/v1/callback-keys', body)
    bodyOf(await keys({ alias: 'a b' }), 422)
    bodyOf(await keys({ key: '' }), 422)
    bodyOf(await keys({ alias: 'callbackKey' }), 422)
    for (let count = 2; count <= 10; count++) bodyOf(await keys({}), 201)
    bodyOf(await keys({}), 422)
    const view = bodyOf<{ settings: Record<string, unknown> }>(
      await settings({
        outcomeRules: [{ match: { panSuffix: '0002' }, outcome: { actionCode: 116 }, times: 1 }],
        gatewayCurrencies: ['978'],
      }),
      200,
    )
    assert.deepEqual(view.settings['outcomeRules'], [
      {
        id: 'rule-1',
        match: { panSuffix: '0002' },
        outcome: { flow: 'ssl', version: 2, code: '123456', actionCode: 116 },
        times: 1,
      },
    ])
    assert.deepEqual(view.settings['gatewayCurrencies'], ['978'])
  })
})
