import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEveryDatabase } from '../../databases.ts'
import { type CardJson, PERSON, PRODUCT, type Rest, restOn, transferBody } from './rest.ts'

const RUNS = 120

interface Input {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    null,
    '',
    '\u0000',
    '\ud800',
    -1,
    0,
    1.5,
    1e21,
    [],
    {},
    true,
    'EUR',
    'active',
    'constructor',
  ),
)

/** A good value with some of its members replaced by junk, dropped, or joined by others. */
function near(good: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(good)) return fc.oneof(fc.tuple(...good.map(near)), junk)
  if (typeof good !== 'object' || good === null)
    return fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: junk })
  const members = Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, near(value)]),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(members) },
    { weight: 2, arbitrary: fc.record(members, { requiredKeys: [] }) },
    { weight: 1, arbitrary: junk },
  )
}

const CHANGES = [
  { status: 'blocked' },
  { status: 'active' },
  { spendingLimits: [{ amount: 5000, interval: 'daily' }] },
  { resetPinCounter: true },
  { reissueCard: 'damaged' },
  { pin: 'AAAA' },
  { status: 'active', pin: 'AAAA' },
]

const segment = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(good),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  )

function routes(ann: CardJson, bob: CardJson): Record<string, fc.Arbitrary<Input>> {
  const post = (path: string, good: object) =>
    near(good).map((body): Input => ({ method: 'POST', path, body: JSON.stringify(body) }))
  const onPath = (method: string, path: string, id: string, goods: readonly object[]) =>
    fc
      .tuple(segment(id), fc.oneof(...goods.map(near)))
      .map(([name, body]): Input => ({ method, path: path + name, body: JSON.stringify(body) }))
  const destinationCard = { cardNumber: ann.number }
  const query = fc
    .record(
      {
        cardNumberFltr: near(ann.number),
        periodStartFltr: near('2026-01-01'),
        periodEndFltr: near('2099-01-31'),
        statusFltr: near('approved'),
        limit: near('5'),
        cursor: junk,
      },
      { requiredKeys: [] },
    )
    .map((filter): Input => {
      const pairs = Object.entries(filter).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
      return { method: 'GET', path: `/transfers?${new URLSearchParams(pairs).toString()}` }
    })
  const profile = {
    ...PERSON,
    email: 'a@b.cy',
    dateOfBirth: '1990-01-01',
    verification: { idType: 'passport' },
  }
  return {
    'POST /cardholders': post('/cardholders', profile),
    'PATCH /cardholders/{id}': onPath('PATCH', '/cardholders/', '100001', [profile]),
    'GET /cardholders/{id}': onPath('GET', '/cardholders/', '100001', [{}]).map(withoutBody),
    'POST /cards': post('/cards', { productName: PRODUCT, cardholder: '100001' }),
    'PATCH /cards/{id}': onPath('PATCH', '/cards/', ann.id, CHANGES),
    'GET /cards/{id}': onPath('GET', '/cards/', ann.id, [{}]).map(withoutBody),
    'POST /topups': post('/topups', { amount: 100, currency: 'EUR', destinationCard }),
    'POST /transfers': post('/transfers', transferBody(ann, bob, 10)),
    'GET /transfers': query,
    'any method and path': fc
      .record({
        method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
        path: fc
          .array(fc.oneof(fc.constantFrom('cards', 'topups', 'keys', 'pin', ann.id), segment('')), {
            maxLength: 4,
          })
          .map((parts) => `/${parts.join('/')}`),
        headers: fc.record({
          'x-api-key': fc.stringMatching(/^[\x21-\x7e]{1,20}$/),
          'content-type': fc.constantFrom('application/json', 'text/plain', 'a/b', ';', 'json'),
          'idempotency-key': fc.stringMatching(/^[\x20-\x7e]{0,20}$/),
        }),
      })
      .map((input): Input => input),
    'bodies that are no JSON': fc
      .tuple(fc.constantFrom('/cards', '/topups', '/transfers'), fc.string({ unit: 'binary' }))
      .map(([path, body]): Input => ({ method: 'POST', path, body })),
  }
}

const withoutBody = ({ method, path }: Input): Input => ({ method, path })

async function assertAnswered(rest: Rest, input: Input): Promise<void> {
  const headers = {
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...input.headers,
  }
  // The call itself checks the Request-id.
  const { status, text } = await rest.call(input.method, input.path, input.body, headers)
  assert.ok(status >= 200 && status < 500, `${status} ${text} for ${JSON.stringify(input)}`)
}

onEveryDatabase('Cards v2, whatever is sent', (database) => {
  const open = restOn(database)

  test('no input of any route is answered with 5xx or without a Request-id', async (context) => {
    const rest = await open()
    const [ann, bob] = [await rest.fundedCard(10_000), await rest.newCard()]
    let inputs = 0
    for (const arbitrary of Object.values(routes(ann, bob)))
      await fc.assert(
        fc.asyncProperty(arbitrary, async (input) => {
          inputs++
          await assertAnswered(rest, input)
        }),
        { numRuns: RUNS },
      )
    context.diagnostic(`${inputs} inputs`)
    assert.ok(inputs >= RUNS * 11)
  })
})
