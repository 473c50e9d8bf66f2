// A seeded project has an order in every state and a balanced ledger; the same seed gives the same
// data.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seededDraw } from '../../scripts/seed/draw.ts'
import { SeedStory } from '../../scripts/seed/story.ts'
import { connect, type Connection, type SandboxProject } from '../../src/index.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

/** Registered, held, paid, reversed, refunded, waiting at the issuer, declined. */
const EVERY_ORDER_STATUS = [0, 1, 2, 3, 4, 5, 6]

onEveryDatabase('A seeded project', (database) => {
  let sandbox: Sandbox
  let service: Connection
  before(async () => {
    sandbox = await startSandbox(database)
    service = connect(sandbox.url)
  })
  after(() => sandbox.close())

  const seeded = async (number: number) => {
    const project = await service.project('seeded')
    const story = new SeedStory(project, seededDraw(number), 'T')
    await story.run()
    return { project, counts: story.counts }
  }

  test('has orders in every status, callbacks, and a ledger that sums to zero; the same number makes it again', async () => {
    const { project, counts } = await seeded(1)
    assert.deepEqual([counts.cardholders, counts.cards, counts.transfers], [8, 8, 7])
    assert.ok(counts.orders > 40)
    const orders = await ordersOf(project, counts.orders)
    const statuses = new Set(orders.map(({ orderStatus }) => orderStatus))
    assert.deepEqual([...statuses].sort(), EVERY_ORDER_STATUS)
    const { trialBalance, accounts } = await project.control.getLedger()
    assert.equal(trialBalance, 0)
    const held = accounts.reduce(
      (sum: number, account: { readonly held: number }) => sum + account.held,
      0,
    )
    assert.equal(held, 12_900, 'the one hold that waits')
    const { items } = await project.control.listCallbacks({ limit: '1' })
    assert.equal(items.length, 1)
    const again = await seeded(1)
    const ordersAgain = await ordersOf(again.project, again.counts.orders)
    const outcomes = (of: typeof orders) =>
      of.map(({ amount, orderStatus }) => [amount, orderStatus])
    assert.deepEqual(outcomes(ordersAgain), outcomes(orders))
  })
})

/** Every order of a seeded project, in the order of its registration. */
function ordersOf({ c }: SandboxProject, count: number) {
  const numbers = Array.from(
    { length: count },
    (_, index) => `T-${String(index + 1).padStart(3, '0')}`,
  )
  return Promise.all(numbers.map((orderNumber) => c.getOrderStatusExtended({ orderNumber })))
}

test('numbers are drawn within their bounds, the same from the same seed', () => {
  const drawn = (seed: number) => {
    const draw = seededDraw(seed)
    return Array.from({ length: 200 }, () => draw(3, 7))
  }
  assert.deepEqual(drawn(7), drawn(7))
  assert.notDeepEqual(drawn(7), drawn(8))
  assert.deepEqual([...new Set(drawn(7))].sort(), [3, 4, 5, 6, 7])
})

describe('npm run seed', () => {
  const script = fileURLToPath(new URL('../../scripts/seed.mjs', import.meta.url))
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('--help prints the usage with every option', () => {
    const { status, stdout, stderr } = run('--help')
    assert.deepEqual([status, stderr], [0, ''])
    for (const name of ['URL', '--project', '--seed', 'SANDCARD_ADMIN_TOKEN'])
      assert.ok(stdout.includes(name), name)
  })

  for (const { what, args, says } of [
    {
      what: 'no service at the address',
      args: ['http://127.0.0.1:9'],
      says: /^seed stopped: no service responds \(.*\)\. Start one with "npm start", or add its URL: /,
    },
    {
      what: 'no address',
      args: ['localhost'],
      says: /^seed stopped: expected one URL and a number /,
    },
    { what: 'no number', args: ['--seed', '-x'], says: /^seed stopped: .*--seed/ },
    { what: 'an unknown option', args: ['--sede', '2'], says: /^seed stopped: .*'--sede'/ },
  ])
    test(`says in one line what is wrong: ${what}`, () => {
      const { status, stdout, stderr } = run(...args)
      assert.deepEqual([status, stdout], [1, ''])
      assert.match(stderr, says)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
    })
})
