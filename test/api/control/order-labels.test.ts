// Labels of orders: stored in lower case, listed with counts, searchable, and restored by
// snapshots.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { type Json, onGateway } from '../../kit/merchant.ts'

onGateway('The labels of orders', (at) => {
  let call: ReturnType<typeof projectCall>
  let paid: string
  const read = async <T>(path: string): Promise<T> =>
    bodyOf<T>(await call('GET', `/control/v1${path}`), 200)
  const label = (id: string, labels: unknown) =>
    call('PUT', `/control/v1/orders/${id}/labels`, { labels })
  const listed = async (query: string): Promise<unknown[]> =>
    (await read<{ items: readonly Json[] }>(`/orders?${query}`)).items.map(({ number }) => number)
  const counted = async () =>
    (await read<{ items: readonly Json[] }>('/orders/labels')).items.map(
      ({ label: name, orders }) => `${String(name)} ${String(orders)}`,
    )

  before(async () => {
    const { merchant, sandbox } = at
    call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    paid = await merchant.paidOrder({ orderNumber: 'paid' })
    const unpaid = await merchant.register({ orderNumber: 'unpaid' })
    await merchant.register({ orderNumber: 'without' })
    const labels = [' Checkout', 'checkout', 'Release 2.4', 'card 4111111111111111']
    assert.deepEqual(bodyOf(await label(paid, labels), 200), {
      id: paid,
      labels: ['checkout', 'release 2.4', 'card 411111******1111'],
    })
    bodyOf(await label(unpaid, ['out', 'checkout']), 200)
  })

  // prettier-ignore
  const LISTS: readonly (readonly [query: string, numbers: readonly string[]])[] = [
    ['label=checkout',               ['paid', 'unpaid']],
    ['label=%20CHECKOUT',            ['paid', 'unpaid']],
    ['label=out',                    ['unpaid']],
    ['label=check',                  []],
    ['label=release+2.4&sort=oldest', ['paid']],
    ['label=checkout&filter=paid',   ['paid']],
    ['label=checkout&sort=largest&status=registered', ['unpaid']],
    ['label=out&number=unpaid',      ['unpaid']],
    ['label=out&number=paid',        []],
    ["label=%25'",                   []],
  ]
  for (const [query, numbers] of LISTS)
    test(`filter the list by ${query}`, async () => {
      assert.deepEqual((await listed(query)).sort(), numbers)
    })

  test('are counted, the most frequent first', async () => {
    const others = ['card 411111******1111 1', 'out 1', 'release 2.4 1']
    assert.deepEqual(await counted(), ['checkout 2', ...others])
  })

  test('find the order, even by a part of a label', async () => {
    const { orders } = await read<{ orders: readonly Json[] }>('/search?q=lease')
    assert.deepEqual(
      orders.map(({ number }) => number),
      ['paid'],
    )
  })

  test('are kept after a payment command, and interface C does not return them', async () => {
    const { merchant } = at
    await merchant.callOk('refund', { orderId: paid, amount: 100 })
    const { labels } = await read<{ labels: unknown }>(`/orders/${paid}`)
    assert.deepEqual(labels, ['checkout', 'release 2.4', 'card 411111******1111'])
    const status = await merchant.callOk('getOrderStatusExtended', { orderId: paid })
    assert.doesNotMatch(JSON.stringify(status), /checkout/)
  })

  test('are restored with a snapshot', async () => {
    bodyOf(await call('POST', '/control/v1/snapshots', { name: 'labelled' }), 201)
    bodyOf(await label(paid, []), 200)
    assert.deepEqual(await listed('label=checkout'), ['unpaid'])
    bodyOf(await call('POST', '/control/v1/snapshots/labelled/restore'), 200)
    assert.deepEqual((await listed('label=checkout')).sort(), ['paid', 'unpaid'])
  })

  const many = (count: number) => Array.from({ length: count }, (_, index) => `label ${index}`)
  for (const [what, labels, pointer] of [
    ['more than ten labels', many(11), '/labels'],
    ['a label that is too long', ['x'.repeat(41)], '/labels/0'],
    ['an empty label', [''], '/labels/0'],
    ['a comma', ['a', 'a,b'], '/labels/1'],
    ['a quotation mark', ['"'], '/labels/0'],
    ['a backslash', ['\\'], '/labels/0'],
    ['a control character', ['a\u0000'], '/labels/0'],
    ['a number', [1], '/labels/0'],
    ['no list', 'checkout', '/labels'],
  ] as const)
    test(`are refused with ${what}, and the order keeps its own`, async () => {
      const answer = bodyOf<{ detail: string }>(await label(paid, labels), 422)
      assert.ok(answer.detail.includes(pointer), answer.detail)
      assert.deepEqual((await listed('label=checkout')).sort(), ['paid', 'unpaid'])
    })

  test('of an unknown order return 404', async () => {
    for (const id of ['none', '0196b0a0-0000-7000-8000-000000000001'])
      bodyOf(await label(id, ['a']), 404)
  })

  test('are stored up to the maximum number and length', async () => {
    const labels = many(10).map((each) => each.padEnd(40, 'é'))
    assert.deepEqual(bodyOf<Json>(await label(paid, labels), 200)['labels'], labels)
    assert.deepEqual(await listed(`label=${encodeURIComponent(labels[9] ?? '')}`), ['paid'])
  })
})
