// The exchanges of a project, as listeners in the process receive them.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Exchange } from '../../src/activity/exchange.ts'
import { oneDatabase, onEveryDatabase } from '../kit/databases.ts'
import { IssuerV2, transferBody } from '../kit/issuer-v2.ts'
import { newIssuerV1, p2p } from '../kit/issuer-v1.ts'
import { cardForm, merchantOf } from '../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { SimulatedCard } from '../kit/simulated-card.ts'
import { TEST_CARDS, UNKNOWN_PAN } from '../kit/test-cards.ts'

onEveryDatabase('The feed of exchanges', (database) => {
  let sandbox: Sandbox
  before(async () => {
    // The tests listen to the feed of the engine thread.
    sandbox = await startSandbox(database, { config: { threads: 1 } })
  })
  after(() => sandbox.close())

  /** Creates a project, and returns it with the exchanges that it receives. */
  async function heard() {
    const project = await sandbox.newProject()
    const exchanges: Exchange[] = []
    const { exchanges: feed } = sandbox.sandcard.service
    const stop = feed.subscribe(project.number, (exchange) => exchanges.push(exchange))
    return { project, exchanges, stop }
  }

  const last = (exchanges: readonly Exchange[]): Exchange => {
    const exchange = exchanges.at(-1)
    assert.ok(exchange !== undefined, 'an exchange was published')
    return exchange
  }

  test('a declined transfer of B names its entry and both cards', async () => {
    const { project, exchanges } = await heard()
    const issuer = new IssuerV2(sandbox, project)
    const from = await issuer.newCard()
    const to = await issuer.newCard()
    const answer = await issuer.call('POST', '/transfers', transferBody(from, to, 500))
    const exchange = last(exchanges)
    const { api, operation, method, path, status, errorCode, outcome } = exchange
    assert.deepEqual(
      { api, operation, method, path, status, errorCode, outcome },
      {
        api: 'B',
        operation: 'createTransfer',
        method: 'POST',
        path: '/v2/transfers',
        status: 201,
        errorCode: null,
        outcome: 'declined',
      },
    )
    assert.equal(exchange.requestId, answer.headers['request-id'])
    const { id } = answer.json as { id: string }
    assert.deepEqual(
      new Set(exchange.ids.map(({ kind, id: each }) => `${kind} ${each}`)),
      new Set([`entry ${id}`, `card ${from.id}`, `card ${to.id}`]),
    )
    assert.ok(!JSON.stringify(exchange.request.body).includes(from.number), 'numbers are masked')
    assert.equal(exchange.request.headers['x-api-key'], '***')
  })

  test('an error of C with status 200 has the outcome "refused" and its code', async () => {
    const { project, exchanges } = await heard()
    const merchant = merchantOf(sandbox, project)
    await merchant.call('getOrderStatusExtended', { orderId: 'none' })
    const { status, outcome, errorCode } = last(exchanges)
    assert.deepEqual({ status, outcome }, { status: 200, outcome: 'refused' })
    assert.ok(Number(errorCode) > 0, String(errorCode))
  })

  test('a payment of C is approved or declined, and no card data is stored', async () => {
    const { project, exchanges } = await heard()
    const merchant = merchantOf(sandbox, project)
    for (const [card, outcome] of [
      [TEST_CARDS.approved, 'approved'],
      [TEST_CARDS.declined, 'declined'],
    ] as const) {
      const orderId = await merchant.register()
      await merchant.pay(orderId, cardForm(orderId, card))
      const exchange = last(exchanges)
      assert.equal(exchange.outcome, outcome)
      assert.ok(exchange.ids.some(({ kind, id }) => kind === 'order' && id === orderId))
      const form = new URLSearchParams(exchange.request.body ?? '')
      assert.deepEqual([form.get('$CVC'), form.get('password')], ['***', '***'])
      assert.match(form.get('$PAN') ?? '', /^\d{6}\*+\d{4}$/)
    }
  })

  test('a refusal of A has the outcome "refused", a declined transfer the outcome "declined"', async () => {
    const { project, exchanges } = await heard()
    const issuer = await newIssuerV1(sandbox, project)
    const [from, to] = [await issuer.card(), await issuer.card()]
    await issuer.call('p2pTransfer', p2p(from.cardNumber, to.cardNumber, 500))
    assert.deepEqual(
      [last(exchanges).outcome, last(exchanges).errorCode !== null],
      ['declined', true],
    )
    await issuer.call('p2pTransfer', p2p(from.cardNumber, UNKNOWN_PAN, 500))
    assert.deepEqual(
      [last(exchanges).outcome, last(exchanges).errorCode !== null],
      ['refused', true],
    )
    assert.equal(last(exchanges).request.headers['authorization'], 'Basic ***')
  })

  test('a declined simulation has the outcome "declined" and its response code', async () => {
    const { project, exchanges } = await heard()
    const at = await SimulatedCard.open(sandbox, 1_000, project)
    await at.authorise({ amount: 1_000 })
    assert.deepEqual([last(exchanges).outcome, last(exchanges).errorCode], ['approved', null])
    await at.authorise({ amount: 1 })
    assert.deepEqual([last(exchanges).outcome, last(exchanges).errorCode], ['declined', '51'])
  })

  const TEXTS = [
    { of: '2^53 + 1', sent: '{"a":9007199254740993}', logged: '{"a":9007199254740993}' },
    {
      of: 'a card number of 19 digits',
      sent: '{"a":6759649826438453128}',
      logged: '{"a":"675964*********3128"}',
    },
    { of: 'malformed JSON', sent: '{"a":"4111111111111111"', logged: '{"a":"411111******1111"' },
  ]
  const PATHS = {
    A: '/v1/apigate/ws/rest/registerCustomer',
    B: '/v2/transfers',
    control: '/control/v1/clock',
  }
  for (const [api, path] of Object.entries(PATHS))
    for (const { of, sent, logged } of TEXTS)
      test(`a request of ${api} with ${of} contains the body as it was sent, and no card number`, async () => {
        const { project, exchanges } = await heard()
        const { interfaceA, interfaceB } = project.secrets
        const basic = Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')
        await sandbox.call('POST', path, {
          headers: {
            ...(api === 'A'
              ? { authorization: `Basic ${basic}` }
              : { 'x-api-key': interfaceB.apiKey }),
            'content-type': 'application/json',
          },
          body: sent,
        })
        assert.equal(last(exchanges).request.body, logged)
      })

  test("a payer's page belongs to the project of its order", async () => {
    const { project, exchanges } = await heard()
    const merchant = merchantOf(sandbox, project)
    const orderId = await merchant.register()
    const login = project.secrets.interfaceC.userName.replace('-api', '')
    await sandbox.call('GET', `/payment/merchants/${login}/payment_en.html?mdOrder=${orderId}`)
    const { api, ids, response } = last(exchanges)
    assert.deepEqual([api, ids, response.body], ['page', [{ kind: 'order', id: orderId }], null])
  })

  test('a listener only receives exchanges of its own project, until it stops', async () => {
    const { project, exchanges, stop } = await heard()
    const other = await heard()
    await new IssuerV2(sandbox, project).call('GET', '/cards/1')
    stop()
    await new IssuerV2(sandbox, project).call('GET', '/cards/1')
    assert.deepEqual([exchanges.length, other.exchanges.length], [1, 0])
  })
})

describe('A response without a project', () => {
  test('has a request id on every interface', async () => {
    const sandbox = await startSandbox(oneDatabase)
    try {
      for (const path of [
        '/v1/apigate/ws/rest/none',
        '/v2/none',
        '/payment/none',
        '/control/v1/none',
      ])
        assert.ok(
          (await sandbox.call('GET', path)).headers['request-id'] !== undefined,
          `${path} has a request id`,
        )
    } finally {
      await sandbox.close()
    }
  })
})
