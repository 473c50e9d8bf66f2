// Scenarios simulate the life of a card in one call; a project's exchange rates convert amounts in
// another currency.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Authorisation, type Body, SimulatedCard } from '../../kit/simulated-card.ts'

interface Played {
  readonly name: string
  readonly steps: readonly {
    step: string
    at: string
    responseCode: string
    merchantAmount: number
  }[]
  readonly authorisations: readonly Authorisation[]
  readonly account: { readonly available: number }
}

// prettier-ignore
const SCENARIOS: readonly (readonly [name: string, steps: string, ends: string, available: number])[] = [
  ['tip', 'authorise 1000, clear 1200', 'cleared', 8_800],
  ['hotel', 'authorise 1000, increment 500, clear 1400', 'cleared', 8_600],
  ['fuel', 'authorise 1000, advise 550, clear 450', 'cleared', 9_550],
  ['subscription', 'authorise 1000, clear 1000, authorise 1000, clear 1000, authorise 1000, clear 1000', 'cleared cleared cleared', 7_000],
  ['duplicate', 'authorise 1000, authorise 1000, clear 1000, clear 1000, refund 1000', 'cleared cleared', 9_000],
  ['card-testing', 'authorise 1000 AB, authorise 1000 AB, authorise 1000 AB, authorise 1000 AB, authorise 1000, reverse 1000, authorise 100000 59', 'declined declined declined declined reversed declined', 10_000],
]

onEveryDatabase('A scenario', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  const play = async (at: SimulatedCard, name: string, body: Body = {}) =>
    bodyOf<Played>(
      await at.call('POST', `/control/v1/simulations/scenarios/${name}`, {
        cardId: at.card.id,
        ...body,
      }),
      201,
    )
  const stepsOf = ({ steps }: Played) =>
    steps
      .map(({ step, merchantAmount, responseCode }) =>
        [step, merchantAmount, responseCode === '00' ? '' : responseCode].join(' ').trim(),
      )
      .join(', ')

  describe('Every scenario', () => {
    for (const [name, steps, ends, available] of SCENARIOS)
      test(`${name} runs its steps in one call`, async () => {
        const at = await SimulatedCard.open(sandbox, 10_000)
        const played = await play(at, name, { amount: 1_000 })
        assert.equal(stepsOf(played), steps)
        assert.equal(played.authorisations.map(({ status }) => status).join(' '), ends)
        assert.equal(played.account.available, available)
        const list = await at.list()
        assert.deepEqual(
          list.map(({ id }) => id).toReversed(),
          played.authorisations.map(({ id }) => id),
        )
        assert.equal((await at.ledger())['card'], available)
      })
  })

  test('subscription charges the card in three months, and advances the clock', async () => {
    const project = await sandbox.newProject()
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    bodyOf(await call('POST', '/control/v1/clock', { set: '2050-01-30T12:00:00Z' }), 200)
    const at = await SimulatedCard.open(sandbox, 10_000, project)
    bodyOf(await at.call('POST', '/control/v1/clock', { freeze: true }), 200)
    const { steps } = await play(at, 'subscription')
    assert.deepEqual(
      steps.map(({ step, at: time }) => `${step} ${time.slice(0, 10)}`),
      ['2050-01-30', '2050-02-28', '2050-03-28'].flatMap((day) => [
        `authorise ${day}`,
        `clear ${day}`,
      ]),
    )
    const { now, frozen } = await at.get<{ now: string; frozen: boolean }>('clock')
    assert.deepEqual([now.slice(0, 10), frozen], ['2050-03-28', true])
  })

  test('has a default amount, accepts another amount and currency, and is listed', async () => {
    const at = await SimulatedCard.open(sandbox, 100_000)
    const { items } = await at.get<{ items: { name: string; amount: number; steps: string[] }[] }>(
      'simulations/scenarios',
    )
    assert.deepEqual(
      items.map(({ name }) => name),
      SCENARIOS.map(([name]) => name),
    )
    for (const { name, amount, steps } of items) {
      const played = await play(at, name)
      assert.equal(played.steps.length, steps.length)
      assert.equal(played.steps[0]?.merchantAmount, amount)
    }
    const { authorisations } = await play(at, 'tip', { currency: 'USD', amount: 1_100 })
    assert.equal(authorisations[0]?.cleared, 1_200)
  })

  test('skips the remaining steps of a declined authorisation', async () => {
    const at = await SimulatedCard.open(sandbox, 10_000)
    assert.equal(stepsOf(await play(at, 'hotel', { amount: 10_001 })), 'authorise 10001 51')
  })

  test('refuses an unknown name, card or amount', async () => {
    const at = await SimulatedCard.open(sandbox)
    const card = { cardId: at.card.id }
    // prettier-ignore
    for (const [name, body, expected] of [
      ['heist', card, [404, 'scenario-not-found']],
      ['tip', { cardId: '1' }, [404, 'card-not-found']],
      ['tip', {}, [422, 'validation-failed', '/cardId']],
      ['tip', { ...card, amount: 0 }, [422, 'validation-failed', '/amount']],
      ['tip', { ...card, amount: 1_000_000_001 }, [422, 'validation-failed', '/amount']],
      ['tip', { ...card, currency: 'XYZ' }, [422, 'validation-failed', '/currency']],
      ['tip', { ...card, pin: '1' }, [422, 'validation-failed', '/pin']],
    ] as const)
      assert.deepEqual(await at.refused(`scenarios/${name}`, body), expected, name)
    assert.deepEqual(await at.list(), [])
  })
})

