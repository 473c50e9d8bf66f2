// The project's issued cards, in the panel of its payment page.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { type Checkout, openCheckout } from '../../kit/checkout.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { IssuerV2 } from '../../kit/issuer-v2.ts'

onEveryDatabase('The panel of the payment page', (database) => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(database)
  })
  after(() => checkout.close())

  test('offers the newest issued cards that can pay, with the CVC that interface B returns', async () => {
    const rest = new IssuerV2(checkout.sandbox, checkout.project)
    const cards = []
    for (let issued = 0; issued < 7; issued++) cards.push(await rest.fundedCard(10_000 + issued))
    const [blocked, ...others] = cards.toReversed()
    assert.ok(blocked)
    assert.equal((await rest.patch(blocked, { status: 'blocked' })).status, 200)
    const page = (await checkout.open(await checkout.register())).text
    const shown = [...page.matchAll(/data-pan="(\d+)"\s+data-expiry="([^"]+)"\s+data-cvc="(\d+)"/g)]
    const expected = others.slice(0, 5).map(({ number, expiryDate, cvc }) => {
      return [number, `${expiryDate.slice(4)}/${expiryDate.slice(2, 4)}`, cvc]
    })
    assert.deepEqual(
      shown.slice(0, 5).map(([, ...card]) => card),
      expected,
    )
    assert.ok(page.includes('100.05\u00A0EUR available'))
    assert.equal(shown[5]?.[1], TEST_CARDS.frictionless)
  })

  test('shows no issued cards in hosted mode', async (t) => {
    const hosted = await openCheckout(database, {
      mode: 'hosted',
      adminToken: 'a-token-of-the-admin',
    })
    t.after(() => hosted.close())
    const card = await new IssuerV2(hosted.sandbox, hosted.project).fundedCard(10_000)
    const { status, text } = await hosted.open(await hosted.register())
    assert.equal(status, 200)
    assert.ok(text.includes(TEST_CARDS.frictionless))
    assert.ok(!text.includes(card.number))
    assert.ok(!text.includes('Cards issued in this project'))
  })
})
