// Real-time authorisation: a real server decides on simulated payments with issued cards.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Settled } from '../../../src/real-time/settle-decision.ts'
import type { Service } from '../../../src/service.ts'
import { bodyOf, type ProblemShape } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Decided, decidedCard } from '../../kit/decided-card.ts'
import {
  ENDPOINT,
  json,
  openQuestion,
  type RealTime,
  withDecisionServer,
} from '../../kit/paying-card.ts'
import { anotherProcess, startSandbox } from '../../kit/sandbox.ts'
import { type Body, SimulatedCard } from '../../kit/simulated-card.ts'

const FUNDS = 10_000

withDecisionServer('Real-time decisions', (at) => {
  const cardWithServer = (endpoint: Body = {}) => decidedCard(at, FUNDS, endpoint)

  const summary = ({ approved, reason, account, realTimeDecision }: Decided) => [
    approved,
    reason,
    account.held,
    account.available,
    realTimeDecision?.state,
    realTimeDecision?.decidedBy,
  ]

  // prettier-ignore
  for (const [title, behave, body, expected, error] of [
    ['an approval', json({ decision: 'approve' }), {}, [true, 'approved', 2_000, 8_000, 'approved', 'programme'], null],
    ['an approval as a boolean', json({ approved: true }), {}, [true, 'approved', 2_000, 8_000, 'approved', 'programme'], null],
    ['a decline', json({ decision: 'decline' }), {}, [false, 'do-not-honour', 0, 10_000, 'declined', 'programme'], null],
    ['a decline with its reason', json({ decision: 'decline', reason: 'SUSPECTED_FRAUD' }), {}, [false, 'suspected-fraud', 0, 10_000, 'declined', 'programme'], null],
    ['status 402', json('', 402), {}, [false, 'do-not-honour', 0, 10_000, 'declined', 'programme'], null],
    ['a partial approval for a terminal that accepts it', json({ decision: 'partial', amount: 500 }), { partialApproval: true }, [true, 'partly-approved', 500, 9_500, 'approved', 'programme'], null],
    ['a partial approval for a terminal that does not accept it', json({ decision: 'partial', amount: 500 }), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'the terminal does not accept a partial approval'],
    ['the approval of a verification', json({ decision: 'approve' }), { kind: 'verification', amount: 0 }, [true, 'approved', 0, 10_000, 'approved', 'programme'], null],
    ['the approval of cash', json({ decision: 'approve' }), { kind: 'cash' }, [true, 'approved', 0, 8_000, 'approved', 'programme'], null],
    ['status 500', json('', 500), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'the server answered with status 500'],
    ['a redirect', json('', 302), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'the server answered with status 302'],
    ['a body that is not JSON', json('approve'), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'the answer is not a JSON object'],
    ['a JSON list', json([]), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'the answer is not a JSON object'],
    ['an unknown decision', json({ decision: 'maybe' }), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'the answer has no valid `decision`'],
    ['a partial approval without an amount', json({ decision: 'partial' }), { partialApproval: true }, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], 'a partial approval needs an `amount`'],
    ['an approval of more than the amount', json({ decision: 'approve', amount: 2_001 }), {}, [false, 'issuer-unavailable', 0, 10_000, 'declined', 'error'], '`amount` must be an integer from 1 to 2000'],
  ] as const)
    test(`end as "${expected[1]}" after ${title}`, async () => {
      const { authorise, secret } = await cardWithServer()
      const asked = at.server.received.length
      at.server.script.push(behave)
      const decided = await authorise(body)
      assert.deepEqual(summary(decided), expected)
      assert.equal(decided.realTimeDecision?.exchange?.error, error)
      assert.equal(decided.realTimeDecision.authorisationId, decided.id)
      const question = at.server.received[asked]
      assert.ok(question !== undefined)
      new Webhook(secret).verify(question.body, question.headers as Record<string, string>)
      assert.equal(question.body, decided.realTimeDecision.question)
      assert.ok(!question.body.includes('4000000'))
    })

  // prettier-ignore
  for (const [onTimeout, expected] of [
    ['decline', [false, 'issuer-unavailable', 0, 10_000, 'declined', 'timeout']],
    ['approve', [true, 'approved', 2_000, 8_000, 'approved', 'timeout']],
  ] as const)
    test(`${onTimeout} if no answer arrives in time, and store the late one`, async () => {
      const { authorise, call } = await cardWithServer({ timeoutMs: 100, onTimeout })
      const { promise, resolve } = Promise.withResolvers<() => void>()
      at.server.script.push((response, received) =>
        resolve(() => json({ decision: 'decline' })(response, received)),
      )
      const decided = await authorise()
      assert.deepEqual(summary(decided), expected)
      assert.equal(decided.realTimeDecision?.exchange, null)
      ;(await promise)()
      const path = `/control/v1/real-time-decisions/${decided.realTimeDecision.id}`
      for (;;) {
        const { late, state } = bodyOf<RealTime>(await call('GET', path), 200)
        if (late === null) continue
        assert.deepEqual([late.httpStatus, state], [200, decided.realTimeDecision.state])
        assert.match(late.answer, /\{"decision":"decline"\}$/)
        break
      }
    })

  test('explain a partial approval, with the amount that the merchant requested', async () => {
    const { authorise, call, card } = await cardWithServer()
    at.server.script.push(json({ decision: 'partial', amount: 500 }))
    const body = { cardId: card.card.id, amount: 2_000, currency: 'EUR', partialApproval: true }
    const answered = await call('POST', '/control/v1/simulations/authorisations', body)
    assert.equal(bodyOf<Decided>(answered, 201).explanation, 'Approved for 5.00 EUR of 20.00 EUR.')
    const why = bodyOf<{ code: string; reason: string; facts: { asked: object } }>(
      await call('GET', `/control/v1/decisions/${String(answered.headers['request-id'])}`),
      200,
    )
    assert.equal(why.code, 'partly-approved')
    assert.deepEqual(why.facts.asked, { amount: 2_000, currency: '978' })
    assert.match(
      why.reason,
      /^The merchant requested 20\.00 EUR and accepts a partial approval\. 5\.00 EUR is within .*Your decision server approved it\.$/,
    )
    at.server.script.push(json({ decision: 'partial', amount: 9_501 }))
    const above = await authorise({ amount: FUNDS, partialApproval: true })
    assert.equal(
      above.realTimeDecision?.exchange?.error,
      '`amount` is above `cardholderAmount`, which the card can pay',
    )
  })

  test('hold the amount while the server decides', async () => {
    const { authorise, call, card } = await cardWithServer({ timeoutMs: 10_000 })
    const { promise, resolve } = Promise.withResolvers<() => void>()
    at.server.script.push((response, received) =>
      resolve(() => json({ decision: 'approve' })(response, received)),
    )
    const first = authorise({ amount: 6_000 })
    const answer = await promise
    const path = `/v2/cards/${card.card.id}`
    const { account } = bodyOf<{ account: { balance: number } }>(await call('GET', path), 200)
    assert.equal(account.balance, 4_000)
    const { items } = bodyOf<{ items: RealTime[] }>(
      await call('GET', '/control/v1/real-time-decisions'),
      200,
    )
    assert.deepEqual([items[0]?.state, items[0]?.authorisationId], ['pending', null])
    const asked = at.server.received.length
    assert.equal((await authorise({ amount: 6_000 })).reason, 'insufficient-funds')
    assert.equal(at.server.received.length, asked)
    answer()
    assert.equal((await first).approved, true)
  })

  test('are not requested for payments that the card declines, or for credits', async () => {
    const { authorise } = await cardWithServer()
    const asked = at.server.received.length
    for (const body of [{ amount: FUNDS + 1 }, { decline: true }, { kind: 'credit' }])
      assert.equal((await authorise(body)).realTimeDecision, null)
    assert.equal(at.server.received.length, asked)
  })

  // prettier-ignore
  for (const [forced, state, decidedBy, error] of [
    ['approve',   'approved', 'programme', null],
    ['decline',   'declined', 'programme', null],
    ['timeout',   'declined', 'timeout',   undefined],
    ['slow',      'declined', 'timeout',   undefined],
    ['error',     'declined', 'error',     'the server answered with status 500'],
    ['malformed', 'declined', 'error',     'the answer is not a JSON object'],
  ] as const)
    test(`can be forced without a server: ${forced}`, async () => {
      const payer = await SimulatedCard.open(at.sandbox, FUNDS)
      const { realTimeDecision: decision } = (await payer.authorise({
        realTimeDecision: forced,
      })) as Decided
      assert.deepEqual([decision?.state, decision?.decidedBy], [state, decidedBy])
      assert.equal(decision?.exchange?.error, error)
      assert.equal(decision?.late === null, forced !== 'slow')
    })

  test('can be requested with a wrong signature', async () => {
    const { authorise, secret } = await cardWithServer()
    at.server.script.push((response, { body, headers }) => {
      let status = 200
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>)
      } catch {
        status = 401
      }
      response.writeHead(status).end('{"decision":"approve"}')
    })
    const decided = await authorise({ realTimeDecision: 'bad-signature' })
    assert.equal(decided.realTimeDecision?.exchange?.httpStatus, 401)
    assert.equal(decided.approved, false)
  })

  test('are settled once if two processes apply different answers at the same time', async () => {
    const { card, authorise, call } = await cardWithServer({ timeoutMs: 10_000 })
    const { service } = at.sandbox.sandcard
    const other = at.database.name === 'postgres' ? await anotherProcess(at.sandbox) : undefined
    const settle = (by: Service, id: number, kind: 'approve' | 'decline'): Promise<Settled> =>
      by.execute(card.project, 'settleDecision', { id, programmeAnswer: { kind }, exchange: null })
    try {
      for (let round = 0; round < 3; round++) {
        const { promise, resolve } = Promise.withResolvers<[id: number, answer: () => void]>()
        at.server.script.push((response, received) => {
          const { id } = JSON.parse(received.body) as { id: string }
          resolve([Number(id), () => json({ decision: 'decline' })(response, received)])
        })
        const asked = authorise({ amount: 100, kind: 'cash' })
        const [id, answer] = await promise
        const [one, two] = await Promise.all([
          settle(service, id, 'approve'),
          settle(other?.service ?? service, id, 'decline'),
        ])
        assert.equal(one.decision.state, two.decision.state)
        answer()
        const { approved, realTimeDecision } = await asked
        assert.equal(approved, one.decision.state === 'approved')
        assert.match(realTimeDecision?.late?.answer ?? '', /decline/)
      }
      const { items } = bodyOf<{ items: RealTime[] }>(
        await call('GET', '/control/v1/real-time-decisions'),
        200,
      )
      const approved = items.filter(({ state }) => state === 'approved').length
      const { account } = bodyOf<{ account: { balance: number } }>(
        await call('GET', `/v2/cards/${card.card.id}`),
        200,
      )
      assert.equal(account.balance, FUNDS - approved * 100)
    } finally {
      await other?.close()
    }
  })

  test('decline a card that was blocked while the server decided', async () => {
    const { card, authorise } = await cardWithServer({ timeoutMs: 10_000 })
    const question = openQuestion(at.server)
    const asked = authorise()
    const answer = await question
    await at.sandbox.sandcard.service.execute(card.project, 'blockCard', {
      cardId: Number(card.card.id),
    })
    answer({ decision: 'approve' })
    assert.deepEqual(summary(await asked), [false, 'blocked', 0, 10_000, 'declined', 'rules'])
  })

  test('stop when the decision server is deleted', async () => {
    const { authorise, call } = await cardWithServer()
    const list = () => call('GET', '/control/v1/real-time-decisions')
    assert.equal(
      bodyOf<{ endpoint: { timeoutMs: number } }>(await list(), 200).endpoint.timeoutMs,
      2000,
    )
    assert.equal((await call('DELETE', ENDPOINT)).status, 200)
    assert.equal((await authorise()).realTimeDecision, null)
    assert.equal(bodyOf<{ endpoint: null }>(await list(), 200).endpoint, null)
  })

  test('are not found in another project', async () => {
    const { authorise } = await cardWithServer()
    at.server.script.push(json({ decision: 'approve' }))
    const { realTimeDecision } = await authorise()
    const other = await SimulatedCard.open(at.sandbox, 0)
    const path = `/control/v1/real-time-decisions/${realTimeDecision?.id ?? ''}`
    assert.equal((await other.call('GET', path)).status, 404)
  })

  // prettier-ignore
  for (const [title, body, pointer] of [
    ['no URL',                 {},                                          '/url'],
    ['a relative URL',         { url: '/decide' },                          '/url'],
    ['too short a time limit', { url: 'http://a.example/', timeoutMs: 99 },  '/timeoutMs'],
    ['too long a time limit',  { url: 'http://a.example/', timeoutMs: 10_001 }, '/timeoutMs'],
    ['an unknown fallback',    { url: 'http://a.example/', onTimeout: 'ask' }, '/onTimeout'],
  ] as const)
    test(`cannot be set up with ${title}`, async () => {
      const { call } = await SimulatedCard.open(at.sandbox, 0)
      const { errors } = bodyOf<ProblemShape>(await call('PUT', ENDPOINT, body), 422)
      assert.equal(errors?.[0]?.pointer, pointer)
    })
})

describe('Real-time decisions in hosted mode', () => {
  onEveryDatabase('A decision server with a private IP address', (database) => {
    test('is refused', async () => {
      const sandbox = await startSandbox(database, { config: { mode: 'hosted' } })
      try {
        const at = await SimulatedCard.open(sandbox, 0)
        const refused = await at.call('PUT', ENDPOINT, { url: 'http://127.0.0.1/decide' })
        assert.equal(bodyOf<ProblemShape>(refused, 422).errors?.[0]?.pointer, '/url')
      } finally {
        await sandbox.close()
      }
    })
  })
})
