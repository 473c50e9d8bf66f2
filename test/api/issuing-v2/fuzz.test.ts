import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/issuing-v2/plugin.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { exampleCalls } from '../../kit/example-calls.ts'
import { type Input, inputNear, segment } from '../../kit/fuzz-input.ts'
import { type CardJson, type IssuerV2, issuerV2On } from '../../kit/issuer-v2.ts'
import { fuzzRuns } from '../../kit/fuzz-runs.ts'
import { anyCharacter, assertProperty, fc } from '../../kit/property.ts'

const RUNS = fuzzRuns(25)

/** Bodies in addition to the examples of the table. */
const MORE_BODIES: Readonly<Record<string, readonly object[]>> = {
  updateCard: [{ status: 'active' }, { pin: 'AAAA' }, { status: 'active', pin: 'AAAA' }],
}

/** Input similar to every example, and arbitrary input. */
const inputs = (ann: CardJson, bob: CardJson): readonly fc.Arbitrary<Input>[] => [
  ...exampleCalls(operations, {
    '4000000000100026': ann.number,
    '4000000000200024': bob.number,
  }).map((call) => inputNear(call, MORE_BODIES[call.name])),
  // Any method and path.
  fc.record({
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
  }),
  // Bodies that are not JSON.
  fc
    .tuple(fc.constantFrom('/cards', '/topups', '/transfers'), fc.string({ unit: anyCharacter }))
    .map(([path, body]): Input => ({ method: 'POST', path, body })),
]

async function assertAnswered(issuer: IssuerV2, input: Input): Promise<void> {
  const headers = {
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...input.headers,
  }
  // The call itself checks the Request-id.
  const { status, text } = await issuer.call(input.method, input.path, input.body, headers)
  assert.ok(status >= 200 && status < 500, `${status} ${text} for ${JSON.stringify(input)}`)
}

onEveryDatabase('Interface B with random input', (database) => {
  const open = issuerV2On(database)

  test('every response has a Request-id and a status below 500', async (context) => {
    const issuer = await open()
    const [ann, bob] = [await issuer.fundedCard(10_000), await issuer.newCard()]
    let tried = 0
    for (const arbitrary of inputs(ann, bob))
      await assertProperty(
        fc.asyncProperty(arbitrary, async (input) => {
          tried++
          await assertAnswered(issuer, input)
        }),
        { numRuns: RUNS },
      )
    context.diagnostic(`${tried} inputs`)
    assert.ok(tried >= RUNS * (operations.length + 2))
  })
})
