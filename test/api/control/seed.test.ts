// POST /control/v1/seed: sample data in every state, which is the same for the same seed.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seededDraw } from '../../../src/api/control/seed/draw.ts'
import { sampleStory, STORY_MS } from '../../../src/api/control/seed/story.ts'
import { connect, type Connection, type SandboxProject } from '../../../src/index.ts'
import { type ProblemShape, projectCall, bodyOf } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

/** Registered, held, paid, reversed, refunded, waiting at the issuer, declined. */
const EVERY_ORDER_STATUS = [0, 1, 2, 3, 4, 5, 6]
const DAY_MS = 86_400_000

onEveryDatabase('POST /control/v1/seed', (database) => {
  let sandbox: Sandbox
  let service: Connection
  /** A project with sample data, its time before, and the response. */
  let project: SandboxProject
  let startedAt: number
  let response: Awaited<ReturnType<SandboxProject['control']['seedProject']>>
  before(async () => {
    sandbox = await startSandbox(database)
    service = connect(sandbox.url)
    project = await service.project('seeded')
    startedAt = Date.parse((await project.control.getClock()).now)
    response = await project.control.seedProject({})
  })
  after(() => sandbox.close())

  const newCall = async (settings: object = {}) => {
    const { secrets } = await sandbox.newProject()
    const call = projectCall(sandbox, secrets.interfaceB.apiKey)
    bodyOf(await call('PATCH', '/control/v1/project', { callbackKey: 'k', ...settings }), 200)
    return call
  }
  const codeOf = (answer: Parameters<typeof bodyOf>[0], status: number) =>
    bodyOf<ProblemShape>(answer, status).code

  test('creates orders in every status and failing callbacks, and advances the clock by seven days', async () => {
    const { now, ...seeded } = response
    const passedMs = Date.parse(now) - startedAt
    assert.ok(passedMs >= STORY_MS && passedMs < STORY_MS + DAY_MS)
    assert.deepEqual(seeded, {
      seed: 1,
      orderNumberPrefix: 'S1-',
      cardholders: 8,
      cards: 8,
      transfers: 10,
      orders: seeded.orders,
    })
    const orders = await ordersOf(project, 'S1-')
    assert.equal(orders.length, seeded.orders)
    assert.ok(orders.length > 60)
    const statuses = new Set(orders.map(({ orderStatus }) => orderStatus))
    assert.deepEqual([...statuses].sort(), EVERY_ORDER_STATUS)
    // Declined three times, expired, declined by the merchant.
    const codes = new Set(orders.map(({ actionCode }) => actionCode))
    for (const code of [0, 116, -2013, -2014, 4005]) assert.ok(codes.has(code), String(code))
    const { trialBalance, accounts } = await project.control.getLedger()
    assert.equal(trialBalance, 0)
    const held = accounts.reduce((sum: number, each: { held: number }) => sum + each.held, 0)
    assert.equal(held, 14_500 + 12_900, 'two open holds')
    const { items } = await project.control.listCallbacks({ limit: '200' })
    const failing = items.filter(({ url }) => url?.includes('shop.invalid') === true)
    assert.ok(failing.length >= 3)
    const { bindings } = await project.c.getBindings({ clientId: 'reader-1' })
    assert.equal(bindings?.length, 1)
  })

  test('creates the same orders for the same seed in another project, and others for another seed', async () => {
    const listed = async (of: SandboxProject) => {
      const orders = await ordersOf(of, 'S1-')
      return orders.map(({ orderNumber, amount, orderStatus, actionCode }) => ({
        orderNumber,
        amount,
        orderStatus,
        actionCode,
      }))
    }
    const filled = async (seed: number) => {
      const another = await service.project('seeded')
      await another.control.seedProject({ seed })
      return listed(another)
    }
    const [one, again, other] = [await listed(project), await filled(1), await filled(8)]
    assert.deepEqual(again, one)
    assert.notDeepEqual(other, one)
  })

  test('adds another set when it is called again, with the next seed and its own order numbers', async () => {
    const second = await project.control.seedProject({})
    assert.deepEqual([response.seed, second.seed], [1, 2])
    assert.deepEqual([response.orderNumberPrefix, second.orderNumberPrefix], ['S1-', 'S2-'])
    assert.equal((await ordersOf(project, 'S2-')).length, second.orders)
    assert.equal((await project.control.getLedger()).trialBalance, 0)
  })

  test('adds two complete sets if it is called twice at the same time', async () => {
    const crowded = await service.project('seeded')
    const both = await Promise.all([1, 2].map(() => crowded.control.seedProject({ seed: 3 })))
    const prefixes = both.map(({ orderNumberPrefix }) => orderNumberPrefix)
    assert.deepEqual(prefixes.toSorted(), ['S1-', 'S2-'])
    for (const { orderNumberPrefix, orders } of both)
      assert.equal((await ordersOf(crowded, orderNumberPrefix)).length, orders)
    assert.equal((await crowded.control.getLedger()).trialBalance, 0)
  })

  // prettier-ignore
  const REFUSED: readonly (readonly [what: string, body: unknown, pointer: string])[] = [
    ['a negative seed',          { seed: -1 },            '/seed'],
    ['a seed of ten digits',     { seed: 1_000_000_000 }, '/seed'],
    ['a fraction as a seed',     { seed: 1.5 },           '/seed'],
    ['a text as a seed',         { seed: '1' },           '/seed'],
    ['an unknown field',         { sede: 1 },             '/sede'],
    ['a list instead of fields', [],                      ''],
  ]
  const rowsOf = async (call: Awaited<ReturnType<typeof newCall>>): Promise<number> =>
    bodyOf<{ rows: number }>(await call('GET', '/control/v1/storage'), 200).rows

  for (const [what, body, pointer] of REFUSED)
    test(`refuses ${what} and changes nothing`, async () => {
      const call = await newCall()
      const { errors, code } = bodyOf<ProblemShape>(
        await call('POST', '/control/v1/seed', body),
        422,
      )
      assert.equal(code, 'validation-failed')
      assert.ok(
        errors?.some((each) => each.pointer === pointer),
        JSON.stringify(errors),
      )
      assert.equal(await rowsOf(call), 0)
    })

  test('refuses a project whose settings do not allow the sample data, and changes nothing', async () => {
    const small = await newCall({ cardPool: 7 })
    assert.equal(codeOf(await small('POST', '/control/v1/seed'), 409), 'card-pool-exhausted')
    const dollars = await newCall({ gatewayCurrencies: ['840'] })
    assert.equal(codeOf(await dollars('POST', '/control/v1/seed'), 422), 'unsupported-currency')
    for (const call of [small, dollars]) assert.equal(await rowsOf(call), 0)
  })

  test('works when issued cards need 3-D Secure and the clock is frozen', async () => {
    const call = await newCall({ issuedCardChallenge: 'challenge' })
    bodyOf(await call('POST', '/control/v1/clock', { freeze: true }), 200)
    const { orders } = bodyOf<{ orders: number }>(await call('POST', '/control/v1/seed'), 201)
    assert.ok(orders > 60)
    assert.equal(
      bodyOf<{ frozen: boolean }>(await call('GET', '/control/v1/clock'), 200).frozen,
      true,
    )
  })

  test('needs an API key', async () => {
    const answer = await sandbox.call('POST', '/control/v1/seed')
    assert.equal(codeOf(answer, 401), 'unauthorized')
  })

  test('works in hosted mode and counts as one request towards the rate limit', async (t) => {
    const config = { mode: 'hosted', rateLimit: 1 } as const
    const hosted = await startSandbox(database, { config })
    t.after(() => hosted.close())
    const { secrets } = await hosted.newProject()
    const call = projectCall(hosted, secrets.interfaceB.apiKey)
    const calls = await Promise.all([1, 2, 3].map(() => call('POST', '/control/v1/seed')))
    const refused = calls.filter(({ status }) => status !== 201)
    assert.ok(refused.length > 0 && refused.length < calls.length)
    for (const answer of refused) assert.equal(codeOf(answer, 429), 'rate-limited')
  })

  test('stops at the row limit', async (t) => {
    const limited = await startSandbox(database, { config: { rowLimit: 200 } })
    t.after(() => limited.close())
    const { secrets } = await limited.newProject()
    const call = projectCall(limited, secrets.interfaceB.apiKey)
    assert.equal(codeOf(await call('POST', '/control/v1/seed'), 403), 'quota-exceeded')
    const { rows } = bodyOf<{ rows: number }>(await call('GET', '/control/v1/storage'), 200)
    assert.ok(rows <= 200)
  })
})

