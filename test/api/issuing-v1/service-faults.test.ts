// Requests that interface A refuses before an operation runs: HTTP status, errorCode and headers.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../../src/api/issuing-v1/plugin.ts'
import { Fault, type FaultCode } from '../../../src/kernel/fault.ts'
import type { Answer } from '../../kit/http.ts'
import { REPLACES_PARTS, type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { exampleCalls } from '../../kit/example-calls.ts'
import {
  type IssuerV1,
  credit,
  type Json,
  newIssuerV1,
  PREFIX,
  registration,
} from '../../kit/issuer-v1.ts'

const card = { cardIdentification: { cardId: 100000000001 } }

/** A valid request of every operation. */
const GOOD = Object.fromEntries(
  exampleCalls(operations).map(({ name, body }) => [name, body as Json]),
)
const OPERATIONS = operations.map(({ name }) => name)

/** Invalid values, by the path of the field. */
const MISTYPED: readonly (readonly [operation: string, path: string, values: unknown[]])[] = [
  ['createVirtualCard', 'cardIdentification.cardNumber', [1, '400000000010001', 4e15 + 0.5, null]],
  ['createVirtualCard', 'cardIdentification.customerId', [7, '', 'x'.repeat(256), 'a\u0000']],
  [
    'createVirtualCard',
    'virtualCardIdentification.expDate',
    [203113, 2031, 2031051, '203105x', 'soon', 210001, null],
  ],
  ['createVirtualCard', 'virtualCardIdentification.productType', [0, -1, 1.5, 'gold', true]],
  ['createVirtualCard', 'amount', ['ten', '', null, true, [1], '1e3']],
  ['createVirtualCard', 'currency', ['EUR', 9.78, null]],
  ['createVirtualCard', 'accountNumber', [40000000000000001978, '', {}]],
  ['createVirtualCard', 'deliveryMethod', ['SMS', '', 1]],
  ['getCardLimits', 'cardIdentification', [null, 'card', []]],
  ['getCardData', 'cardIdentification.cardId', ['first', 1.5, null, {}, '']],
  ['changeCardLimit', 'limit', [null, 'LMTP0109']],
  ['changeCardLimit', 'limit.value', ['all', null]],
  ['changeCardLimit', 'limit.cycleType', ['day', 0.5]],
  ['changeCardLimit', 'limit.cycleLength', ['one', null]],
  ['changeCardLimit', 'limit.name', [109, '']],
  ['blockCard', 'hotCardStatus', ['blocked', 6.5, null, true]],
  ['changeCardStatus', 'hotCardStatus', ['active', 0.1, null]],
  ['creditCard', 'cardIdentification.cardNumber', ['x', 0, -4, null]],
  ['creditCard', 'cardIdentification.expDate', [203100, 2031051, 'x203105', '2031-01', null]],
  ['creditCard', 'amount', ['ten', null, {}]],
  ['p2pTransfer', 'sourceCardIdentification.expDate', [203100, 2031051, '203105 ', 'never', null]],
  ['p2pTransfer', 'destinationCardIdentification.cardNumber', [{}, '', '1'.repeat(20)]],
  ['p2pTransfer', 'senderReceiverInfo', ['Ann', null]],
  ['p2pTransfer', 'senderReceiverInfo.senderName', [1, 'x'.repeat(256)]],
  ['p2pTransfer', 'pointOfServiceDataCode', [-1, 1.5, 'web']],
  ['getTransactions', 'period.start', ['2031-02-30', '2031-1-1', '10.05.2031', 20310101, null]],
  ['getTransactions', 'period.start', ['2027-01-01', '2025-12-30']],
  ['getTransactions', 'period.end', ['2027-01-02', '2025-12-31', '']],
]

/** The reason in errorDesc, by operation, field and value. */
// prettier-ignore
const REASONS: readonly (readonly [operation: string, path: string, value: unknown, reason: string])[] = [
  ['creditCard',        'amount',                                undefined,       'is required'],
  ['creditCard',        'cardIdentification',                    'card',          'must be an object'],
  ['creditCard',        'cardIdentification.cardNumber',         '1'.repeat(20),  'must have at most 19 characters'],
  ['creditCard',        'cardIdentification.cardNumber',         '4000x',         'must contain digits only'],
  ['creditCard',        'cardIdentification.cardNumber',         0,               'must be at least 1'],
  ['creditCard',        'cardIdentification.cardNumber',         true,            'must be an integer or a string'],
  ['createVirtualCard', 'cardIdentification.cardNumber',         '4'.repeat(15),  'must have at least 16 characters'],
  ['createVirtualCard', 'cardIdentification.cardNumber',         1e16,            'must have fewer digits'],
  ['createVirtualCard', 'cardIdentification.customerId',         '',              'must not be empty'],
  ['createVirtualCard', 'cardIdentification.customerId',         'x'.repeat(256), 'must have at most 255 characters'],
  ['createVirtualCard', 'cardIdentification.customerId',         'a\u0000',       'contains characters that cannot be stored'],
  ['createVirtualCard', 'virtualCardIdentification.productType', 1e9,             'must be at most 999999999'],
  ['createVirtualCard', 'deliveryMethod',                        'SMS',           'must be one of WS, HALF_AND_HALF'],
  ['registerCustomer',  'parameters',                            Array.from({ length: 65 }, () => ({ name: 'a', value: '' })), 'must have at most 64 items'],
]

/** Optional fields. */
const OPTIONAL = new Set([
  'createVirtualCard.accountNumber',
  'createVirtualCard.cardIdentification.phoneNumber',
  'createVirtualCard.deliveryMethod',
  'changeCardLimit.limit.cycleType',
  'changeCardLimit.limit.cycleLength',
  'creditCard.cardIdentification.expDate',
  'p2pTransfer.senderReceiverInfo',
  'p2pTransfer.senderReceiverInfo.senderName',
  'p2pTransfer.senderReceiverInfo.senderAddress',
  'p2pTransfer.pointOfServiceDataCode',
])

/** The body with one field replaced, or removed if the value is undefined. */
function changed(body: Json, [head = '', ...rest]: readonly string[], value: unknown): Json {
  const next = rest.length === 0 ? value : changed(body[head] as Json, rest, value)
  return { ...body, [head]: next }
}

function pathsOf(body: Json): string[] {
  return Object.entries(body).flatMap(([name, value]) => [
    name,
    ...(value !== null && typeof value === 'object' && !Array.isArray(value)
      ? pathsOf(value as Json).map((path) => `${name}.${path}`)
      : []),
  ])
}

function assertServiceFault(answer: Answer, status: number, errorCode: string): void {
  const { errorDesc, ...rest } = answer.json as Record<string, unknown>
  assert.deepEqual([answer.status, rest], [status, { errorCode }], answer.text)
  assert.ok(typeof errorDesc === 'string' && errorDesc.length > 0)
}

onEveryDatabase('Invalid requests to interface A', (database) => {
  let sandbox: Sandbox
  let a: IssuerV1
  before(async () => {
    sandbox = await startSandbox(database)
    a = await newIssuerV1(sandbox)
  })
  after(() => sandbox.close())

  const credentials: readonly (readonly [what: string, header: () => string | undefined])[] = [
    ['no credentials', () => undefined],
    ['a wrong password', () => `Basic ${btoa(`${a.project.secrets.interfaceA.login}:wrong`)}`],
    ['an unknown login', () => `Basic ${btoa('nobody:nothing')}`],
    ['credentials without a colon', () => `Basic ${btoa('login')}`],
    ['another scheme', () => a.authorization.replace('Basic', 'Bearer')],
    ['invalid base64', () => 'Basic ***'],
    ['a scheme that only ends with Basic', () => `Not${a.authorization}`],
    ['the correct credentials followed by other text', () => `${a.authorization} x`],
    ['the key of interface B', () => `Basic ${btoa(`${a.project.secrets.interfaceB.apiKey}:`)}`],
  ]
  for (const [what, header] of credentials)
    test(`return 401 and 1002 for ${what}, whether or not the operation exists`, async () => {
      const authorization = header()
      const headers = authorization === undefined ? {} : { authorization }
      for (const operation of ['getCardData', 'nothing']) {
        const answer = await sandbox.call('POST', `${PREFIX}/${operation}`, { headers, body: card })
        assertServiceFault(answer, 401, '1002')
        assert.equal(answer.headers['www-authenticate'], 'Basic realm="apigate"')
      }
    })

  test('return 400 and 1001 for a body that is not JSON, is empty, or is missing', async () => {
    const headers = { authorization: a.authorization, 'content-type': 'application/json' }
    for (const operation of OPERATIONS)
      for (const body of ['{', '', '{"a":}', 'null', '[]', '7', '{"__proto__":{}}']) {
        const answer = await sandbox.call('POST', `${PREFIX}/${operation}`, { headers, body })
        assertServiceFault(answer, 400, '1001')
      }
    const { authorization } = a
    assertServiceFault(
      await sandbox.call('POST', `${PREFIX}/getCardData`, { headers: { authorization } }),
      400,
      '1001',
    )
  })

  for (const [operation, body] of Object.entries(GOOD))
    test(`name the missing field of ${operation}`, async () => {
      for (const path of pathsOf(body)) {
        const answer = await a.call(operation, changed(body, path.split('.'), undefined))
        if (OPTIONAL.has(`${operation}.${path}`)) {
          assert.notEqual(answer.status, 400, `${path}: ${answer.text}`)
          continue
        }
        assertServiceFault(answer, 400, '1001')
        assert.ok(answer.text.includes(path.replaceAll('.', '/')), answer.text)
      }
    })

  for (const [operation, path, values] of MISTYPED)
    test(`return 400 and 1001 for ${operation} with an invalid ${path}`, async () => {
      for (const value of values) {
        const answer = await a.call(
          operation,
          changed(GOOD[operation] ?? {}, path.split('.'), value),
        )
        assertServiceFault(answer, 400, '1001')
      }
    })

  for (const [operation, path, value, reason] of REASONS)
    test(`have an errorDesc with the reason: ${path} of ${operation} ${reason}`, async () => {
      const body = changed(GOOD[operation] ?? {}, path.split('.'), value)
      const { errorDesc } = (await a.call(operation, body)).json as Json
      assert.equal(errorDesc, `/${path.replaceAll('.', '/')} ${reason}.`)
    })

  test('have an errorDesc with ten fields, which mentions that there are more', async () => {
    const parameters = Array.from({ length: 12 }, () => ({ name: '', value: '' }))
    const { errorDesc } = (await a.call('registerCustomer', { productName: 'x', parameters }))
      .json as { errorDesc: string }
    const empty = Array.from(
      { length: 10 },
      (_, index) => `/parameters/${index}/name must not be empty`,
    )
    assert.equal(errorDesc, `${empty.join('; ')}; and more.`)
  })

  test('do not include a period of 366 days', async () => {
    const { cardId } = await a.card()
    const whole = { start: '2032-01-01', end: '2032-12-31' }
    await a.callOk('getTransactions', { cardIdentification: { cardId }, period: whole })
  })

  const registrations: readonly (readonly [
    what: string,
    changes: Record<string, string | null>,
  ])[] = [
    ...[
      'institutionId',
      'agent_number',
      'customer_number',
      'product_id',
      'start_date',
      'service_id_acc',
    ].flatMap((name) => [
      [`no ${name}`, { [name]: null }] as const,
      [`an empty ${name}`, { [name]: '' }] as const,
    ]),
    ['a start_date that is not a date', { start_date: '2026-02-30' }],
    ['a start_date in the future', { start_date: '2031-05-11' }],
    ['a start_date of today', { start_date: '2031-05-10' }],
    ['a country that does not exist', { country_code: '999' }],
    ['a country in letters', { country_code: 'CY' }],
    ['a surname that is too long', { surname: 'x'.repeat(256) }],
    ['a lone surrogate', { city: '\ud800' }],
  ]
  for (const [what, changes] of registrations)
    test(`return 400 and 1001 for registerCustomer with ${what}`, async () => {
      const body = registration(a.project, 'N', changes)
      assertServiceFault(await a.call('registerCustomer', body), 400, '1001')
    })

  test('return 400 and 1001 for registerCustomer with a repeated parameter, or too many', async () => {
    const body = registration(a.project, 'N')
    const twice = [...body.parameters, { name: 'city', value: 'Paphos' }]
    const many = Array.from({ length: 65 }, (_, index) => ({ name: `p${index}`, value: '' }))
    for (const parameters of [twice, many, [], 'none', [null], [{ name: 'city', value: 5 }]])
      assertServiceFault(await a.call('registerCustomer', { ...body, parameters }), 400, '1001')
  })

  test('return 404 and 1003 for an unknown operation', async () => {
    for (const operation of ['getCardDatas', 'getcarddata', '', 'getCardData/1'])
      assertServiceFault(await a.call(operation, card), 404, '1003')
  })

  test('return 405 and 1004 with Allow for any method but POST', async () => {
    const { authorization } = a
    for (const operation of OPERATIONS)
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const path = `${PREFIX}/${operation}`
        const answer = await sandbox.call(method, path, { headers: { authorization } })
        assertServiceFault(answer, 405, '1004')
        assert.equal(answer.headers['allow'], 'POST')
      }
  })

  test('return 415 and 1005 for a media type other than JSON', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const headers = { authorization: a.authorization, 'content-type': type }
      const body = JSON.stringify(card)
      const answer = await sandbox.call('POST', `${PREFIX}/getCardData`, { headers, body })
      assertServiceFault(answer, 415, '1005')
    }
  })

  test('return 413 and 1001 for a body that is too large', async () => {
    const answer = await a.call('getCardData', { ...card, more: 'x'.repeat(300_000) })
    assertServiceFault(answer, 413, '1001')
  })

  test('have an errorDesc without any value of the request', async () => {
    const answer = await a.call('creditCard', credit('4000000000000018', '4000000000000018x'))
    assertServiceFault(answer, 400, '1001')
    assert.doesNotMatch(answer.text, /4000000000000018/)
  })

  const failures: readonly (readonly [FaultCode | 'bug', number])[] = [
    ['busy', 503],
    ['unavailable', 503],
    ['outcome-unknown', 503],
    ['bug', 500],
    // No command of this interface throws this fault.
    ['order-not-found', 500],
  ]
  for (const [failure, status] of failures)
    test(`return ${status} and 1000 for ${failure}`, REPLACES_PARTS, async (context) => {
      context.mock.method(sandbox.sandcard.service, 'executeOnce', () =>
        Promise.reject(failure === 'bug' ? new Error('secret') : new Fault(failure, 'Not now.')),
      )
      const answer = await a.call('creditCard', GOOD['creditCard'])
      assertServiceFault(answer, status, '1000')
      assert.equal(answer.headers['retry-after'], status === 503 ? '1' : undefined)
      assert.doesNotMatch(answer.text, /secret/)
    })

  test(
    'return 500 and 1000 if the time and trace number for a refusal cannot be read',
    REPLACES_PARTS,
    async (context) => {
      const { service } = sandbox.sandcard
      context.mock.method(service, 'executeOnce', () =>
        Promise.reject(new Fault('card-not-found', 'This project has no such card.')),
      )
      assert.equal((await a.call('creditCard', GOOD['creditCard'])).status, 200)
      context.mock.method(service, 'read', () => Promise.reject(new Error('secret')))
      const answer = await a.call('creditCard', GOOD['creditCard'])
      assertServiceFault(answer, 500, '1000')
      assert.doesNotMatch(answer.text, /secret/)
    },
  )
})
