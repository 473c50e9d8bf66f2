import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../databases.ts'
import { PERSON, problem, PRODUCT, type Rest, restOn, transferBody } from './rest.ts'

/** Every POST with a body that succeeds once. */
async function posts(rest: Rest): Promise<readonly (readonly [path: string, body: object])[]> {
  const [ann, bob] = [await rest.fundedCard(10_000), await rest.newCard()]
  const cardholder = await rest.newCardholder()
  const destinationCard = { cardNumber: bob.number }
  return [
    ['/cardholders', PERSON],
    ['/cards', { productName: PRODUCT, cardholder }],
    ['/topups', { amount: 100, currency: 'EUR', destinationCard }],
    ['/transfers', transferBody(ann, bob, 100)],
    ['/transfers', transferBody(ann, bob, 90_000)],
  ]
}
const key = (text: string) => ({ 'idempotency-key': text })

onEveryDatabase('Cards v2, idempotency', (database) => {
  const open = restOn(database)

  test('the same key and body replays the answer, with a request id of its own', async () => {
    const rest = await open()
    for (const [index, [path, body]] of (await posts(rest)).entries()) {
      const first = await rest.call('POST', path, body, key(`key-${index}`))
      assert.equal(first.status, 201, first.text)
      assert.equal(first.headers['idempotency-replayed'], undefined)
      const second = await rest.call('POST', path, body, key(`key-${index}`))
      assert.equal(second.status, 201)
      assert.equal(second.text, first.text)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      assert.notEqual(second.headers['request-id'], first.headers['request-id'])
    }
  })

  test('a replayed movement moves nothing again', async () => {
    const rest = await open()
    const [ann, bob] = [await rest.fundedCard(1000), await rest.newCard()]
    for (let time = 0; time < 3; time++)
      await rest.call('POST', '/transfers', transferBody(ann, bob, 100), key('once'))
    assert.deepEqual([await rest.balance(ann), await rest.balance(bob)], [900, 100])
  })

  test('the same key with another body is refused', async () => {
    const rest = await open()
    await rest.call('POST', '/cardholders', PERSON, key('k'))
    const other = { ...PERSON, firstName: 'Eve' }
    const answer = await rest.call('POST', '/cardholders', other, key('k'))
    problem(answer, 422, 'idempotency-mismatch')
  })

  test('a key belongs to one path and one project', async () => {
    const [rest, foreign] = [await open(), await open()]
    const [first, , third] = await posts(rest)
    assert.ok(first && third)
    for (const [path, body] of [first, third]) {
      const answer = await rest.call('POST', path, body, key('shared'))
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.headers['idempotency-replayed'], undefined)
    }
    const elsewhere = await foreign.call('POST', '/cardholders', PERSON, key('shared'))
    assert.equal(elsewhere.headers['idempotency-replayed'], undefined)
  })

  test('duplicates at the same moment are done once and all answered alike', async () => {
    const rest = await open()
    for (const [index, [path, body]] of (await posts(rest)).entries()) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => rest.call('POST', path, body, key(`key-${index}`))),
      )
      const [first] = answers
      assert.ok(first)
      for (const answer of answers)
        assert.deepEqual([answer.status, answer.text], [201, first.text])
      const fresh = answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)
      assert.equal(fresh.length, 1)
    }
  })

  test('a refusal is not kept', async () => {
    const rest = await open()
    const card = await rest.newCard()
    const destinationCard = { cardNumber: card.number }
    const refused = { amount: 0, currency: 'EUR', destinationCard }
    problem(await rest.call('POST', '/topups', refused, key('k')), 422, 'validation-failed')
    const good = await rest.call('POST', '/topups', { ...refused, amount: 5 }, key('k'))
    assert.equal(good.status, 201)
    assert.equal(good.headers['idempotency-replayed'], undefined)
  })

  test('the longest key is taken', async () => {
    const rest = await open()
    const answer = await rest.call('POST', '/cardholders', PERSON, key('~'.repeat(255)))
    assert.equal(answer.status, 201)
  })
})
