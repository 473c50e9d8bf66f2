// Reading an order with what hangs on it.

import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { entriesPage } from '../../../store/reads/entries.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import type { PageContext } from '../shell/screen.ts'
import type { OrderHistory } from './timeline.ts'

/** Entries and callbacks of one order that its page shows: more than a hundred refunds leave. */
const HISTORY_MAX = 300

/** The order that the address names; undefined for an id of no order of the project. */
export async function historyOf({
  params,
  read,
}: Pick<PageContext, 'params' | 'read'>): Promise<OrderHistory | undefined> {
  const id = (params['order'] ?? '').toLowerCase()
  const found = await read(orderById, id, realNow())
  if (found === undefined) return undefined
  const [entries, callbacks] = await Promise.all([
    read(entriesPage, { orderId: id, limit: HISTORY_MAX }),
    read(callbacksOf, { orderId: id, before: Number.MAX_SAFE_INTEGER, limit: HISTORY_MAX }),
  ])
  return {
    order: found.order,
    entries: entries.items.map(({ entry }) => entry).toReversed(),
    callbacks: callbacks.toReversed(),
  }
}
