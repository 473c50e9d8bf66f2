// Waiting for callbacks and orders through the control API.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WAITS_PER_PROJECT } from '../../../../src/engine/waits.ts'
import { type ProblemShape, bodyOf, projectCall } from '../../../kit/control.ts'
import { onEveryDatabase, databases } from '../../../kit/databases.ts'
import {
  cardForm,
  type Merchant,
  merchantOf,
  newMerchant,
  onGateway,
} from '../../../kit/merchant.ts'
import { anotherProcess, type Sandbox, startSandbox } from '../../../kit/sandbox.ts'
import { TEST_CARDS } from '../../../kit/test-cards.ts'

interface Found {
  callback?: { id: string; operation: string; status: number; orderId: string }
  order?: { id: string; status: string }
  request?: { operation: string; outcome: string; seq: number }
  waitedMs: number
}

type Nearest = ProblemShape & {
  nearest: { callback?: { id: string }; order?: { id: string } } | null
}

/** Longer than the test: only a match ends the wait. */
const LONG_MS = 60_000

const expectation = (sandbox: Sandbox, { project }: Pick<Merchant, 'project'>) => {
  const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
  return {
    answer: (body: unknown) => call('POST', '/control/v1/expect', body),
    found: async (match: unknown, more: object = {}) =>
      bodyOf<Found>(
        await call('POST', '/control/v1/expect', { match, timeoutMs: LONG_MS, ...more }),
        200,
      ),
  }
}

