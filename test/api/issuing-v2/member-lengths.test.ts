// The length limits of interface B's fields: the longest value is accepted, one character more is
// refused. They are repeated by hand, so that a change of the schema is noticed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { CARDHOLDER, assertProblem, PRODUCT, issuerV2On } from '../../kit/issuer-v2.ts'

const letters = (length: number): string => 'x'.repeat(length)
const address = CARDHOLDER.billingAddress

// prettier-ignore
const PEOPLE: readonly (readonly [pointer: string, longest: number, body: (value: string) => object, valueOf?: (length: number) => string])[] = [
  ['/firstName',                 100, (firstName) => ({ firstName })],
  ['/lastName',                  100, (lastName) => ({ lastName })],
  ['/email',                     254, (email) => ({ email }), (length) => `${letters(length - 4)}@x.y`],
  ['/phoneNumber',               16,  (phoneNumber) => ({ phoneNumber }), (length) => '+'.padEnd(length, '1')],
  ['/billingAddress/postalCode', 20,  (postalCode) => ({ billingAddress: { ...address, postalCode } })],
  ['/billingAddress/city',       100, (city) => ({ billingAddress: { ...address, city } })],
  ['/billingAddress/line1',      200, (line1) => ({ billingAddress: { ...address, line1 } })],
  ['/billingAddress/line2',      200, (line2) => ({ billingAddress: { ...address, line2 } })],
  ['/billingAddress/state',      100, (state) => ({ billingAddress: { ...address, state } })],
  ['/verification/documentId',   100, (documentId) => ({ verification: { documentId } })],
]

onEveryDatabase('Maximum lengths of interface B', (database) => {
  const open = issuerV2On(database)

  test('a cardholder with the longest fields is registered; a longer field is refused', async () => {
    const issuer = await open()
    for (const [pointer, longest, body, valueOf = letters] of PEOPLE) {
      const send = (length: number) =>
        issuer.call('POST', '/cardholders', { ...CARDHOLDER, ...body(valueOf(length)) })
      assert.equal((await send(longest)).status, 201, pointer)
      const { errors } = assertProblem(await send(longest + 1), 422, 'validation-failed')
      assert.deepEqual(
        errors?.map((each) => each.pointer),
        [pointer],
      )
    }
    const shortest = await issuer.call('POST', '/cardholders', {
      ...CARDHOLDER,
      phoneNumber: '+1234567',
    })
    assert.equal(shortest.status, 201)
  })

  test('the longest reference is looked up; a longer one is refused', async () => {
    const issuer = await open()
    const card = await issuer.newCard()
    const money = (cardNumber: string) => ({
      amount: 1,
      currency: 'EUR',
      destinationCard: { cardNumber },
    })
    for (const [method, path, longest, body] of [
      ['POST', '/cards', 100, (cardholder: string) => ({ productName: PRODUCT, cardholder })],
      ['POST', '/cards', 100, (productName: string) => ({ productName, cardholder: '1' })],
      ['POST', '/topups', 100, money],
      ['PATCH', `/cards/${card.id}`, 1024, (pin: string) => ({ pin })],
    ] as const) {
      const looked = await issuer.call(method, path, body(letters(longest)))
      assert.ok(looked.status >= 400 && !looked.text.includes('validation-failed'), looked.text)
      assertProblem(
        await issuer.call(method, path, body(letters(longest + 1))),
        422,
        'validation-failed',
      )
    }
  })

  test('a limit can be from 0 to the maximum amount', async () => {
    const issuer = await open()
    const card = await issuer.newCard()
    for (const amount of [0, 999_999_999_999]) {
      const spendingLimits = [{ amount, interval: 'daily' }]
      assert.equal((await issuer.patch(card, { spendingLimits })).status, 200)
      assert.equal((await issuer.card(card.id)).spendingLimits[0]?.amount, amount)
    }
  })
})
