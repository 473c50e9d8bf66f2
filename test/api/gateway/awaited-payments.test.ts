// Payments at interface C while the project's server decides about them: the amount is held, and
// the order, the card or the project can change.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settled } from '../../../src/real-time/settle-decision.ts'
import type { Service } from '../../../src/service.ts'
import type { Json } from '../../kit/merchant.ts'
import {
  openQuestion,
  type PayingCard,
  payerOf,
  withDecisionServer,
} from '../../kit/paying-card.ts'
import { anotherProcess } from '../../kit/sandbox.ts'

const APPROVE = { decision: 'approve' }

withDecisionServer('Payments that wait for a real-time decision', (at) => {
  const payer = (endpoint = {}) => payerOf(at, endpoint)

  /** A payment whose server has not answered yet. */
  async function waiting(card: PayingCard, amount = 2_000) {
    const orderId = await card.merchant.register({ amount })
    const question = openQuestion(at.server)
    const paid = card.merchant.call('paymentorder', { MDORDER: orderId, ...card.form })
    return { orderId, paid, answer: await question }
  }

  test('hold the amount and refuse another payment of the order until the answer', async () => {
    const card = await payer()
    const { orderId, paid, answer } = await waiting(card)
    assert.deepEqual(await card.funds(), [10_000, 2_000])
    const second = await card.merchant.pay(orderId, card.form)
    assert.deepEqual(
      [second['errorCode'], second['errorMessage']],
      [7, 'This transaction is being processed. Please try again later'],
    )
    const other = await card.pay({ amount: 8_001 })
    assert.deepEqual(await card.outcome(other.orderId), [0, 116])
    answer(APPROVE)
    assert.equal(((await paid).json as Json)['errorCode'], 0)
    assert.deepEqual([...(await card.outcome(orderId)), ...(await card.funds())], [2, 0, 8_000, 0])
  })

  // prettier-ignore
  for (const [title, change, expected, decidedBy] of [
    ['the merchant declines the order', (card: PayingCard, orderId: string) =>
      card.merchant.callOk('decline', { orderId }), [1, 6, 4005], 'rules'],
    ['the order expires', (card: PayingCard) => card.merchant.advanceClock(3_600_000),
      [1, 6, -2014], 'rules'],
    ['the card is blocked', (card: PayingCard) =>
      card.execute('blockCard', { cardId: Number(card.at.card.id) }), [0, 0, 4], 'rules'],
    ['a limit of the card is lowered', (card: PayingCard) =>
      card.execute('changeLimits', { cardId: Number(card.at.card.id), ...LOW_LIMIT }), [0, 0, 121], 'rules'],
  ] as const)
    test(`charge nothing if ${title} meanwhile`, async () => {
      const card = await payer()
      const { orderId, paid, answer } = await waiting(card)
      await change(card, orderId)
      answer(APPROVE)
      const { errorCode } = (await paid).json as Json
      assert.deepEqual([errorCode, ...(await card.outcome(orderId))], expected)
      assert.deepEqual(await card.funds(), [10_000, 0])
      const { state, ...decision } = await card.lastDecision()
      assert.deepEqual([state, decision.decidedBy], ['declined', decidedBy])
      assert.equal(decision.authorisationId === null, expected[0] === 1)
    })

  test('return 503 if the project is reset meanwhile', async () => {
    const card = await payer()
    const { paid, answer } = await waiting(card)
    assert.equal((await card.at.call('POST', '/control/v1/reset')).status, 200)
    answer(APPROVE)
    assert.equal((await paid).status, 503)
  })

  test('store a late answer, which changes nothing', async () => {
    const card = await payer({ timeoutMs: 100 })
    const { orderId, paid, answer } = await waiting(card)
    await paid
    answer(APPROVE)
    for (;;) {
      const { late, state } = await card.lastDecision()
      if (late === null) continue
      assert.deepEqual([state, late.httpStatus], ['declined', 200])
      break
    }
    assert.deepEqual(
      [...(await card.outcome(orderId)), ...(await card.funds())],
      [0, 907, 10_000, 0],
    )
  })

  test('are settled once if two processes apply different answers at the same time', async () => {
    const card = await payer()
    const { service } = at.sandbox.sandcard
    const other = at.database.name === 'postgres' ? await anotherProcess(at.sandbox) : undefined
    const settle = (by: Service, kind: 'approve' | 'decline', id: number): Promise<Settled> =>
      by.execute(card.at.project, 'settleDecision', {
        id,
        programmeAnswer: { kind },
        exchange: null,
      })
    try {
      for (let round = 0; round < 3; round++) {
        const [posted] = await card.funds()
        const { orderId, paid, answer } = await waiting(card, 100)
        const id = Number((await card.lastDecision()).id)
        const [one, two] = await Promise.all([
          settle(service, 'approve', id),
          settle(other?.service ?? service, 'decline', id),
        ])
        assert.equal(one.decision.state, two.decision.state)
        answer(APPROVE)
        await paid
        const isPaid = one.decision.state === 'approved'
        assert.deepEqual(await card.outcome(orderId), isPaid ? [2, 0] : [0, 5])
        assert.deepEqual(await card.funds(), [posted - (isPaid ? 100 : 0), 0])
      }
    } finally {
      await other?.close()
    }
  })
})

const LOW_LIMIT = {
  limits: [{ name: 'LMTP0109', value: 100, cycleType: 0, cycleLength: 1 }],
}
