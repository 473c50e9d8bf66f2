// Outcome rules beyond payments at C: they apply to transfers and top-ups, set the codes of A and
// B, delay or withhold a response, and duplicate or delay callbacks.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  bodyOf,
  type IssuedCard,
  issueCard,
  projectCall,
  type ProjectCall,
  topUp,
  transfer,
} from '../../kit/control.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const PATH = '/control/v1/outcome-rules'

interface MovementShape {
  readonly status: string
  readonly statusMessage: string
}

onEveryDatabase('Outcome rules for other operations', (database) => {
  let sandbox: Sandbox
  let merchant: Merchant
  let call: ProjectCall
  let one: IssuedCard
  let other: IssuedCard
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const fresh = async (): Promise<void> => {
    merchant = await newMerchant(sandbox)
    call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    one = await issueCard(call)
    other = await issueCard(call)
    bodyOf(await topUp(call, one, 10_000), 201)
  }
  const add = async (match: object, outcome: object, more: object = {}): Promise<void> => {
    bodyOf(await call('POST', PATH, { match, outcome, ...more }), 201)
  }
  const moved = async (amount = 1000): Promise<MovementShape> =>
    bodyOf<MovementShape>(await transfer(call, one, other, amount), 201)
  const creditByA = async (amount: number): Promise<Record<string, unknown>> => {
    const { login, password } = merchant.project.secrets.interfaceA
    const { json } = await sandbox.call('POST', '/v1/apigate/ws/rest/creditCard', {
      headers: {
        authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      },
      body: { cardIdentification: { cardNumber: Number(one.number) }, amount, currency: 978 },
    })
    return json as Record<string, unknown>
  }

  test('set the response code and status message of transfers and top-ups', async () => {
    await fresh()
    await add({ operation: 'createTransfer', amountFrom: 5000 }, { actionCode: 121 })
    await add({ api: 'B', cardId: one.id, amountTo: 100 }, { statusMessage: 'Not today' })
    await add({ api: 'B', operation: 'createTopup', cardId: other.id }, { actionCode: 208 })
    await add({ api: 'A', amountFrom: 700 }, { responseCode: '96' })
    await add({ api: 'A', amountFrom: 600, amountTo: 699 }, { actionCode: 116 })
    await add({ api: 'A', amountTo: 599 }, { actionCode: 125 })
    const seen = [await moved(5000), await moved(100), await moved(101)]
    const topUps = [await topUp(call, other, 500), await topUp(call, one, 500)]
    seen.push(...topUps.map((answer) => bodyOf<MovementShape>(answer, 201)))
    assert.deepEqual(
      seen.map(({ status, statusMessage }) => [status, statusMessage]),
      [
        ['declined', 'Daily limit exceeded'],
        ['declined', 'Not today'],
        ['approved', ''],
        ['declined', 'Card is lost'],
        ['approved', ''],
      ],
    )
    const credits = [await creditByA(700), await creditByA(699), await creditByA(599)]
    assert.deepEqual(
      credits.map(({ responseCode, message }) => [responseCode, message]),
      [
        ['96', 'Declined by a rule'],
        ['51', 'Insufficient funds'],
        ['41', 'Card is replaced'],
      ],
    )
    const { items } = bodyOf<{ items: { matches: number }[] }>(await call('GET', PATH), 200)
    assert.deepEqual(
      items.map(({ matches }) => matches),
      [1, 1, 1, 1, 1, 1],
    )
  })

  test("apply to the n-th transfer, or to transfers in a window of the project's time", async () => {
    await fresh()
    await add({ api: 'B', nth: 3 }, { actionCode: 5 })
    const now = Date.parse(bodyOf<{ now: string }>(await call('GET', '/control/v1/clock'), 200).now)
    const window = {
      from: new Date(now + 3_600_000).toISOString(),
      until: new Date(now + 7_200_000).toISOString(),
    }
    await add({ api: 'B', ...window }, { statusMessage: 'Closed' })
    const statuses: string[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await moved(1)).status)
    assert.deepEqual(statuses, ['approved', 'approved', 'declined', 'approved'])
    const said: string[] = []
    for (let count = 0; count < 2; count += 1) {
      await merchant.advanceClock(3_600_000)
      said.push((await moved(1)).statusMessage)
    }
    assert.deepEqual(said, ['Closed', ''])
  })

  test('delay a response after the decision is stored, and delay no other command', async () => {
    await fresh()
    await add({ api: 'B', amountTo: 1 }, { delayMs: 60_000 }, { times: 1 })
    const delayed = transfer(call, one, other, 1)
    let isAnswered = false
    void delayed.then(() => (isAnswered = true))
    // The transfer is stored once it has used up its rule.
    const rules = async () => bodyOf<{ items: object[] }>(await call('GET', PATH), 200).items
    while ((await rules()).length > 0);
    // The next transfers are completed while the first response waits.
    for (let count = 0; count < 3; count += 1) assert.equal((await moved(1)).status, 'approved')
    const card = await call('GET', `/v2/cards/${other.id}`)
    assert.equal(bodyOf<IssuedCard>(card, 200).account.balance, 4)
    assert.equal(isAnswered, false)
    sandbox.sandcard.service.pauses.release()
    assert.equal(bodyOf<MovementShape>(await delayed, 201).status, 'approved')
  })

  test('withhold the response to a completed transfer', async () => {
    await fresh()
    await add({ api: 'B' }, { timeout: true, delayMs: 1 }, { times: 1 })
    await assert.rejects(transfer(call, one, other, 1000))
    const card = await call('GET', `/v2/cards/${other.id}`)
    assert.equal(bodyOf<IssuedCard>(card, 200).account.balance, 1000)
    assert.equal((await moved(1)).status, 'approved')
  })

  test('duplicate and delay the callbacks about a payment', async () => {
    await fresh()
    await merchant.changeSettings({ callbackUrl: 'http://127.0.0.1:9/callbacks' })
    const callback = { duplicate: true, delayMs: 3_600_000 }
    await add({ amountFrom: 2000 }, { actionCode: 0, callback })
    const small = await merchant.register({ amount: 1000 })
    await merchant.pay(small, { $PAN: TEST_CARDS.approved })
    const large = await merchant.register({ amount: 2000 })
    await merchant.pay(large, { $PAN: TEST_CARDS.approved })
    const listed = async () =>
      bodyOf<{ items: { orderId: string; operation: string; attempts: object[] }[] }>(
        await call('GET', '/control/v1/callbacks'),
        200,
      ).items
    const of = async (orderId: string) =>
      (await listed()).filter((each) => each.orderId === orderId).map(({ operation }) => operation)
    assert.deepEqual(await of(small), ['deposited'])
    assert.deepEqual(await of(large), ['deposited', 'deposited'])
  })

  test('are refused, with the reason, if no interface supports them', async () => {
    await fresh()
    for (const [match, outcome, status, detail] of [
      [{ api: 'B', operation: 'p2pTransfer' }, {}, 422, /belongs to interface A/],
      [{ operation: 'listCards' }, {}, 422, /no operation listCards makes a payment/],
      [{ cardKind: 'issued', panPrefix: '5' }, {}, 422, /no card of the project starts with 5/],
      [{ api: 'A', amountTo: 0 }, {}, 422, /an amount of at least 1/],
      [{ until: '2020-01-01T00:00Z' }, {}, 422, /the time window is over/],
      [{ from: 'yesterday' }, {}, 422, /must be a date-time with its zone/],
      [{ api: 'D' }, {}, 422, /must be one of A, B, C, simulation/],
      [{}, { actionCode: 0, responseCode: '51' }, 422, /only for an outcome that declines/],
      [{}, { responseCode: '00' }, 422, /and not 00/],
      [{}, { delayMs: 60_001 }, 422, /60000/],
      [{}, { timeout: false }, 422, /must be true/],
    ] as const) {
      const { text } = await call('POST', PATH, { match, outcome })
      const answer = JSON.parse(text) as { status: number }
      assert.equal(answer.status, status, text)
      assert.match(text, detail)
    }
  })

  test('rules for issued cards match the digits of cards that the project issues or has imported', async () => {
    await fresh()
    const match = { cardKind: 'issued', panPrefix: one.number.slice(0, 6) }
    await add(match, {})
    bodyOf(await call('POST', '/control/v1/snapshots', { name: 'cards' }), 201)
    const file = await call('GET', '/control/v1/snapshots/cards/export')
    await fresh()
    const { text } = await call('POST', PATH, { match, outcome: {} })
    assert.match(text, /no card of the project starts with/)
    const imported = await call('POST', '/control/v1/snapshots/import', file.text, {
      'content-type': 'application/octet-stream',
    })
    bodyOf(imported, 201)
    bodyOf(await call('POST', '/control/v1/snapshots/cards/restore'), 200)
    await add({ ...match, panSuffix: '1' }, {})
  })

  test('apply to wallet payments by the name of their operation', async () => {
    await fresh()
    await add({ operation: 'googlePayment' }, { actionCode: 116 })
    const token = { pan: TEST_CARDS.approved, expiry: '203412', amount: 1000, currency: '978' }
    const paymentToken = Buffer.from(JSON.stringify(token)).toString('base64')
    const codes = await Promise.all(
      ['google', 'samsung'].map(async (wallet) => {
        const answer = await merchant.call(
          'wallet',
          { paymentToken },
          { path: `/payment/${wallet}/payment.do` },
        )
        const { orderStatus } = answer.json as { orderStatus: { actionCode: number } }
        return orderStatus.actionCode
      }),
    )
    assert.deepEqual(codes, [116, 0])
  })
})
