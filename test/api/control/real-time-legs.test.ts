// Real-time decisions on amounts that change: increments, advices, exchange rates and scenarios.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_AMOUNT } from '../../../src/ledger/money.ts'
import { bodyOf, topUp } from '../../kit/control.ts'
import { type Decided, decidedCard } from '../../kit/decided-card.ts'
import { json, openQuestion, type RealTime, withDecisionServer } from '../../kit/paying-card.ts'
import type { SimulatedCard } from '../../kit/simulated-card.ts'

const FUNDS = 10_000

withDecisionServer('Real-time decisions on amounts that change', (at) => {
  // prettier-ignore
  for (const [leg, answer, expected] of [
    ['increment', { decision: 'approve' },              [true, 'approved', 2_500]],
    ['increment', { decision: 'decline' },              [false, 'do-not-honour', 2_000]],
    ['increment', { decision: 'partial', amount: 100 }, [false, 'issuer-unavailable', 2_000]],
    ['advice',    { decision: 'approve' },              [true, 'approved', 2_500]],
    ['advice',    { decision: 'decline' },              [false, 'do-not-honour', 2_000]],
  ] as const)
    test(`decide an ${leg} with the answer "${answer.decision}"`, async () => {
      const { card, authorise } = await decidedCard(at, FUNDS)
      at.server.script.push(json({ decision: 'approve' }), json(answer))
      const { id } = await authorise()
      const amount = leg === 'increment' ? 500 : 2_500
      const decided = (await card.leg(id, leg, { amount })) as Decided
      const { approved, reason, account, realTimeDecision } = decided
      assert.deepEqual([approved, reason, account.held], expected)
      assert.equal(realTimeDecision?.authorisationId, id)
      const question = JSON.parse(realTimeDecision.question) as { data: Record<string, unknown> }
      const { kind, amount: asked, authorisationId } = question.data
      assert.deepEqual([kind, asked, authorisationId], ['increment', 500, id])
    })

  test('are not requested for an advice within the hold', async () => {
    const { card, authorise } = await decidedCard(at, FUNDS)
    at.server.script.push(json({ decision: 'approve' }))
    const { id } = await authorise()
    const asked = at.server.received.length
    assert.equal((await card.leg(id, 'advice', { amount: 1_500 })).account.held, 1_500)
    assert.equal(at.server.received.length, asked)
  })

  // prettier-ignore
  for (const [leg, change, what, body] of [
    ['increment', 'reverse',   'a reversal',   undefined],
    ['increment', 'expire',    'an expiry',    undefined],
    ['advice',    'increment', 'an increment', { amount: 100, realTimeDecision: 'approve' }],
  ] as const)
    test(`hold nothing more if ${what} comes before the answer to an ${leg}`, async () => {
      const { card, authorise, call } = await decidedCard(at, FUNDS, { timeoutMs: 10_000 })
      at.server.script.push(json({ decision: 'approve' }))
      const { id } = await authorise()
      const question = openQuestion(at.server)
      const asked = call('POST', `/control/v1/simulations/authorisations/${id}/${leg}`, {
        amount: 2_600,
      })
      const answer = await question
      const { account } = await card.leg(id, change, body)
      assert.equal(account.held, change === 'increment' ? 2_700 : leg === 'increment' ? 2_600 : 600)
      answer({ decision: 'approve' })
      assert.equal((await asked).status, 409)
      const { items } = await card.get<{ items: RealTime[] }>('real-time-decisions')
      const last = items.find(({ decidedBy }) => decidedBy === 'rules')
      assert.deepEqual([last?.state, last?.authorisationId], ['declined', id])
      const [authorisation] = await card.list()
      assert.equal(authorisation?.held, change === 'increment' ? 2_100 : 0)
    })

  test('decline an increment that became too large while the server decided', async () => {
    const { card, authorise, call } = await decidedCard(at, FUNDS, { timeoutMs: 10_000 })
    await fundFully(card)
    at.server.script.push(json({ decision: 'approve' }))
    const { id } = await authorise({ amount: MAX_AMOUNT - 1_000, entryMode: 'chip' })
    const increment = async (amount: number) => {
      const question = openQuestion(at.server)
      const asked = call('POST', `/control/v1/simulations/authorisations/${id}/increment`, {
        amount,
      })
      return { asked, answer: await question }
    }
    const first = await increment(600)
    const second = await increment(600)
    const ends: Decided[] = []
    for (const { asked, answer } of [first, second]) {
      answer({ decision: 'approve' })
      ends.push(bodyOf<Decided>(await asked, 201))
    }
    assert.deepEqual(
      ends.map(({ approved, responseCode, reason, authorisation }) => [
        approved,
        responseCode,
        reason,
        authorisation.held,
      ]),
      [
        [true, '00', 'approved', MAX_AMOUNT - 400],
        [false, '13', 'amount-too-large', MAX_AMOUNT - 400],
      ],
    )
    assert.match(ends[1]?.explanation ?? '', /would exceed the largest amount/)
    assert.equal(ends[1]?.realTimeDecision?.decidedBy, 'rules')
  })

  test('decline an amount that new exchange rates make too large', async () => {
    const { card, authorise, call } = await decidedCard(at, FUNDS, { timeoutMs: 10_000 })
    await fundFully(card)
    const rate = (USD: string) => call('PUT', '/control/v1/rates', { rates: { USD }, markupBp: 0 })
    bodyOf(await rate('1'), 200)
    const question = openQuestion(at.server)
    const asked = authorise({ amount: MAX_AMOUNT - 1_000, currency: 'USD', entryMode: 'chip' })
    const answer = await question
    bodyOf(await rate('0.5'), 200)
    answer({ decision: 'approve' })
    const decided = await asked
    assert.deepEqual(
      [decided.approved, decided.reason, decided.account.held],
      [false, 'amount-too-large', 0],
    )
  })

  // prettier-ignore
  for (const [title, body, answers, expected] of [
    ['each step that increases the amount', {}, ['approve', 'approve'],
      ['authorise approved', 'increment approved', 'clear approved']],
    ['an increment that is declined', {}, ['approve', 'decline'],
      ['authorise approved', 'increment do-not-honour', 'clear approved']],
    ['a first step that is declined', {}, ['decline'], ['authorise do-not-honour']],
    ['a forced answer', { realTimeDecision: 'timeout' }, [], ['authorise issuer-unavailable']],
  ] as const)
    test(`decide the steps of a scenario, with ${title}`, async () => {
      const { card } = await decidedCard(at, FUNDS)
      const asked = at.server.received.length
      at.server.script.push(...answers.map((decision) => json({ decision })))
      const { steps } = bodyOf<{ steps: { step: string; reason: string }[] }>(
        await card.call('POST', '/control/v1/simulations/scenarios/hotel', {
          cardId: card.card.id,
          amount: 1_000,
          ...body,
        }),
        201,
      )
      assert.deepEqual(
        steps.map(({ step, reason }) => `${step} ${reason}`),
        expected,
      )
      assert.equal(at.server.received.length, asked + answers.length)
    })
})

/** A balance above the largest amount, and limits as high as possible. */
async function fundFully(card: SimulatedCard): Promise<void> {
  bodyOf(await topUp(card.call, card.card, MAX_AMOUNT), 201)
  const spendingLimits = ['daily', 'monthly'].map((interval) => ({
    interval,
    amount: MAX_AMOUNT,
  }))
  bodyOf(await card.call('PATCH', `/v2/cards/${card.card.id}`, { spendingLimits }), 200)
}
