import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  type CardJson,
  CARDHOLDER,
  assertProblem,
  PRODUCT,
  issuerV2On,
  transferBody,
} from '../../kit/issuer-v2.ts'

const UNKNOWN_NUMBER = '4000000000100026'
const card = { number: UNKNOWN_NUMBER, expiryDate: '203101' } as CardJson
const filter = `/transfers?cardNumberFltr=${UNKNOWN_NUMBER}`
const topup = { amount: 1, currency: 'EUR', destinationCard: { cardNumber: UNKNOWN_NUMBER } }
const json = { 'content-type': 'application/json' }
const address = CARDHOLDER.billingAddress

interface Row {
  status: number
  code: string
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  pointer?: string
}

/** Bodies with one invalid field each, and the pointer to it. */
const invalid = (
  method: string,
  path: string,
  bodies: readonly (readonly [body: unknown, pointer: string])[],
): Row[] =>
  bodies.map(([body, pointer]) => ({
    status: 422,
    code: 'validation-failed',
    method,
    path,
    body,
    pointer,
  }))

// prettier-ignore
const ROWS: readonly Row[] = [
  { status: 400, code: 'malformed-json', method: 'POST', path: '/topups', body: '{', headers: json },
  { status: 400, code: 'malformed-json', method: 'POST', path: '/topups', body: '', headers: json },
  { status: 400, code: 'malformed-json', method: 'POST', path: '/topups' },
  { status: 400, code: 'malformed-json', method: 'POST', path: '/topups', body: '{"__proto__": {"a": 1}}', headers: json },
  { status: 400, code: 'missing-query-parameter', method: 'GET', path: '/transfers', pointer: '/cardNumberFltr' },
  { status: 400, code: 'missing-query-parameter', method: 'GET', path: '/transfers?statusFltr=new', pointer: '/cardNumberFltr' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&statusFltr=new`, pointer: '/statusFltr' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&periodStartFltr=2026-02-30`, pointer: '/periodStartFltr' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&periodEndFltr=30.01.2026`, pointer: '/periodEndFltr' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&periodStartFltr=2026-02-02&periodEndFltr=2026-02-01`, pointer: '/periodEndFltr' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&limit=0`, pointer: '/limit' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&limit=1001`, pointer: '/limit' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&limit=ten`, pointer: '/limit' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&cursor=MTIz`, pointer: '/cursor' },
  { status: 400, code: 'invalid-query-parameter', method: 'GET', path: `${filter}&cardNumberFltr=1`, pointer: '/cardNumberFltr' },
  { status: 400, code: 'invalid-idempotency-key', method: 'POST', path: '/topups', body: topup, headers: { 'idempotency-key': 'a b' } },
  { status: 400, code: 'invalid-idempotency-key', method: 'POST', path: '/topups', body: topup, headers: { 'idempotency-key': '' } },
  { status: 400, code: 'invalid-idempotency-key', method: 'POST', path: '/topups', body: topup, headers: { 'idempotency-key': 'k'.repeat(256) } },
  { status: 401, code: 'unauthorized', method: 'GET', path: '/cards/1', headers: { 'x-api-key': 'wrong' } },
  { status: 401, code: 'unauthorized', method: 'POST', path: '/topups', body: '{', headers: { ...json, 'x-api-key': '' } },
  { status: 404, code: 'cardholder-not-found', method: 'GET', path: '/cardholders/999999' },
  { status: 404, code: 'cardholder-not-found', method: 'GET', path: '/cardholders/abc' },
  { status: 404, code: 'cardholder-not-found', method: 'PATCH', path: '/cardholders/999999', body: { firstName: 'A' } },
  { status: 404, code: 'card-not-found', method: 'GET', path: '/cards/100000000999' },
  { status: 404, code: 'card-not-found', method: 'GET', path: '/cards/00' },
  { status: 404, code: 'card-not-found', method: 'GET', path: '/cards/x100000000001' },
  { status: 404, code: 'card-not-found', method: 'GET', path: '/cards/100000000001x' },
  { status: 404, code: 'card-not-found', method: 'PATCH', path: '/cards/100000000999', body: { status: 'blocked' } },
  { status: 404, code: 'card-not-found', method: 'PATCH', path: '/cards/100000000999', body: { spendingLimits: [{ amount: 1, interval: 'daily' }] } },
  { status: 404, code: 'not-found', method: 'GET', path: '/card' },
  { status: 404, code: 'not-found', method: 'GET', path: '/topups/1' },
  { status: 404, code: 'not-found', method: 'GET', path: '/card', headers: { 'x-api-key': 'wrong' } },
  { status: 413, code: 'body-too-large', method: 'POST', path: '/topups', body: { ...topup, note: 'x'.repeat(300_000) } },
  { status: 415, code: 'unsupported-media-type', method: 'POST', path: '/topups', body: 'amount=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { status: 415, code: 'unsupported-media-type', method: 'POST', path: '/topups', body: '{}', headers: { 'content-type': 'text/plain' } },
  { status: 415, code: 'unsupported-media-type', method: 'PATCH', path: '/cards/1', body: '{}', headers: { 'content-type': 'text/plain' } },
  { status: 422, code: 'unknown-product', method: 'POST', path: '/cards', body: { productName: 'MAESTRO', cardholder: '1' }, pointer: '/productName' },
  { status: 422, code: 'cardholder-unknown', method: 'POST', path: '/cards', body: { productName: PRODUCT, cardholder: '1' }, pointer: '/cardholder' },
  { status: 422, code: 'cardholder-unknown', method: 'POST', path: '/cards', body: { productName: PRODUCT, cardholder: 'x' }, pointer: '/cardholder' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/cards', body: { productName: PRODUCT }, pointer: '/cardholder' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/cards', body: { productName: PRODUCT, cardholder: 1 }, pointer: '/cardholder' },
  { status: 422, code: 'card-unknown', method: 'POST', path: '/topups', body: topup, pointer: '/destinationCard/cardNumber' },
  { status: 422, code: 'card-unknown', method: 'POST', path: '/transfers', body: transferBody(card, card, 1), pointer: '/sourceCard/cardNumber' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/topups', body: { ...topup, amount: '1' }, pointer: '/amount' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/topups', body: { ...topup, amount: 1.5 }, pointer: '/amount' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/topups', body: { ...topup, currency: 978 }, pointer: '/currency' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/transfers', body: { ...topup, sourceCard: { cardNumber: UNKNOWN_NUMBER } }, pointer: '/sourceCard/expiryDate' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/transfers', body: { ...topup, sourceCard: { cardNumber: UNKNOWN_NUMBER, expiryDate: '203113' } }, pointer: '/sourceCard/expiryDate' },
  { status: 422, code: 'validation-failed', method: 'POST', path: '/topups', body: [], pointer: '' },
  ...invalid('POST', '/cardholders', [
    [{ ...CARDHOLDER, firstName: undefined }, '/firstName'],
    [{ ...CARDHOLDER, lastName: undefined }, '/lastName'],
    [{ ...CARDHOLDER, phoneNumber: undefined }, '/phoneNumber'],
    [{ ...CARDHOLDER, billingAddress: undefined }, '/billingAddress'],
    [{ ...CARDHOLDER, billingAddress: { country: 'CY' } }, '/billingAddress/postalCode'],
    [{ ...CARDHOLDER, billingAddress: { postalCode: '3000' } }, '/billingAddress/country'],
    [{ ...CARDHOLDER, billingAddress: { ...address, country: 'XX' } }, '/billingAddress/country'],
    [{ ...CARDHOLDER, billingAddress: { ...address, country: 'cy' } }, '/billingAddress/country'],
    [{ ...CARDHOLDER, billingAddress: { ...address, city: null } }, '/billingAddress/city'],
    [{ ...CARDHOLDER, firstName: '  ' }, '/firstName'],
    [{ ...CARDHOLDER, firstName: 'A\u0000' }, '/firstName'],
    [{ ...CARDHOLDER, lastName: 'x'.repeat(101) }, '/lastName'],
    [{ ...CARDHOLDER, phoneNumber: '35700000001' }, '/phoneNumber'],
    [{ ...CARDHOLDER, phoneNumber: '+123456' }, '/phoneNumber'],
    [{ ...CARDHOLDER, phoneNumber: '+1234567890123456' }, '/phoneNumber'],
    [{ ...CARDHOLDER, email: 'ann' }, '/email'],
    [{ ...CARDHOLDER, dateOfBirth: '1990-02-30' }, '/dateOfBirth'],
    [{ ...CARDHOLDER, dateOfBirth: '1990-2-3' }, '/dateOfBirth'],
    [{ ...CARDHOLDER, verification: { idType: 'library_card' } }, '/verification/idType'],
    [{ ...CARDHOLDER, status: 'closed' }, '/status'],
  ]),
  ...invalid('PATCH', '/cards/1', [
    [{ status: 'closed' }, '/status'],
    [{ status: null }, '/status'],
    [{ spendingLimits: [] }, '/spendingLimits'],
    [{ spendingLimits: [{ amount: -1, interval: 'daily' }] }, '/spendingLimits/0/amount'],
    [{ spendingLimits: [{ amount: 1_000_000_000_000, interval: 'daily' }] }, '/spendingLimits/0/amount'],
    [{ spendingLimits: [{ amount: 1.5, interval: 'daily' }] }, '/spendingLimits/0/amount'],
    [{ spendingLimits: [{ amount: 1, interval: 'yearly' }] }, '/spendingLimits/0/interval'],
    [{ spendingLimits: [{ amount: 1, interval: 'daily' }, { amount: 2, interval: 'daily' }] }, '/spendingLimits/1/interval'],
    [{ resetPinCounter: false }, '/resetPinCounter'],
    [{ resetPinCounter: 'true' }, '/resetPinCounter'],
    [{ reissueCard: 'bored' }, '/reissueCard'],
    [{ pin: 1234 }, '/pin'],
  ]),
]

onEveryDatabase('Refusals of interface B', (database) => {
  const open = issuerV2On(database)

  test('every refusal has its status, code, pointer and request id', async () => {
    const issuer = await open()
    for (const { method, path, body, headers, status, code, pointer } of ROWS) {
      const answer = await issuer.call(method, path, body, headers)
      const { errors = [] } = assertProblem(answer, status, code)
      const pointers = errors.map((error) => error.pointer)
      if (pointer !== undefined) assert.ok(pointers.includes(pointer), answer.text)
    }
  })

  test('a response to a request without a valid key has WWW-Authenticate', async () => {
    const issuer = await open()
    const answer = await issuer.call('GET', '/cards/1', undefined, { 'x-api-key': 'wrong' })
    assertProblem(answer, 401, 'unauthorized')
    assert.equal(answer.headers['www-authenticate'], 'ApiKey realm="cards"')
  })

  test('a wrong method returns 405 with the allowed methods', async () => {
    const issuer = await open()
    const rows = [
      ['GET', '/cardholders', ['POST']],
      ['DELETE', '/cardholders/1', ['GET', 'HEAD', 'PATCH']],
      ['PUT', '/cards/1', ['GET', 'HEAD', 'PATCH']],
      ['OPTIONS', '/cards', ['POST']],
      ['GET', '/topups', ['POST']],
      ['DELETE', '/transfers', ['GET', 'HEAD', 'POST']],
      ['POST', '/keys/pin', ['GET', 'HEAD']],
    ] as const
    for (const [method, path, allowed] of rows) {
      const answer = await issuer.call(method, path)
      assertProblem(answer, 405, 'method-not-allowed')
      assert.deepEqual(String(answer.headers['allow']).split(', ').toSorted(), allowed)
    }
  })

  test('an unknown card is reported before a wrong currency, and a wrong currency before a wrong amount', async () => {
    const issuer = await open()
    const known = await issuer.newCard()
    const wrong = { amount: 0, currency: 'USD' }
    const unknown = { cardNumber: UNKNOWN_NUMBER }
    const destinationCard = { cardNumber: known.number }
    const sourceCard = { cardNumber: known.number, expiryDate: '209901' }
    const rows = [
      ['/topups', { ...wrong, destinationCard: unknown }, 'card-unknown'],
      ['/topups', { ...wrong, destinationCard }, 'unsupported-currency'],
      ['/topups', { ...wrong, currency: 'eur', destinationCard }, 'unsupported-currency'],
      ['/topups', { ...wrong, currency: 'EUR', destinationCard }, 'validation-failed'],
      ['/topups', { amount: -5, currency: 'EUR', destinationCard }, 'validation-failed'],
      ['/topups', { amount: 1e12, currency: 'EUR', destinationCard }, 'validation-failed'],
      ['/topups', { amount: 1e300, currency: 'EUR', destinationCard }, 'validation-failed'],
      ['/transfers', { ...wrong, sourceCard, destinationCard: unknown }, 'card-unknown'],
      ['/transfers', { ...wrong, sourceCard, destinationCard }, 'unsupported-currency'],
      [
        '/transfers',
        { ...wrong, currency: 'EUR', sourceCard, destinationCard },
        'validation-failed',
      ],
    ] as const
    for (const [path, body, code] of rows) {
      const { errors } = assertProblem(await issuer.call('POST', path, body), 422, code)
      const expected = { 'unsupported-currency': '/currency', 'validation-failed': '/amount' }
      if (code !== 'card-unknown') assert.equal(errors?.[0]?.pointer, expected[code])
    }
    assert.equal(await issuer.balance(known), 0)
    assert.deepEqual(await issuer.list({ cardNumberFltr: known.number }), { transfers: [] })
  })

  test('a refusal never repeats a card number', async () => {
    const issuer = await open()
    for (const { method, path, body, headers } of ROWS) {
      const answer = await issuer.call(method, path, body, headers)
      assert.ok(!answer.text.includes(UNKNOWN_NUMBER), answer.text)
    }
  })
})
