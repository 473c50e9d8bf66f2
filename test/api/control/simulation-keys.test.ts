// Simulations with an Idempotency-Key: a retry gets the first response and moves no money again.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  bodyOf,
  createProject,
  issueCard,
  type IssuedCard,
  type ProblemShape,
  type ProjectCall,
  projectCall,
  topUp,
} from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const SIMULATIONS = '/control/v1/simulations'

onEveryDatabase('Simulations with an Idempotency-Key', (database) => {
  let sandbox: Sandbox
  let call: ProjectCall
  let card: IssuedCard
  before(async () => {
    sandbox = await startSandbox(database)
    call = projectCall(sandbox, (await createProject(sandbox)).interfaceB.apiKey)
    card = await issueCard(call)
    await topUp(call, card, 50_000)
  })
  after(() => sandbox.close())

  const send = (path: string, body: object | undefined, key: string) =>
    call('POST', SIMULATIONS + path, body, { 'idempotency-key': key })
  const heldAndPosted = async (): Promise<readonly number[]> => {
    const { account } = bodyOf<{ account: { posted: number; held: number } }>(
      await call('POST', `${SIMULATIONS}/authorisations`, {
        cardId: card.id,
        kind: 'balanceInquiry',
      }),
      201,
    )
    return [account.held, account.posted]
  }
  let keys = 0

  /**
   * Sends a request twice; the second response is the same as the first, and no money has moved.
   */
  async function twice<T>(path: string, body?: object): Promise<T> {
    const key = `key-${(keys += 1)}`
    const first = await send(path, body, key)
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const answer = bodyOf<T>(first, 201)
    const moved = await heldAndPosted()
    const second = await send(path, body, key)
    assert.equal(second.headers['idempotency-replayed'], 'true', path)
    assert.deepEqual(bodyOf<T>(second, 201), answer)
    assert.deepEqual(await heldAndPosted(), moved, path)
    return answer
  }

  test('are replayed, and take effect once', async () => {
    const use = { cardId: card.id, amount: 1000 }
    const { id } = await twice<{ id: string }>('/authorisations', use)
    for (const [leg, body] of [
      ['increment', { amount: 300 }],
      ['advice', { amount: 900 }],
      ['clear', { amount: 500, final: false }],
      ['reverse', { amount: 100 }],
      ['expire', undefined],
      ['refund', { amount: 200 }],
    ] as const)
      await twice(`/authorisations/${id}/${leg}`, body)
    const refund = await twice<{ id: string }>('/refunds', use)
    await twice(`/refunds/${refund.id}/reverse`)
    await twice('/force-posts', use)
    await twice('/scenarios/tip', { cardId: card.id })
  })

  test('are also replayed after a decline', async () => {
    const declined = await twice<{ approved: boolean }>('/authorisations', {
      cardId: card.id,
      amount: 1000,
      decline: true,
    })
    assert.equal(declined.approved, false)
  })

  test('are replayed without calling the decision server again', async () => {
    for (const realTimeDecision of ['approve', 'decline', 'slow']) {
      const use = { cardId: card.id, amount: 700, realTimeDecision }
      await twice('/authorisations', use)
      await twice('/scenarios/hotel', { cardId: card.id, realTimeDecision })
    }
    const { items } = bodyOf<{ items: { late: unknown }[] }>(
      await call('GET', '/control/v1/real-time-decisions?limit=200'),
      200,
    )
    assert.ok(items.length > 0)
  })

  test('are refused with another body or an invalid key, and change nothing', async () => {
    const use = { cardId: card.id, amount: 100 }
    bodyOf(await send('/authorisations', use, 'same'), 201)
    const moved = await heldAndPosted()
    for (const [key, body, status, code] of [
      ['same', { ...use, amount: 101 }, 422, 'idempotency-mismatch'],
      ['two words', use, 400, 'invalid-idempotency-key'],
      ['k'.repeat(256), use, 400, 'invalid-idempotency-key'],
    ] as const) {
      const refused = bodyOf<ProblemShape>(await send('/authorisations', body, key), status)
      assert.equal(refused.code, code)
    }
    assert.deepEqual(await heldAndPosted(), moved)
  })
})