onEveryDatabase('The exchange rates of a project', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  const replace = (at: SimulatedCard, body: unknown) => at.call('PUT', '/control/v1/rates', body)

  test('are sample values at first, and are replaced as a whole', async () => {
    const at = await SimulatedCard.open(sandbox, 100_000)
    const first = await at.get<{ isSample: boolean; rates: Record<string, string> }>('rates')
    assert.ok(first.isSample && Object.keys(first.rates).length >= 25)
    const body = { markupBp: 250, rates: { USD: '2', JPY: '200.5' } }
    const after = { base: 'EUR', isSample: false, ...body }
    assert.deepEqual(bodyOf(await replace(at, body), 200), after)
    assert.deepEqual(await at.get('rates'), after)
    const made = await at.authorise({ amount: 1_000, currency: 'USD' })
    assert.deepEqual([made.leg.amount, made.leg.merchantAmount, made.leg.rate], [513, 1_000, '2'])
    assert.equal((await at.authorise({ amount: 1_000, currency: 'GBP' })).reason, 'rate-missing')
    assert.deepEqual(bodyOf(await replace(at, {}), 200), first)
    const other = await SimulatedCard.open(sandbox, 100_000)
    assert.deepEqual(await other.get('rates'), first, 'another project has its own')
  })

  test('apply to each leg on its day, and the cardholder bears the difference', async () => {
    const at = await SimulatedCard.open(sandbox, 100_000)
    const set = async (USD: string) => bodyOf(await replace(at, { rates: { USD } }), 200)
    await set('1')
    const { id } = await at.authorise({ amount: 1_000, currency: 'USD' })
    await set('0.8')
    const cleared = await at.leg(id, 'clear')
    assert.deepEqual([cleared.leg.amount, cleared.leg.rate], [1_250, '0.8'])
    await set('0.5')
    const refunded = await at.leg(id, 'refund')
    assert.deepEqual([refunded.leg.amount, refunded.account.available], [2_000, 100_750])
    assert.equal((await at.ledger())['network-978'], -750)
    await replace(at, { rates: {} })
    const late = await at.authorise({ amount: 100, currency: 'USD' })
    assert.deepEqual([late.responseCode, late.reason], ['12', 'rate-missing'])
    assert.match((await at.records()).at(-1) ?? '', /110$/)
  })

  test('decline the next leg if they are removed, and leave the hold unchanged', async () => {
    const at = await SimulatedCard.open(sandbox, 100_000)
    const { id } = await at.authorise({ amount: 1_100, currency: 'USD' })
    await replace(at, { rates: {} })
    for (const [leg, body] of [
      ['increment', { amount: 1 }],
      ['clear', {}],
    ] as const) {
      const { reason, authorisation } = await at.leg(id, leg, body)
      assert.deepEqual(
        [reason, authorisation.status, authorisation.held],
        ['rate-missing', 'pending', 1_000],
      )
    }
    assert.equal((await at.leg(id, 'reverse')).authorisation.status, 'reversed')
  })

  test('are refused if one is invalid, and stay unchanged', async () => {
    const at = await SimulatedCard.open(sandbox)
    const before = await at.get('rates')
    // prettier-ignore
    for (const [body, pointer] of [
      [{ rates: { USD: 'x' } }, '/rates/USD'], [{ rates: { USD: '0' } }, '/rates/USD'],
      [{ rates: { USD: '-1' } }, '/rates/USD'], [{ rates: { USD: '1e3' } }, '/rates/USD'],
      [{ rates: { USD: '1.1234567' } }, '/rates/USD'], [{ rates: { USD: '1234567' } }, '/rates/USD'],
      [{ rates: { USD: 1.1 } }, '/rates/USD'], [{ rates: { EUR: '1' } }, '/rates/EUR'],
      [{ rates: { ABC: '1' } }, '/rates/ABC'], [{ rates: [] }, '/rates'],
      [{ markupBp: -1 }, '/markupBp'], [{ markupBp: 10_001 }, '/markupBp'], [{ markupBp: 1.5 }, '/markupBp'],
      [{ USD: '1' }, '/USD'],
    ] as const) {
      const { status, json } = await replace(at, body)
      const { errors } = json as { errors: { pointer: string }[] }
      assert.deepEqual([status, errors[0]?.pointer], [422, pointer], JSON.stringify(body))
    }
    assert.deepEqual(await at.get('rates'), before)
  })
})
