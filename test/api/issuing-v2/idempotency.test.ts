import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { describeRoutes } from '../../../src/api/reference/document.ts'
import { serve } from '../../../src/api/endpoint/serve.ts'
import { api, operation } from '../../../src/api/issuing-v2/api.ts'
import { CardholderAnswer, cardholderView } from '../../../src/api/issuing-v2/cardholder-view.ts'
import { operations } from '../../../src/api/issuing-v2/plugin.ts'
import { idParameter } from '../../../src/api/issuing-v2/schemas.ts'
import { collectExchanges } from '../../../src/web/http/calls/exchanges.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { startSandbox } from '../../kit/sandbox.ts'
import { type ExampleCall, exampleCalls } from '../../kit/example-calls.ts'
import {
  CARDHOLDER,
  assertProblem,
  IssuerV2,
  issuerV2On,
  transferBody,
} from '../../kit/issuer-v2.ts'

/** Every POST in the table with a body that succeeds once, and a transfer that is declined. */
async function posts(
  issuer: IssuerV2,
): Promise<readonly Pick<ExampleCall, 'path' | 'body' | 'status'>[]> {
  const [ann, bob] = [await issuer.fundedCard(10_000), await issuer.newCard()]
  const inPlace = {
    '100001': await issuer.newCardholder(),
    '100000000001': (await issuer.newCard()).id,
    '4000000000100026': bob.number,
    '4000000000200024': ann.number,
    '203101': ann.expiryDate,
  }
  const calls = exampleCalls(operations, inPlace).filter(({ method }) => method === 'POST')
  assert.ok(calls.length >= 4)
  const declined = { path: '/transfers', body: transferBody(ann, bob, 90_000), status: 201 }
  return [...calls, declined]
}
const key = (text: string) => ({ 'idempotency-key': text })

onEveryDatabase('Idempotency of interface B', (database) => {
  const open = issuerV2On(database)

  test('the same key and body replays the response, with a new request id', async () => {
    const issuer = await open()
    for (const [index, { path, body, status }] of (await posts(issuer)).entries()) {
      const first = await issuer.call('POST', path, body, key(`key-${index}`))
      assert.equal(first.status, status, first.text)
      assert.equal(first.headers['idempotency-replayed'], undefined)
      const second = await issuer.call('POST', path, body, key(`key-${index}`))
      assert.equal(second.status, status)
      assert.equal(second.text, first.text)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      assert.notEqual(second.headers['request-id'], first.headers['request-id'])
    }
  })

  test('a replayed transfer moves no money again', async () => {
    const issuer = await open()
    const [ann, bob] = [await issuer.fundedCard(1000), await issuer.newCard()]
    for (let time = 0; time < 3; time++)
      await issuer.call('POST', '/transfers', transferBody(ann, bob, 100), key('once'))
    assert.deepEqual([await issuer.balance(ann), await issuer.balance(bob)], [900, 100])
  })

  test('the same key with another body is refused', async () => {
    const issuer = await open()
    await issuer.call('POST', '/cardholders', CARDHOLDER, key('k'))
    const other = { ...CARDHOLDER, firstName: 'Eve' }
    const answer = await issuer.call('POST', '/cardholders', other, key('k'))
    assertProblem(answer, 422, 'idempotency-mismatch')
  })

  test('a key belongs to one path and one project', async () => {
    const [issuer, foreign] = [await open(), await open()]
    const onePerPath = new Map((await posts(issuer)).map((post) => [post.path, post]))
    for (const { path, body, status } of onePerPath.values()) {
      const answer = await issuer.call('POST', path, body, key('shared'))
      assert.equal(answer.status, status, answer.text)
      assert.equal(answer.headers['idempotency-replayed'], undefined)
    }
    const elsewhere = await foreign.call('POST', '/cardholders', CARDHOLDER, key('shared'))
    assert.equal(elsewhere.headers['idempotency-replayed'], undefined)
  })

  test('a key belongs to one resource: with another id it is another request', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const issuer = new IssuerV2(sandbox, await sandbox.newProject())
    // An extra operation, so that a POST with a resource in its path is tested.
    const rename = operation({
      name: 'renameCardholder',
      method: 'POST',
      path: '/cardholders/:id/name',
      summary: 'Rename a cardholder',
      description: 'For this test alone.',
      params: idParameter('cardholder', '100001'),
      answer: CardholderAnswer,
      async handle({ params, command }) {
        const input = { cardholderId: Number(params.id), firstName: 'Eve', profile: {} }
        return cardholderView((await command('updateCardholder', input)).cardholder)
      },
    })
    const app = fastify()
    const { service } = sandbox.sandcard
    collectExchanges(app, service.exchanges)
    describeRoutes(app)
    await app.register(serve(api, [rename]), { service })
    context.after(() => app.close())
    const headers = { 'x-api-key': issuer.project.secrets.interfaceB.apiKey, ...key('shared') }
    for (const id of [await issuer.newCardholder(), await issuer.newCardholder()])
      for (const replayed of [undefined, 'true']) {
        const answer = await app.inject({
          method: 'POST',
          url: `/cardholders/${id}/name`,
          headers,
        })
        assert.equal(answer.statusCode, 200, answer.body)
        assert.equal(answer.json<{ id: string }>().id, id)
        assert.equal(answer.headers['idempotency-replayed'], replayed)
      }
  })

  test('concurrent duplicates take effect once and get the same response', async () => {
    const issuer = await open()
    for (const [index, { path, body, status }] of (await posts(issuer)).entries()) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => issuer.call('POST', path, body, key(`key-${index}`))),
      )
      const [first] = answers
      assert.ok(first)
      for (const answer of answers)
        assert.deepEqual([answer.status, answer.text], [status, first.text])
      const fresh = answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)
      assert.equal(fresh.length, 1)
    }
  })

  test('an error response is not stored', async () => {
    const issuer = await open()
    const card = await issuer.newCard()
    const destinationCard = { cardNumber: card.number }
    const refused = { amount: 0, currency: 'EUR', destinationCard }
    assertProblem(await issuer.call('POST', '/topups', refused, key('k')), 422, 'validation-failed')
    const good = await issuer.call('POST', '/topups', { ...refused, amount: 5 }, key('k'))
    assert.equal(good.status, 201)
    assert.equal(good.headers['idempotency-replayed'], undefined)
  })

  test('the longest key is accepted', async () => {
    const issuer = await open()
    const answer = await issuer.call('POST', '/cardholders', CARDHOLDER, key('~'.repeat(255)))
    assert.equal(answer.status, 201)
  })
})
