// Orders with filters and sorts: the list, its counts and its totals agree.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ORDER_FILTERS } from '../../../src/store/reads/order-filters.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { type Json, onGateway } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

interface Total {
  readonly orders: number
}

onGateway('The orders of a project', (at) => {
  let call: ReturnType<typeof projectCall>
  const read = async <T>(path: string): Promise<T> =>
    bodyOf<T>(await call('GET', `/control/v1${path}`), 200)
  const listed = async (query: string): Promise<unknown[]> =>
    (await read<{ items: readonly Json[] }>(`/orders?${query}`)).items.map(({ number }) => number)

  before(async () => {
    const { merchant, sandbox } = at
    call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    // Orders registered in the same millisecond would be listed in the order of their random ids.
    const later = (advance = 'PT1S') => call('POST', '/control/v1/clock', { advance })
    const register = async (orderNumber: string, more: Record<string, string | number> = {}) => {
      bodyOf(await later(), 200)
      return merchant.register({ orderNumber, ...more })
    }
    const noFunds = { $PAN: TEST_CARDS.noFunds }
    await register('expires')
    await merchant.pay(await register('declined, expires', { clientId: 'ann' }), noFunds)
    await merchant.callOk('decline', { orderId: await register('withdrawn', { amount: 700 }) })
    bodyOf(await later('P1D'), 200)
    await merchant.pay(await register('paid', { clientId: 'ann', amount: 500 }))
    const twice = await register('declined, paid', { amount: 900 })
    await merchant.pay(twice, noFunds)
    await merchant.pay(twice)
    await later()
    await merchant.heldOrder({ orderNumber: 'held', amount: 800 })
    const refunded = await register('refunded', { amount: 600 })
    await merchant.pay(refunded)
    await merchant.callOk('refund', { orderId: refunded, amount: 100 })
    await merchant.pay(
      await register('declined, waits', { amount: 1000, clientId: 'ann' }),
      noFunds,
    )
  })

  // prettier-ignore
  const LISTS: readonly (readonly [query: string, numbers: readonly string[]])[] = [
    ['filter=all',       ['declined, waits', 'refunded', 'held', 'declined, paid', 'paid', 'withdrawn', 'declined, expires', 'expires']],
    ['filter=paid',      ['declined, paid', 'paid']],
    ['filter=held',      ['held']],
    ['filter=declined',  ['declined, waits', 'declined, paid', 'declined, expires']],
    ['filter=expired',   ['declined, expires', 'expires']],
    ['filter=withdrawn', ['withdrawn']],
    ['filter=refunded',  ['refunded']],
    ['filter=expiring',  ['declined, waits', 'held']],
    ['expiring=true',    ['declined, waits', 'held']],
    ['filter=declined&clientId=ann',                 ['declined, waits', 'declined, expires']],
    ['filter=declined&clientId=ann&amountFrom=1001', ['declined, expires']],
    ['clientId=ann&sort=oldest',                     ['declined, expires', 'paid', 'declined, waits']],
    ['clientId=Ann',                                 []],
    ['sort=smallest&amountUntil=700',                ['paid', 'refunded', 'withdrawn']],
    ['sort=largest&filter=declined&status=deposited', ['declined, paid']],
    ['amountFrom=600&amountUntil=800',               ['refunded', 'held', 'withdrawn']],
    ['currency=840',                                 []],
    ['currency=978&filter=held',                     ['held']],
    [`cardLastFour=${TEST_CARDS.noFunds.slice(-4)}`, ['declined, waits', 'declined, expires']],
    ['cardLastFour=0000',                            []],
    ['actionCode=116',                               ['declined, waits']],
    ['actionCode=-2007&filter=declined',             ['declined, expires']],
    ['q=declined&filter=paid',                       ['declined, paid']],
  ]
  for (const [query, numbers] of LISTS)
    test(`are listed by ${query}, page by page`, async () => {
      assert.deepEqual(await listed(query), numbers)
      const inPages: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page: { items: readonly Json[]; nextCursor: string | null } = await read(
          `/orders?${query}&limit=1${more}`,
        )
        inPages.push(...page.items.map(({ number }) => number))
        cursor = page.nextCursor
      }
      assert.deepEqual(inPages, numbers)
    })

  test('have counts and totals per filter that match the list', async () => {
    const { items } = await read<{ items: readonly Json[] }>('/orders/counts')
    assert.deepEqual(
      items.map(({ filter }) => filter),
      [...ORDER_FILTERS],
    )
    for (const { filter, orders, hasMore } of items) {
      const count = (await listed(`filter=${String(filter)}&dueUntil=2100-01-01T00:00:00Z`)).length
      // A hold ends in seven days, which is after the next 24 hours.
      const expected = filter === 'expiring' ? 1 : count
      assert.deepEqual([filter, orders, hasMore], [filter, expected, false])
      if (filter === 'expiring') continue
      const totals = await read<{ items: readonly Total[] }>(
        `/orders/totals?filter=${String(filter)}`,
      )
      const summed = totals.items.reduce((sum, total) => sum + total.orders, 0)
      assert.equal(summed, count, String(filter))
    }
  })

  for (const [query, status, name] of [
    ['filter=failed', 400, '/filter'],
    ['sort=amount', 400, '/sort'],
    ['filter=expiring&sort=oldest', 422, ''],
    ['amountFrom=1.50', 400, '/amountFrom'],
    ['amountUntil=-1', 400, '/amountUntil'],
    ['currency=EUR', 400, '/currency'],
    ['cardLastFour=42', 400, '/cardLastFour'],
    ['actionCode=x', 400, '/actionCode'],
    ['clientId=', 400, '/clientId'],
  ] as const)
    test(`are not listed by ${query}: ${status}`, async () => {
      const { detail } = bodyOf<{ detail: string }>(
        await call('GET', `/control/v1/orders?${query}`),
        status,
      )
      assert.ok(detail.includes(name), detail)
    })

  test('can only be continued with a cursor of the same sort order', async () => {
    const { nextCursor } = await read<{ nextCursor: string }>('/orders?limit=1&sort=largest')
    const cursor = encodeURIComponent(nextCursor)
    for (const query of ['sort=smallest', 'sort=newest', 'filter=expiring'])
      bodyOf(await call('GET', `/control/v1/orders?${query}&cursor=${cursor}`), 422)
  })
})
