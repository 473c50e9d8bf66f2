// The text search for orders: in windows, it finds the same orders as a full scan.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Order } from '../../src/payments/orders/order.ts'
import { ordersContaining, ROWS_PER_WINDOW } from '../../src/store/reads/order-search.ts'
import { ANY_TRIGRAMS } from '../../src/store/trigrams.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { PaymentSandbox } from '../kit/payment-sandbox.ts'
import { LongLists, NUMBER } from './long-lists.ts'

const byCreation = (a: Order, b: Order) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

onEveryDatabase('Orders that a search finds', (database) => {
  let sandbox: PaymentSandbox
  let lists: LongLists

  before(async () => {
    sandbox = await PaymentSandbox.open(database)
    await sandbox.register({ number: 'Waits' })
    lists = new LongLists(sandbox, database)
    await lists.copy(
      'order',
      {
        id: `'needle-' || (100000 + i)`,
        number: NUMBER,
        search: `lower(${NUMBER})`,
        search_trigrams: String(ANY_TRIGRAMS),
      },
      `each_row.number = 'Waits'`,
    )
  })

  test('are the newest orders that contain the text, across windows', async () => {
    const { reads } = sandbox.process
    const { datasetId } = sandbox.project
    // Half of the others were registered at the same time, as with a frozen clock.
    for (const [batch, at] of ['1000000 + i', '2000000'].entries())
      await lists.copy(
        'order',
        {
          id: `'search-${batch}-' || (100000 + i)`,
          number: `'search-${batch}-' || (100000 + i)`,
          search: `'search-${batch}-' || (100000 + i)`,
          search_trigrams: String(ANY_TRIGRAMS),
          created_at: `each_row.created_at + ${at}`,
        },
        `each_row.number = 'Waits'`,
      )
    // A search must not be repeated for each order, whatever the planner expects.
    await lists.forgetStatistics('order')
    const all = (await sandbox.rows('order')).toSorted(byCreation)
    for (const windows of [1, 2, 7, 1000]) {
      await lists.run(
        `update dataset set stored_rows = ${windows * ROWS_PER_WINDOW} where project_id = ${datasetId}`,
      )
      for (const text of ['search-0-1000', 'search', 'Needle_10010', 'WAITS', 'no such', '%'])
        for (const limit of [3, 20])
          assert.deepEqual(
            (await ordersContaining(reads, datasetId, text, limit)).map(({ id }) => id),
            all
              .filter(({ number }) => number.toLowerCase().includes(text.toLowerCase()))
              .slice(0, limit)
              .map(({ id }) => id),
            `${text} in ${windows}`,
          )
    }
  })
})