onGateway('expect', (at) => {
  test('returns the newest existing callback', async () => {
    const orderId = await at.merchant.paidOrder()
    const { found } = expectation(at.sandbox, at.merchant)
    const { callback } = await found({ callback: { operation: 'deposited', orderId, status: 1 } })
    assert.deepEqual([callback?.operation, callback?.orderId], ['deposited', orderId])
  })

  test('waits for a future callback', async () => {
    const orderId = await at.merchant.register()
    const { found } = expectation(at.sandbox, at.merchant)
    const waiting = found({ callback: { orderId, parameters: { mdOrder: orderId } } })
    await at.merchant.pay(orderId)
    assert.equal((await waiting).callback?.orderId, orderId)
  })

  test('waits for the status of an order, by name or number', async () => {
    const { found } = expectation(at.sandbox, at.merchant)
    const orderId = await at.merchant.registerPreAuth({ orderNumber: 'awaited-1' })
    const byName = found({ order: { orderId, status: 'held' } })
    const byNumber = found({ order: { orderNumber: 'awaited-1', status: 1 } })
    await at.merchant.pay(orderId)
    for (const { order } of await Promise.all([byName, byNumber]))
      assert.deepEqual([order?.id, order?.status], [orderId, 'held'])
  })

  test('waits for due work', async () => {
    const { found } = expectation(at.sandbox, at.merchant)
    const orderId = await at.merchant.register()
    const waiting = found({ callback: { orderId, operation: 'declinedByTimeout' } })
    await at.merchant.advanceClock(3_600_000)
    assert.equal((await waiting).callback?.status, 0)
  })

  test('returns the earliest callback after a given one', async () => {
    const { found } = expectation(at.sandbox, at.merchant)
    const orderId = await at.merchant.heldOrder()
    const { callback: held } = await found({ callback: { orderId } })
    const next = found({ callback: { orderId } }, { after: held?.id })
    await at.merchant.callOk('deposit', { orderId, amount: 500 })
    await at.merchant.callOk('refund', { orderId, amount: 100 })
    assert.equal((await next).callback?.operation, 'deposited')
  })

  test('returns the closest record after the time limit', async () => {
    const { answer } = expectation(at.sandbox, at.merchant)
    const orderId = await at.merchant.register()
    await at.merchant.pay(orderId, cardForm(orderId, TEST_CARDS.noFunds))
    const refused = await answer({
      match: { callback: { orderId, operation: 'deposited', status: 1 } },
      timeoutMs: 1,
    })
    const { code, detail, errors, nearest } = bodyOf<Nearest>(refused, 408)
    assert.equal(code, 'no-match-in-time')
    assert.match(detail, /The closest candidate differs in 1 field\.$/)
    assert.deepEqual(errors, [{ pointer: '/match/callback/status', detail: 'is 0, not 1' }])
    assert.ok(nearest?.callback?.id !== undefined)
  })

  test('reports after the time limit that there is no record to compare', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { answer } = expectation(at.sandbox, merchant)
    const matches = [
      { callback: {} },
      { order: {} },
      { order: { orderId: 'unknown' } },
      { request: {} },
    ]
    for (const match of matches) {
      const { nearest, detail } = bodyOf<Nearest>(await answer({ match, timeoutMs: 0 }), 408)
      assert.equal(nearest, null)
      assert.match(detail, /There are no candidates\.$/)
    }
  })

  test('returns the closest record if the ids of the match are unknown', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { answer } = expectation(at.sandbox, merchant)
    const orderNumber = 'shop-1'
    const orderId = await merchant.paidOrder({ orderNumber, clientId: 'client-1' })
    const cases: readonly [match: Record<string, object>, pointer: string, detail: string][] = [
      [{ order: { orderNumber: 'other' } }, 'order/orderNumber', 'is "shop-1", not "other"'],
      [{ order: { orderId: 'other' } }, 'order/orderId', `is "${orderId}", not "other"`],
      [{ order: { clientId: 'other' } }, 'order/clientId', 'is "client-1", not "other"'],
      [{ callback: { orderId: 'other' } }, 'callback/orderId', `is "${orderId}", not "other"`],
    ]
    for (const [match, pointer, detail] of cases) {
      const { errors, nearest } = bodyOf<Nearest>(await answer({ match, timeoutMs: 0 }), 408)
      assert.deepEqual(errors, [{ pointer: `/match/${pointer}`, detail }])
      assert.ok(nearest?.order?.id === orderId || nearest?.callback?.id !== undefined)
    }
    const request = { operation: 'register', id: 'other' }
    const refused = await answer({ match: { request }, timeoutMs: 0 })
    assert.match(bodyOf<Nearest>(refused, 408).errors?.[0]?.detail ?? '', /, not "other"$/)
  })

  test('a request wait does not match waits, which touch no record', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { answer, found } = expectation(at.sandbox, merchant)
    const orderId = await merchant.register()
    const timeoutMs = 0
    bodyOf(await answer({ match: { order: { orderId: 'unknown-2' } }, timeoutMs }), 408)
    bodyOf(await answer({ match: { order: { orderId } }, timeoutMs }), 200)
    for (const request of [{ id: 'unknown-2' }, { operation: 'expect' }, { outcome: 'refused' }])
      bodyOf(await answer({ match: { request }, timeoutMs }), 408)
    assert.equal((await found({ request: { id: orderId } })).request?.operation, 'register')
    const call = projectCall(at.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const answered = await call('GET', '/control/v1/requests?operation=expect')
    const { items } = bodyOf<{ items: { ids: unknown[] }[] }>(answered, 200)
    assert.ok(items.length > 1)
    for (const { ids } of items) assert.deepEqual(ids, [])
  })

  test('continues after a reset of the project', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { found } = expectation(at.sandbox, merchant)
    const waiting = found({ order: { orderNumber: 'after-reset' } })
    await at.sandbox.sandcard.service.reset(merchant.project)
    await merchantOf(at.sandbox, merchant.project).register({ orderNumber: 'after-reset' })
    assert.equal((await waiting).order?.status, 'registered')
  })

  test('does not match records of another project', async () => {
    const other = await newMerchant(at.sandbox)
    await at.merchant.paidOrder({ orderNumber: 'of-another' })
    const { answer } = expectation(at.sandbox, other)
    const match = { order: { orderNumber: 'of-another' } }
    assert.equal((await answer({ match, timeoutMs: 0 })).status, 408)
  })

  test('waits for a request by its operation, error and touched ids', async () => {
    const { found, answer } = expectation(at.sandbox, at.merchant)
    const orderId = await at.merchant.register()
    const waiting = found({
      request: { api: 'C', operation: 'deposit', errorCode: '7', id: orderId },
    })
    await at.merchant.call('deposit', { orderId, amount: 1 })
    const { request } = await waiting
    assert.deepEqual([request?.operation, request?.outcome], ['deposit', 'refused'])
    const next = found({ request: { id: orderId } }, { after: String(request?.seq) })
    await at.merchant.pay(orderId)
    assert.equal((await next).request?.operation, 'paymentorder')
    const match = { request: { id: orderId, operation: 'paymentorder', outcome: 'declined' } }
    const { errors } = bodyOf<Nearest>(await answer({ match, timeoutMs: 0 }), 408)
    assert.deepEqual(errors, [
      { pointer: '/match/request/outcome', detail: 'is "approved", not "declined"' },
    ])
  })

  // prettier-ignore
  for (const [title, body, pointer] of [
    ['a request without a match',                 {},                                                    '/match'],
    ['an empty match',           { match: {} },                                         '/match'],
    ['two kinds of match in one request',        { match: { callback: {}, order: {} } },                '/match'],
    ['an unknown kind of match',          { match: { cards: {} } },                              '/match/cards'],
    ['an unknown field of a match',        { match: { order: { state: 'held' } } },               '/match/order/state'],
    ['an unknown callback operation',     { match: { callback: { operation: 'paid' } } },        '/match/callback/operation'],
    ['a negative time limit',    { match: { order: {} }, timeoutMs: -1 },               '/timeoutMs'],
    ['a time limit of an hour',  { match: { order: {} }, timeoutMs: 3_600_000 },        '/timeoutMs'],
    ['a malformed id',           { match: { callback: {} }, after: 'last' },            '/after'],
    ['an order match after a callback id',  { match: { order: {} }, after: '100001' },             '/after'],
  ] as const)
    test(`refuses ${title}`, async () => {
      const { answer } = expectation(at.sandbox, at.merchant)
      const { errors } = bodyOf<ProblemShape>(await answer(body), 422)
      assert.equal(errors?.[0]?.pointer, pointer)
    })
})

