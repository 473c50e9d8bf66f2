// Why a request was approved, declined or refused, found by its id: every decline in the table
// with the requested and used amounts, refused requests with a remedy, and the ring buffer.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, type ProblemShape, topUp } from '../../kit/control.ts'
import type { Answer } from '../../kit/http.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { type DeclineCode, DECLINES } from '../../../src/ledger/decline.ts'
import { DECISIONS_KEPT } from '../../../src/ledger/decision.ts'
import { DAILY_LIMIT, DECLINE_CASES, type Explained, PATH, World } from './decline-cases.ts'

onEveryDatabase('A decision', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  describe('Every decline', () => {
    for (const [code, { ask, facts = {}, reason, wouldChange }] of Object.entries(DECLINE_CASES))
      test(`${code} is explained with its amounts, its card and the time`, async () => {
        const world = await World.open(sandbox)
        const why = await world.why(ask(world))
        assert.deepEqual([why.outcome, why.code], ['declined', code])
        assert.partialDeepStrictEqual(why.facts, {
          asked: { amount: 2000 },
          answers: { actionCode: DECLINES[code as DeclineCode].actionCode },
          ...facts,
        })
        assert.match(String(why.facts['at']), /^20\d\d-\d\d-\d\dT/)
        assert.ok('card' in why.facts, JSON.stringify(why.facts))
        assert.match(why.reason, reason ?? /^[A-Z0-9].{10,200}\.$/)
        assert.match(why.wouldChange, wouldChange ?? /^[A-Z].{10,200}\.$/)
      })
  })

  test('about a card issued elsewhere names the test card, the rule or the cause', async () => {
    const world = await World.open(sandbox)
    const seen: (readonly [string, string])[] = []
    const add = async (asked: Promise<Answer>, reason: RegExp) => {
      const why = await world.why(asked)
      seen.push([why.outcome, why.code])
      assert.match(why.reason, reason)
      assert.equal(why.api, 'C')
    }
    await add(world.pay(), /The issuer of the test card 444455\*\*3333 approved 20\.00 EUR/)
    await add(world.pay({ $PAN: '4000000000009995' }), /Insufficient funds \(action code 116\)/)
    await add(world.pay({ $PAN: '4916338506082832' }), /neither a test card nor a card of this/)
    await add(world.pay({ $PAN: TEST_CARDS.challengeV1 }), /sends the payer .* to the issuer/)
    const card = await world.call('GET', `/v2/cards/${world.cards[0].id}`)
    const { cvc } = bodyOf<{ cvc: string }>(card, 200)
    await add(
      world.payIssued({ $CVC: cvc }),
      /20\.00 EUR is within the available balance of 5,000\.00 EUR/,
    )
    bodyOf(
      await world.call('POST', '/control/v1/outcome-rules', {
        match: { panSuffix: '3333' },
        outcome: { actionCode: 121 },
      }),
      201,
    )
    await add(world.pay(), /The outcome rule rule-1 declined the payment/)
    assert.deepEqual(seen, [
      ['approved', 'approved'],
      ['declined', 'insufficient-funds'],
      ['declined', 'unknown-card'],
      ['pending', 'authentication-required'],
      ['approved', 'approved'],
      ['declined', 'by-rule'],
    ])
  })

  test('about a counted rule says to turn it off, and after its last payment or transfer to try again', async () => {
    const world = await World.open(sandbox)
    const [{ id: cardId }] = world.cards
    const ways = [
      [{ panSuffix: '3333' }, 'payment', () => world.pay()],
      [{ cardId }, 'payment', () => world.payIssued()],
      [{ api: 'B' }, 'transfer', () => world.transfer()],
      [{ api: 'simulation' }, 'payment', () => world.simulate({})],
    ] as const
    for (const [match, noun, ask] of ways) {
      const rule = { match, outcome: { actionCode: 116 } }
      const add = async (more: object) =>
        bodyOf<{ id: string }>(
          await world.call('POST', '/control/v1/outcome-rules', { ...rule, ...more }),
          201,
        ).id
      const payAgain = (id: string) =>
        `Try again: this was the last ${noun} to which the rule ${id} applied.`
      const twice = await add({ times: 2 })
      assert.match((await world.why(ask())).wouldChange, /^Turn off or delete the rule rule-\d/)
      assert.equal((await world.why(ask())).wouldChange, payAgain(twice))
      const first = await add({ match: { ...match, nth: 1 } })
      assert.notEqual(first, twice)
      assert.equal((await world.why(ask())).wouldChange, payAgain(first))
      assert.notEqual((await world.why(ask())).code, 'by-rule')
    }
  })

  test('about the old number of a lost card says to send the new one', async () => {
    for (const reason of ['lost', 'stolen']) {
      const world = await World.open(sandbox)
      const [{ id }] = world.cards
      bodyOf(await world.call('PATCH', `/v2/cards/${id}`, { reissueCard: reason }), 200)
      const { code, wouldChange } = await world.why(world.transfer())
      assert.deepEqual(
        [code, wouldChange],
        [reason, 'Reissue the card. If it was reissued, send its new number.'],
      )
    }
  })

  test('about a PIN says if the card has none', async () => {
    const world = await World.open(sandbox)
    const without = await world.why(world.simulate({ pin: '1234' }))
    assert.deepEqual(
      [without.code, without.reason, without.wouldChange],
      ['wrong-pin', 'The card has no PIN.', 'Enter the card’s PIN, or set one.'],
    )
  })

  test('about a refund of what was refunded says that nothing is left', async () => {
    const world = await World.open(sandbox)
    const { authorisation } = bodyOf<{ authorisation: { id: string } }>(
      await world.simulate({}),
      201,
    )
    const path = `/control/v1/simulations/authorisations/${authorisation.id}`
    for (const step of ['clear', 'refund']) bodyOf(await world.call('POST', `${path}/${step}`), 201)
    const again = await world.call('POST', `${path}/refund`)
    const { detail } = bodyOf<{ detail: string }>(again, 409)
    assert.equal(detail, 'Nothing is left to refund: all of it was refunded.')
  })

  test('that approves names the balance and the closest limit', async () => {
    const world = await World.open(sandbox)
    const why = await world.why(world.transfer(2500))
    assert.deepEqual(
      [why.outcome, why.code, why.operation],
      ['approved', 'approved', 'createTransfer'],
    )
    assert.partialDeepStrictEqual(why.facts, {
      available: 500_000,
      asked: { amount: 2500, currency: '978' },
      limit: { ...DAILY_LIMIT, used: 0, left: 100_000, asked: 2500 },
      card: { id: world.cards[0].id, status: 'active' },
      destination: { id: world.cards[1].id, status: 'active' },
    })
    assert.match(why.wouldChange, /would decline more than 1,000\.00 EUR/)
    const credited = await world.why(topUp(world.call, world.cards[0], 100))
    assert.match(credited.reason, /can be credited with 1\.00 EUR/)
    const simulated = await world.why(world.simulate({}))
    assert.deepEqual([simulated.outcome, simulated.api], ['approved', 'simulation'])
    const byA = await world.why(
      world.callA('creditCard', {
        cardIdentification: { cardNumber: Number(world.cards[0].number) },
        amount: 100,
        currency: 978,
      }),
    )
    assert.deepEqual([byA.outcome, byA.api, byA.operation], ['approved', 'A', 'creditCard'])
  })

  test('about a hold contains the amounts of its order', async () => {
    const world = await World.open(sandbox)
    const orderId = await world.merchant.heldOrder({ amount: 2000 })
    const deposit = (amount: number) => world.merchant.call('deposit', { orderId, amount })
    const tooMuch = await world.why(deposit(2001))
    assert.deepEqual([tooMuch.outcome, tooMuch.code], ['refused', 'deposit-above-approved'])
    assert.partialDeepStrictEqual(tooMuch.facts, {
      asked: { amount: 2001, currency: '978' },
      order: { id: orderId, status: 1, approvedAmount: 2000, depositedAmount: 0 },
    })
    const captured = await world.why(deposit(1500))
    assert.match(captured.reason, /The order was in status 1, so 15\.00 EUR was captured/)
    const again = await world.why(deposit(1))
    assert.deepEqual([again.outcome, again.code], ['refused', 'deposit-state'])
    assert.match(again.reason, /Its status was 2/)
    assert.match(again.wouldChange, /^Only an order in status 1/)
  })

  test('that refuses changes nothing and is explained by its fault', async () => {
    const world = await World.open(sandbox)
    for (const [asked, code, member] of [
      [world.transfer(2000, { to: '4000000000000000' }), 'card-unknown', 'destination'],
      [world.transfer(0), 'amount-invalid', 'amount'],
      [
        world.call('POST', '/v2/topups', {
          amount: 1,
          currency: 'USD',
          destinationCard: { cardNumber: world.cards[0].number },
        }),
        'currency-unsupported',
        'currency',
      ],
    ] as const) {
      const why = await world.why(asked)
      assert.deepEqual([why.outcome, why.code, why.facts['member']], ['refused', code, member])
      assert.match(why.wouldChange, /^Send /)
    }
  })

  test('about an invalid request is explained by the request log', async () => {
    const world = await World.open(sandbox)
    for (const [asked, code, reason] of [
      [world.call('POST', '/v2/topups', { amount: 1 }), 'validation-failed', /currency/],
      [world.merchant.call('register', { amount: 'x', returnUrl: 'x' }), '5', /amount/i],
    ] as const) {
      const why = await world.why(asked)
      assert.deepEqual([why.outcome, why.code], ['refused', code])
      assert.match(why.reason, reason)
      assert.match(why.wouldChange, /^Correct /)
    }
  })

  test('about a repeated request is reported as replayed', async () => {
    const world = await World.open(sandbox)
    const send = () =>
      sandbox.call('POST', '/v2/topups', {
        headers: {
          'X-API-KEY': world.merchant.project.secrets.interfaceB.apiKey,
          'Idempotency-Key': 'once',
        },
        body: {
          amount: 1,
          currency: 'EUR',
          destinationCard: { cardNumber: world.cards[0].number },
        },
      })
    assert.equal((await world.why(send())).outcome, 'approved')
    const replayed = await world.why(send())
    assert.deepEqual([replayed.outcome, replayed.code], ['replayed', 'replayed'])
  })

  test('is not found by an unknown id, for a request that only reads, or in another project', async () => {
    const world = await World.open(sandbox)
    const moved = await world.transfer(1)
    const read = await world.call('GET', `/v2/cards/${world.cards[0].id}`)
    const id = (answer: Answer) => String(answer.headers['request-id'])
    const other = await World.open(sandbox)
    for (const [where, path, status, code] of [
      [world, '00000000-0000-4000-8000-000000000000', 404, 'decision-not-found'],
      [world, id(read), 404, 'decision-not-found'],
      [other, id(moved), 404, 'decision-not-found'],
      [world, '%25', 400, 'invalid-parameter'],
      [world, 'x'.repeat(65), 400, 'invalid-parameter'],
    ] as const) {
      const problem = bodyOf<ProblemShape>(await where.call('GET', `${PATH}/${path}`), status)
      assert.equal(problem.code, code)
    }
    await world.call('POST', '/control/v1/reset')
    bodyOf(await world.call('GET', `${PATH}/${id(moved)}`), 404)
  })

  test('is listed with the others, newest first, page by page', async () => {
    const world = await World.open(sandbox)
    await Promise.all(Array.from({ length: 7 }, (_, amount) => world.transfer(amount + 1)))
    interface Page {
      readonly items: readonly Explained[]
      readonly nextCursor: string | null
    }
    const all: Explained[] = []
    let cursor = ''
    do {
      const page = bodyOf<Page>(await world.call('GET', `${PATH}?limit=2${cursor}`), 200)
      all.push(...page.items)
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual(
      all.map(({ operation }) => operation),
      [...Array.from({ length: 7 }, () => 'createTransfer'), 'createTopup', 'createTopup'],
    )
    assert.equal(new Set(all.map(({ requestId }) => requestId)).size, 9)
  })
})

test('A project keeps its last ten thousand decisions', () => {
  assert.equal(DECISIONS_KEPT, 10_000)
})
