// The list of authorisations: simulated ones and the payments of issued cards at interface C.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { merchantOf, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { type Authorisation, SimulatedCard } from '../../kit/simulated-card.ts'

/** The facts of an authorisation in one line. */
const lineOf = ({ source, kind, status, amount, held, cleared, refunded }: Authorisation) =>
  `${source} ${kind} ${status} ${amount} ${held} ${cleared} ${refunded}`

onEveryDatabase('The list of authorisations', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  test('contains the orders that an issued card paid, with their legs', async () => {
    const { project } = await newMerchant(sandbox)
    const at = await SimulatedCard.open(sandbox, 10_000, project)
    const merchant = merchantOf(sandbox, project)
    const { json } = await at.call('GET', `/v2/cards/${at.card.id}`)
    const { number: $PAN, cvc: $CVC, expiryDate } = json as Record<string, string>
    const paying = { $PAN, $CVC, YYYY: expiryDate?.slice(0, 4), MM: expiryDate?.slice(4) }
    const held = await merchant.registerPreAuth()
    await merchant.pay(held, paying)
    const paid = await merchant.register()
    await merchant.pay(paid, paying)
    const declined = await merchant.register({ amount: 90_000 })
    await merchant.pay(declined, paying)
    const other = await merchant.register()
    await merchant.pay(other)
    const [third, second, first, ...others] = await at.list()
    assert.ok(first && second && third)
    assert.deepEqual(others, [], 'a test card is not issued here')
    assert.deepEqual([third, second, first].map(lineOf), [
      'order purchase declined 90000 0 0 0',
      'order purchase cleared 2000 0 2000 0',
      'order preauthorisation pending 2000 2000 0 0',
    ])
    assert.deepEqual([third.reason, third.orderId], ['insufficient-funds', declined])
    await merchant.callOk('deposit', { orderId: held, amount: 1_500 })
    await merchant.callOk('refund', { orderId: held, amount: 400 })
    const after = await at.get<Authorisation>(`authorisations/${first.id}`)
    assert.equal(lineOf(after), 'order preauthorisation cleared 2000 0 1500 400')
    assert.deepEqual(
      after.legs.map(({ kind, amount }) => `${kind} ${amount}`),
      ['authorisation 2000', 'clearing 1500', 'refund 400'],
    )
    for (const leg of ['clear', 'reverse', 'expire', 'refund'])
      assert.deepEqual(await at.refused(`authorisations/${first.id}/${leg}`), [
        409,
        'authorisation-of-order',
      ])
  })
})
