// Real-time authorisation: a real server decides on simulated payments with issued cards.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Settled } from '../../../src/real-time/settle-decision.ts'
import type { Service } from '../../../src/service.ts'
import { Receiver } from '../../kit/callback-receiver.ts'
import { MAX_AMOUNT } from '../../../src/ledger/money.ts'
import { bodyOf, type ProblemShape, topUp } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { ENDPOINT, json, openQuestion, type RealTime } from '../../kit/paying-card.ts'
import { anotherProcess, type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Body, type Decision, SimulatedCard } from '../../kit/simulated-card.ts'

type Decided = Decision & { realTimeDecision: RealTime | null }

const FUNDS = 10_000

onEveryDatabase('Real-time decisions', (database) => {
  let sandbox: Sandbox
  let server: Receiver
  before(async () => {
    sandbox = await startSandbox(database)
    server = await Receiver.open()
  })
  after(async () => {
    await server.close()
    await sandbox.close()
  })

  async function cardWithServer(endpoint: Body = {}) {
    const at = await SimulatedCard.open(sandbox, FUNDS)
    const { secret } = bodyOf<{ secret: string }>(
      await at.call('PUT', ENDPOINT, { url: server.url('/decide'), ...endpoint }),
      200,
    )
    const authorise = async (body: Body = {}): Promise<Decided> =>
      bodyOf(
        await at.call('POST', '/control/v1/simulations/authorisations', {
          cardId: at.card.id,
          amount: 2_000,
          currency: 'EUR',
          ...body,
        }),
        201,
      )
    return { at, secret, authorise, call: at.call }
  }

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
      const asked = server.received.length
      server.script.push(behave)
      const decided = await authorise(body)
      assert.deepEqual(summary(decided), expected)
      assert.equal(decided.realTimeDecision?.exchange?.error, error)
      assert.equal(decided.realTimeDecision.authorisationId, decided.id)
      const question = server.received[asked]
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
      server.script.push((response, received) =>
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
    const { authorise, call, at } = await cardWithServer()
    server.script.push(json({ decision: 'partial', amount: 500 }))
    const body = { cardId: at.card.id, amount: 2_000, currency: 'EUR', partialApproval: true }
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
    server.script.push(json({ decision: 'partial', amount: 9_501 }))
    const above = await authorise({ amount: FUNDS, partialApproval: true })
    assert.equal(
      above.realTimeDecision?.exchange?.error,
      '`amount` is above `cardholderAmount`, which the card can pay',
    )
  })

  test('hold the amount while the server decides', async () => {
    const { authorise, call, at } = await cardWithServer({ timeoutMs: 10_000 })
    const { promise, resolve } = Promise.withResolvers<() => void>()
    server.script.push((response, received) =>
      resolve(() => json({ decision: 'approve' })(response, received)),
    )
    const first = authorise({ amount: 6_000 })
    const answer = await promise
    const path = `/v2/cards/${at.card.id}`
    const { account } = bodyOf<{ account: { balance: number } }>(await call('GET', path), 200)
    assert.equal(account.balance, 4_000)
    const { items } = bodyOf<{ items: RealTime[] }>(
      await call('GET', '/control/v1/real-time-decisions'),
      200,
    )
    assert.deepEqual([items[0]?.state, items[0]?.authorisationId], ['pending', null])
    const asked = server.received.length
    assert.equal((await authorise({ amount: 6_000 })).reason, 'insufficient-funds')
    assert.equal(server.received.length, asked)
    answer()
    assert.equal((await first).approved, true)
  })

  test('are not requested for payments that the card declines, or for credits', async () => {
    const { authorise } = await cardWithServer()
    const asked = server.received.length
    for (const body of [{ amount: FUNDS + 1 }, { decline: true }, { kind: 'credit' }])
      assert.equal((await authorise(body)).realTimeDecision, null)
    assert.equal(server.received.length, asked)
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
      const at = await SimulatedCard.open(sandbox, FUNDS)
      const { realTimeDecision: decision } = (await at.authorise({
        realTimeDecision: forced,
      })) as Decided
      assert.deepEqual([decision?.state, decision?.decidedBy], [state, decidedBy])
      assert.equal(decision?.exchange?.error, error)
      assert.equal(decision?.late === null, forced !== 'slow')
    })

  test('can be requested with a wrong signature', async () => {
    const { authorise, secret } = await cardWithServer()
    server.script.push((response, { body, headers }) => {
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
    const { at, authorise, call } = await cardWithServer({ timeoutMs: 10_000 })
    const { project, card } = at
    const { service } = sandbox.sandcard
    const other = database.name === 'postgres' ? await anotherProcess(sandbox) : undefined
    const settle = (by: Service, id: number, kind: 'approve' | 'decline'): Promise<Settled> =>
      by.execute(project, 'settleDecision', { id, programmeAnswer: { kind }, exchange: null })
    try {
      for (let round = 0; round < 3; round++) {
        const { promise, resolve } = Promise.withResolvers<[id: number, answer: () => void]>()
        server.script.push((response, received) => {
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
        await call('GET', `/v2/cards/${card.id}`),
        200,
      )
      assert.equal(account.balance, FUNDS - approved * 100)
    } finally {
      await other?.close()
    }
  })

  // prettier-ignore
  for (const [leg, answer, expected] of [
    ['increment', { decision: 'approve' },              [true, 'approved', 2_500]],
    ['increment', { decision: 'decline' },              [false, 'do-not-honour', 2_000]],
    ['increment', { decision: 'partial', amount: 100 }, [false, 'issuer-unavailable', 2_000]],
    ['advice',    { decision: 'approve' },              [true, 'approved', 2_500]],
    ['advice',    { decision: 'decline' },              [false, 'do-not-honour', 2_000]],
  ] as const)
    test(`decide an ${leg} with the answer "${answer.decision}"`, async () => {
      const { at, authorise } = await cardWithServer()
      server.script.push(json({ decision: 'approve' }), json(answer))
      const { id } = await authorise()
      const amount = leg === 'increment' ? 500 : 2_500
      const decided = (await at.leg(id, leg, { amount })) as Decided
      const { approved, reason, account, realTimeDecision } = decided
      assert.deepEqual([approved, reason, account.held], expected)
      assert.equal(realTimeDecision?.authorisationId, id)
      const question = JSON.parse(realTimeDecision.question) as { data: Record<string, unknown> }
      const { kind, amount: asked, authorisationId } = question.data
      assert.deepEqual([kind, asked, authorisationId], ['increment', 500, id])
    })

  test('are not requested for an advice within the hold', async () => {
    const { at, authorise } = await cardWithServer()
    server.script.push(json({ decision: 'approve' }))
    const { id } = await authorise()
    const asked = server.received.length
    assert.equal((await at.leg(id, 'advice', { amount: 1_500 })).account.held, 1_500)
    assert.equal(server.received.length, asked)
  })

  // prettier-ignore
  for (const [leg, change, what, body] of [
    ['increment', 'reverse',   'a reversal',   undefined],
    ['increment', 'expire',    'an expiry',    undefined],
    ['advice',    'increment', 'an increment', { amount: 100, realTimeDecision: 'approve' }],
  ] as const)
    test(`hold nothing more if ${what} comes before the answer to an ${leg}`, async () => {
      const { at, authorise, call } = await cardWithServer({ timeoutMs: 10_000 })
      server.script.push(json({ decision: 'approve' }))
      const { id } = await authorise()
      const question = openQuestion(server)
      const asked = call('POST', `/control/v1/simulations/authorisations/${id}/${leg}`, {
        amount: 2_600,
      })
      const answer = await question
      const { account } = await at.leg(id, change, body)
      assert.equal(account.held, change === 'increment' ? 2_700 : leg === 'increment' ? 2_600 : 600)
      answer({ decision: 'approve' })
      assert.equal((await asked).status, 409)
      const { items } = await at.get<{ items: RealTime[] }>('real-time-decisions')
      const last = items.find(({ decidedBy }) => decidedBy === 'rules')
      assert.deepEqual([last?.state, last?.authorisationId], ['declined', id])
      const [authorisation] = await at.list()
      assert.equal(authorisation?.held, change === 'increment' ? 2_100 : 0)
    })

  /** A balance above the largest amount, and limits as high as possible. */
  async function fundFully(at: SimulatedCard): Promise<void> {
    bodyOf(await topUp(at.call, at.card, MAX_AMOUNT), 201)
    const spendingLimits = ['daily', 'monthly'].map((interval) => ({
      interval,
      amount: MAX_AMOUNT,
    }))
    bodyOf(await at.call('PATCH', `/v2/cards/${at.card.id}`, { spendingLimits }), 200)
  }

  test('decline an increment that became too large while the server decided', async () => {
    const { at, authorise, call } = await cardWithServer({ timeoutMs: 10_000 })
    await fundFully(at)
    server.script.push(json({ decision: 'approve' }))
    const { id } = await authorise({ amount: MAX_AMOUNT - 1_000, entryMode: 'chip' })
    const increment = async (amount: number) => {
      const question = openQuestion(server)
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
    const { at, authorise, call } = await cardWithServer({ timeoutMs: 10_000 })
    await fundFully(at)
    const rate = (USD: string) => call('PUT', '/control/v1/rates', { rates: { USD }, markupBp: 0 })
    bodyOf(await rate('1'), 200)
    const question = openQuestion(server)
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

  test('decline a card that was blocked while the server decided', async () => {
    const { at, authorise } = await cardWithServer({ timeoutMs: 10_000 })
    const question = openQuestion(server)
    const asked = authorise()
    const answer = await question
    await sandbox.sandcard.service.execute(at.project, 'blockCard', { cardId: Number(at.card.id) })
    answer({ decision: 'approve' })
    assert.deepEqual(summary(await asked), [false, 'blocked', 0, 10_000, 'declined', 'rules'])
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
      const { at } = await cardWithServer()
      const asked = server.received.length
      server.script.push(...answers.map((decision) => json({ decision })))
      const { steps } = bodyOf<{ steps: { step: string; reason: string }[] }>(
        await at.call('POST', '/control/v1/simulations/scenarios/hotel', {
          cardId: at.card.id,
          amount: 1_000,
          ...body,
        }),
        201,
      )
      assert.deepEqual(
        steps.map(({ step, reason }) => `${step} ${reason}`),
        expected,
      )
      assert.equal(server.received.length, asked + answers.length)
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
    server.script.push(json({ decision: 'approve' }))
    const { realTimeDecision } = await authorise()
    const other = await SimulatedCard.open(sandbox, 0)
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
      const at = await SimulatedCard.open(sandbox, 0)
      const { errors } = bodyOf<ProblemShape>(await at.call('PUT', ENDPOINT, body), 422)
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