/** Opens one wait more than a project can have, and returns when the additional one is refused. */
async function fillWaits(sandbox: Sandbox, { project }: Merchant, signal?: AbortSignal) {
  const headers = {
    'x-api-key': project.secrets.interfaceB.apiKey,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ match: { order: { clientId: 'absent' } }, timeoutMs: LONG_MS })
  const statuses = Array.from({ length: WAITS_PER_PROJECT + 1 }, async () => {
    const options = { method: 'POST', headers, body, ...(signal && { signal }) }
    return (await fetch(`${sandbox.url}/control/v1/expect`, options)).status
  })
  assert.equal(await Promise.race(statuses), 429)
  return { ended: Promise.allSettled(statuses) }
}

/** Whether the project has no open wait: takes all, and returns them immediately. */
function areFree({ sandcard }: Sandbox, { project }: Merchant): boolean {
  const { waits } = sandcard.service
  const taken = Array.from({ length: WAITS_PER_PROJECT }, () => waits.begin(project.number))
  for (const end of taken) end?.()
  return taken.every((end) => end !== undefined)
}

onEveryDatabase('Open waits', (database) => {
  test('are limited per project, end when the client disconnects, and when the service stops', async () => {
    const sandbox = await startSandbox(database)
    const merchant = await newMerchant(sandbox)
    try {
      const client = new AbortController()
      const first = await fillWaits(sandbox, merchant, client.signal)
      client.abort()
      await first.ended
      const { answer } = expectation(sandbox, merchant)
      const once = { match: { order: { clientId: 'absent' } }, timeoutMs: 0 }
      while (!areFree(sandbox, merchant)) await answer(once)
      const second = await fillWaits(sandbox, merchant)
      await sandbox.sandcard.close()
      const ends = (await second.ended).map((end) => end.status === 'fulfilled' && end.value)
      assert.deepEqual(ends.toSorted(), [429, ...Array<number>(WAITS_PER_PROJECT).fill(503)])
    } finally {
      await sandbox.close()
    }
  })
})

describe('expect on a database that two processes share', { skip: databases.length === 1 }, () => {
  test('notices changes made by the other process', async () => {
    const database = databases.find(({ name }) => name === 'postgres')
    assert.ok(database !== undefined)
    const sandbox = await startSandbox(database)
    try {
      const merchant = await newMerchant(sandbox)
      const other = await anotherProcess(sandbox)
      try {
        const orderId = await merchant.register()
        const { project } = merchant
        const waiting = expectation(sandbox, merchant).found({
          order: { orderId, status: 'declined' },
        })
        const path = `${other.url}/payment/rest/decline.do`
        const { userName, password } = project.secrets.interfaceC
        const body = new URLSearchParams({ userName, password, orderId })
        assert.equal((await fetch(path, { method: 'POST', body })).status, 200)
        assert.equal((await waiting).order?.id, orderId)
      } finally {
        await other.close()
      }
    } finally {
      await sandbox.close()
    }
  })
})