/** The orders of a set, in the order of their registration. */
async function ordersOf({ c, control }: SandboxProject, prefix: string) {
  const listed = []
  let cursor: string | undefined
  do {
    const page = await control.listOrders({ limit: '200', ...(cursor !== undefined && { cursor }) })
    listed.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const numbers = listed.flatMap(({ number }) =>
    number?.startsWith(prefix) === true ? [number] : [],
  )
  return Promise.all(
    numbers.toSorted().map((orderNumber) => c.getOrderStatusExtended({ orderNumber })),
  )
}

describe('The plan of the sample data', () => {
  test('only depends on the drawn numbers', () => {
    assert.deepEqual(sampleStory(seededDraw(5)), sampleStory(seededDraw(5)))
    assert.notDeepEqual(sampleStory(seededDraw(5)), sampleStory(seededDraw(6)))
  })

  test('covers seven days', () => {
    const steps = sampleStory(seededDraw(1))
    assert.equal(
      steps.reduce((sum, { afterMs }) => sum + afterMs, 0),
      7 * DAY_MS,
    )
  })

  test('draws numbers within their range, and repeats them for the same seed', () => {
    const drawn = (seed: number) => {
      const draw = seededDraw(seed)
      return Array.from({ length: 200 }, () => draw(3, 7))
    }
    assert.deepEqual(drawn(7), drawn(7))
    assert.notDeepEqual(drawn(7), drawn(8))
    assert.deepEqual([...new Set(drawn(7))].sort(), [3, 4, 5, 6, 7])
  })
})
