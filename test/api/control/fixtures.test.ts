// Fixtures through the control API: a whole file is applied, or nothing.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EXAMPLE_FIXTURES } from '../../../src/api/control/fixtures/fixtures.ts'
import type { Project } from '../../../src/engine/directory.ts'
import { freezeClock } from '../../kit/clock.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { merchantOf, START } from '../../kit/merchant.ts'
import { assertSameReads, projectReads } from '../../kit/project-reads.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const FIXTURES = '/control/v1/fixtures'

const EVERYTHING = {
  settings: { merchantName: 'Fixture shop', callbackUrl: 'https://shop.invalid/callback' },
  rules: [{ id: 'decline', match: { amountFrom: 1 }, outcome: { actionCode: 116 } }],
  cardholders: [
    { key: 'ann', firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' },
    { firstName: 'Ben', lastName: 'Roe', phoneNumber: '+35700000002', country: 'DE' },
  ],
  cards: [{ key: 'card', cardholder: 'ann', balance: 10_000, status: 'blocked' }],
  orders: [
    { number: 'open', amount: 100 },
    { number: 'held', amount: 200, card: 'card', status: 'held' },
    { number: 'paid', amount: 300, card: 'card', status: 'deposited' },
    { number: 'refunded', amount: 400, status: 'refunded' },
    { number: 'reversed', amount: 500, status: 'reversed' },
    { number: 'declined', amount: 600, status: 'declined', clientId: 'c1', description: 'No' },
  ],
}

onEveryDatabase('Fixtures', (database) => {
  let sandbox: Sandbox
  let project: Project
  before(async () => {
    sandbox = await startSandbox(database)
    project = await sandbox.newProject()
    await freezeClock(sandbox.sandcard.service, project, START)
  })
  after(() => sandbox.close())

  const callOf = ({ secrets }: Project) => projectCall(sandbox, secrets.interfaceB.apiKey)

  const apply = ({ secrets }: Project, body: unknown): Promise<Answer> =>
    sandbox.call('POST', FIXTURES, {
      headers: { 'X-API-KEY': secrets.interfaceB.apiKey, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body, undefined, 2),
    })

  test('add records of every kind in their states, without callbacks', async () => {
    const own = await sandbox.newProject()
    const applied = bodyOf<{
      cardholders: { key: string | null }[]
      cards: { key: string; status: string }[]
      orders: { number: string }[]
      rules: number
    }>(await apply(own, EVERYTHING), 200)
    assert.deepEqual(
      applied.cardholders.map(({ key }) => key),
      ['ann', null],
    )
    assert.deepEqual(
      applied.cards.map(({ key, status }) => [key, status]),
      [['card', 'blocked']],
    )
    assert.equal(applied.rules, 1)
    const call = callOf(own)
    const list = async <T>(path: string): Promise<T[]> =>
      bodyOf<{ items: T[] }>(await call('GET', `/control/v1/${path}`), 200).items
    const orders = await list<{ number: string; status: string; actionCode: number }>('orders')
    // Orders of the same millisecond are listed by their random ids.
    assert.deepEqual(orders.map(({ number, status }) => [number, status]).toSorted(), [
      ['declined', 'declined'],
      ['held', 'held'],
      ['open', 'registered'],
      ['paid', 'deposited'],
      ['refunded', 'refunded'],
      ['reversed', 'reversed'],
    ])
    const [card] = await list<{ posted: number; held: number }>('cards')
    assert.deepEqual([card?.posted, card?.held], [9_700, 200])
    for (const { state } of await list<{ state: string }>('callbacks'))
      assert.equal(state, 'captured')
    const { settings } = bodyOf<{ settings: { callbackUrl: string; outcomeRules: unknown[] } }>(
      await call('GET', '/control/v1/project'),
      200,
    )
    assert.equal(settings.callbackUrl, 'https://shop.invalid/callback')
    assert.equal(settings.outcomeRules.length, 1)
    const paid = await merchantOf(sandbox, own).register({ amount: 700 })
    assert.equal((await merchantOf(sandbox, own).pay(paid))['errorCode'], 0)
  })

  test('are added to existing data, and the example can be applied to every project', async () => {
    const own = await sandbox.newProject()
    for (const count of [1, 2]) {
      bodyOf(await apply(own, EXAMPLE_FIXTURES), 200)
      const cards = bodyOf<{ items: unknown[] }>(await callOf(own)('GET', '/control/v1/cards'), 200)
      assert.equal(cards.items.length, count)
    }
  })

  test('can start with a byte order mark', async () => {
    const own = await sandbox.newProject()
    bodyOf(await apply(own, `\uFEFF${EXAMPLE_FIXTURES}`), 200)
    const { detail } = bodyOf<{ detail: string }>(await apply(own, '\uFEFF{"orders":[{}]}'), 422)
    assert.match(detail, /line 1, column 12/)
  })

  test('start a new request log with their own request', async () => {
    const own = await sandbox.newProject()
    bodyOf(await callOf(own)('GET', '/control/v1/clock'), 200)
    const applied = await apply(own, { orders: [{ amount: 100 }] })
    bodyOf(applied, 200)
    const { items } = bodyOf<{ items: { id: string; operation: string }[] }>(
      await callOf(own)('GET', '/control/v1/requests'),
      200,
    )
    assert.deepEqual(
      items.map(({ id, operation }) => [id, operation]),
      [[applied.headers['request-id'], 'applyFixtures']],
    )
  })

  test('publish the schema of the file without credentials', async () => {
    const answer = await sandbox.call('GET', '/schemas/sandcard.config.json')
    const { properties } = bodyOf<{ properties: object }>(answer, 200)
    assert.deepEqual(Object.keys(properties), [
      '$schema',
      'settings',
      'rules',
      'cardholders',
      'cards',
      'orders',
    ])
  })

  test('report types, references and keys at once, and settings with rules', async () => {
    const own = await sandbox.newProject()
    const person = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const records = {
      cardholders: [
        { ...person, key: 'a' },
        { ...person, key: 'a' },
      ],
      cards: [{ cardholder: 'b' }, null, { cardholder: 1 }],
    }
    const rules = [{ match: {}, outcome: { actionCode: 3 } }]
    for (const [body, expected] of [
      [
        { ...records, orders: [{ amount: 'x', card: 'c' }] },
        ['/cardholders/1/key', '/cards/0/cardholder', '/cards/1', '/cards/2/cardholder'].concat(
          '/orders/0/amount',
          '/orders/0/card',
        ),
      ],
      [
        { settings: { callbackUrl: 'ftp://x' }, rules, orders: [{ amount: 1, card: 'c' }] },
        ['/orders/0/card', '/rules/0/outcome/actionCode', '/settings/callbackUrl'],
      ],
    ] as const) {
      const { errors = [] } = bodyOf<{ errors?: { pointer: string }[] }>(
        await apply(own, body),
        422,
      )
      assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), expected)
    }
  })

  test('list twenty mistakes and count the rest', async () => {
    const own = await sandbox.newProject()
    const orders = Array.from({ length: 25 }, () => ({ amount: 1, card: 'x' }))
    const { detail, errors } = bodyOf<{ detail: string; errors: unknown[] }>(
      await apply(own, { orders }),
      422,
    )
    assert.equal(errors.length, 20)
    assert.match(detail, /; 5 more\. Nothing was changed\.$/)
  })

  describe('Invalid fixtures', () => {
    const person = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
    const anna = { ...person, key: 'a' }
    const rows: [string, unknown, string, RegExp][] = [
      ['text that is not JSON', '{\n  "orders": [,]\n}', '', /line 2, column 14/],
      ['a list', '[]', '', /must be an object/],
      ['an unknown field', { orders: [], more: 1 }, '/more', /line 3, column \d+/],
      ['an unknown setting', { settings: { colour: 1 } }, '/settings/colour', /known field/],
      ['a setting of the wrong type', { settings: { mcc: 'x' } }, '/settings/mcc', /integer/],
      [
        'a callback URL that cannot be called',
        { settings: { callbackUrl: 'ftp://x' } },
        '/settings/callbackUrl',
        /http/,
      ],
      [
        'a rule with an unknown action code',
        { rules: [{ match: {}, outcome: { actionCode: 3 } }] },
        '/rules/0/outcome/actionCode',
        /action code/,
      ],
      [
        'a card of an unknown cardholder',
        { cards: [{ cardholder: 'x' }] },
        '/cards/0/cardholder',
        /line 4, column \d+/,
      ],
      [
        'two cards of a cardholder',
        { cardholders: [anna], cards: [{ cardholder: 'a' }, { cardholder: 'a' }] },
        '/cards/1',
        /already has a card/,
      ],
      ['a key twice', { cardholders: [anna, anna] }, '/cardholders/1/key', /unique/],
      [
        'a missing name',
        { cardholders: [{ lastName: 'Doe' }] },
        '/cardholders/0/firstName',
        /required/,
      ],
      [
        'an order number twice',
        {
          orders: [
            { number: 'n', amount: 1 },
            { number: 'n', amount: 1 },
          ],
        },
        '/orders/1',
        /line 7/,
      ],
      [
        'a card that is not in the file',
        { orders: [{ amount: 1, card: 'x' }] },
        '/orders/0/card',
        /must be the key of a card in this file/,
      ],
      ['an amount of zero', { orders: [{ amount: 0 }] }, '/orders/0/amount', /at least 1/],
      [
        'an amount that is not an integer',
        { orders: [{ amount: 1.5 }] },
        '/orders/0/amount',
        /integer/,
      ],
      [
        'a payment above the balance',
        {
          cardholders: [anna],
          cards: [{ key: 'c', cardholder: 'a', balance: 5 }],
          orders: [{ amount: 6, card: 'c', status: 'deposited' }],
        },
        '/orders/0/status',
        /declined/,
      ],
      [
        'a decline of a card with funds',
        {
          cardholders: [anna],
          cards: [{ key: 'c', cardholder: 'a', balance: 5 }],
          orders: [{ amount: 5, card: 'c', status: 'declined' }],
        },
        '/orders/0/status',
        /approves/,
      ],
    ]
    for (const [title, body, pointer, expected] of rows)
      test(`are refused and change nothing: ${title}`, async () => {
        const saved = await projectReads(sandbox, project)
        const refused = await apply(project, body)
        const { code, errors = [] } = bodyOf<{
          code: string
          errors?: { pointer: string; detail: string }[]
        }>(refused, 422)
        assert.equal(code, 'fixtures-invalid')
        const [first] = errors
        assert.equal(first?.pointer, pointer, refused.text)
        assert.match(first?.detail ?? '', expected)
        assert.match(first?.detail ?? '', /line \d+, column \d+/)
        const current = await sandbox.sandcard.service.directory.byNumber(project.number)
        assert.ok(current !== undefined)
        assertSameReads(await projectReads(sandbox, current), saved)
      })
  })
})
