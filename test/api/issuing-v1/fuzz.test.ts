// Every operation of interface A with random input, far from and near to what it expects: whatever comes, the answer is one of its
// forms and never a failure, and the books stay balanced.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { accountsOf } from '../../../src/store/reads/ledger.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import {
  type IssuerV1,
  credit,
  type IssuedCard,
  type Json,
  newCard,
  newIssuerV1,
  p2p,
  registration,
} from '../../kit/issuer-v1.ts'

const RUNS_FAR = 40
const RUNS_NEAR = 120

const awkward = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer(),
  fc.double(),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    0,
    -0,
    -1,
    1e12,
    1e21,
    1e300,
    203101,
    978,
    '978',
    6,
    '\u0000',
    '\ud800',
    '__proto__',
  ),
)

/** A good value of which some members, at any depth, are replaced or left out. */
const near = (good: unknown): fc.Arbitrary<unknown> => {
  if (good === null || typeof good !== 'object') return fc.constant(good)
  const bent = (value: unknown): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 30, arbitrary: near(value) }, { weight: 1, arbitrary: awkward })
  if (Array.isArray(good)) return fc.tuple(...good.map(bent))
  const members = Object.fromEntries(Object.entries(good).map(([name, each]) => [name, bent(each)]))
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(members) },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
  )
}

onEveryDatabase('Interface A with random input', (database) => {
  let sandbox: Sandbox
  let a: IssuerV1
  let cards: readonly [IssuedCard, IssuedCard]
  let account: string
  before(async () => {
    sandbox = await startSandbox(database)
    a = await newIssuerV1(sandbox)
    account = await a.register('N')
    cards = [await a.issue({ number: 'N', account }, 90_000), await a.card(90_000)]
  })
  after(() => sandbox.close())

  test('never fails and never unbalances the books', async (context) => {
    const cardIdentification = { cardId: Number(cards[0].cardId) }
    const goods: Readonly<Record<string, Json>> = {
      registerCustomer: registration(a.project, 'M'),
      createVirtualCard: newCard({ number: 'N', account }, 77, 5),
      getCardLimits: { cardIdentification },
      changeCardLimit: {
        cardIdentification,
        limit: { name: 'LMTP0109', value: 90_000, cycleType: 0, cycleLength: 1 },
      },
      getCardData: { cardIdentification },
      blockCard: { cardIdentification, hotCardStatus: 6 },
      changeCardStatus: { cardIdentification, hotCardStatus: 0 },
      creditCard: credit(cards[0].cardNumber, 10),
      p2pTransfer: p2p(cards[0].cardNumber, cards[1].cardNumber, 10),
      getTransactions: { cardIdentification, period: { start: '2031-01-01', end: '2031-12-31' } },
    }
    const statuses = new Map<number, number>()
    for (const [operation, good] of Object.entries(goods)) {
      const tried = async (body: unknown): Promise<void> => {
        const { status, json, text } = await a.call(operation, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        assert.ok([200, 400, 404, 409, 415, 422].includes(status), `${status} ${text}`)
        if (status === 200) return
        const { errorCode, responseCode } = json as Json
        assert.ok(typeof (errorCode ?? responseCode) === 'string', text)
      }
      await fc.assert(fc.asyncProperty(near(good), tried), { numRuns: RUNS_NEAR })
      await fc.assert(fc.asyncProperty(awkward, tried), { numRuns: RUNS_FAR })
    }
    const accounts = await sandbox.sandcard.service.read(a.project, accountsOf)
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
    )
    const count = [...statuses.values()].reduce((sum, each) => sum + each, 0)
    const spread = [...statuses].map(([status, times]) => `${times} times ${status}`).join(', ')
    context.diagnostic(`${count} inputs were tried: ${spread}`)
  })
})
