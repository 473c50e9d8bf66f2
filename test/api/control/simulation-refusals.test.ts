// Legs that the issuer declines or that are refused: the response says what to do, in the currency
// of the card.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, topUp } from '../../kit/control.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { SimulatedCard } from '../../kit/simulated-card.ts'

onEveryDatabase('A leg that is declined or refused', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  test('the reversal of a spent refund only suggests a top-up, in euros', async () => {
    const at = await SimulatedCard.open(sandbox, 0)
    const body = { cardId: at.card.id, amount: 1_100, currency: 'USD' }
    const { id } = await at.post('refunds', body)
    await at.authorise({ amount: 400 })
    const declined = await at.post(`refunds/${id}/reverse`)
    assert.equal(declined.reason, 'insufficient-funds')
    assert.equal(declined.explanation, '10.00 EUR is more than the available balance of 6.00 EUR.')
    assert.equal(declined.leg.remedy, 'Top up the card by at least 4.00 EUR.')
    bodyOf(await topUp(at.call, at.card, 400), 201)
    assert.equal((await at.post(`refunds/${id}/reverse`)).approved, true)
  })

  test('the reversal of a spent credit only suggests a top-up', async () => {
    const at = await SimulatedCard.open(sandbox, 0)
    const { id } = await at.authorise({ amount: 1_000, kind: 'credit' })
    await at.authorise({ amount: 999 })
    const { leg } = await at.leg(id, 'reverse')
    assert.equal(leg.remedy, 'Top up the card by at least 9.99 EUR.')
  })

  test('an increment in another currency is explained in the currency of the card', async () => {
    const at = await SimulatedCard.open(sandbox, 1_000)
    const { id } = await at.authorise({ amount: 550, currency: 'USD' })
    const { leg } = await at.leg(id, 'increment', { amount: 1_100 })
    assert.equal(leg.rate, '1.1')
    assert.equal(leg.explanation, '10.00 EUR is more than the available balance of 5.00 EUR.')
    assert.equal(leg.remedy, 'Top up the card by at least 5.00 EUR, or send at most 5.00 EUR.')
  })

  test('a field that the call does not take is refused', async () => {
    const at = await SimulatedCard.open(sandbox)
    const { id } = await at.authorise()
    const refund = await at.post('refunds', { cardId: at.card.id, amount: 100 })
    for (const path of [`refunds/${refund.id}/reverse`, `authorisations/${id}/expire`]) {
      assert.deepEqual(await at.refused(path, { amount: 1 }), [422, 'validation-failed', '/amount'])
      assert.equal((await at.post(path, {})).approved, true)
    }
  })

  test('an increment on an expired card is declined, and the hold is kept', async () => {
    const at = await SimulatedCard.open(sandbox)
    const { expiry } = await at.get<{ expiry: string }>(`cards/${at.card.id}`)
    const month = `${expiry.slice(0, 4)}-${expiry.slice(4)}`
    bodyOf(await at.call('POST', '/control/v1/clock', { set: `${month}-27T00:00:00Z` }), 200)
    const { id } = await at.authorise({ kind: 'preauthorisation' })
    await at.leg(id, 'increment', { amount: 500 })
    await at.advance('P7D')
    for (const [leg, amount] of [
      ['increment', 500],
      ['advice', 3_000],
    ] as const) {
      const { responseCode, reason, authorisation } = await at.leg(id, leg, { amount })
      assert.deepEqual([responseCode, reason, authorisation.held], ['33', 'expired', 2_500])
    }
    assert.equal((await at.leg(id, 'clear')).approved, true)
  })

  test('a hold above 9,999,999,999.99 EUR is refused with the largest amount', async () => {
    const at = await SimulatedCard.open(sandbox, 999_999_999_999)
    bodyOf(await topUp(at.call, at.card, 999_999_999_999), 201)
    const amount = 999_999_999_999
    const spendingLimits = ['daily', 'monthly'].map((interval) => ({ interval, amount }))
    bodyOf(await at.call('PATCH', `/v2/cards/${at.card.id}`, { spendingLimits }), 200)
    const rates = { rates: { USD: '0.5' }, markupBp: 0 }
    bodyOf(await at.call('PUT', '/control/v1/rates', rates), 200)
    const body = { kind: 'preauthorisation', currency: 'USD', entryMode: 'chip' }
    const { id } = await at.authorise({ amount: 400_000_000_000, holdFor: 'P60D', ...body })
    // The limits of a month allow no more, but those of the next month do.
    await at.advance('P1M')
    for (const [leg, amount] of [
      ['increment', 100_000_000_000],
      ['advice', 500_000_000_000],
    ]) {
      const path = `/control/v1/simulations/authorisations/${id}/${leg}`
      const { status, json } = await at.call('POST', path, { amount })
      assert.equal(status, 422)
      assert.match(JSON.stringify(json), /send at most 99999999999 \(minor units\)/)
    }
    const { authorisation } = await at.leg(id, 'increment', { amount: 99_999_999_999 })
    assert.equal(authorisation.amount, 999_999_999_998)
  })
})
