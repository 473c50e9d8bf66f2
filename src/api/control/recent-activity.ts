// The newest activity of a project: orders with their steps, and journal entries of cards.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import type { Order } from '../../payments/orders/order.ts'
import { entriesPage, type EntryRow } from '../../store/reads/entries.ts'
import { ordersPage } from '../../store/reads/order-lists.ts'
import { orderById } from '../../store/reads/orders.ts'
import { realNow } from '../../time.ts'
import type { ProjectCall } from '../endpoint/operation.ts'
import { EntrySchema, entryView } from './ledger/entry-view.ts'
import { lastStepAt, orderSteps, OrderStepSchema } from './orders/order-steps.ts'
import { OrderSchema, orderSummary } from './orders/order-view.ts'
import { iso, Moment, orNull } from './schemas.ts'

export const ACTIVITY_MAX = 12
/** Several entries belong to the same order. */
const ENTRIES_READ = 40

export const ActivitySchema = Type.Object({
  at: Type.Unsafe<string>({ ...Moment, description: 'Time of the latest step' }),
  order: orNull(
    Type.Object({ ...OrderSchema.properties, steps: Type.Array(OrderStepSchema) }),
    'An order with its steps; null for an entry without an order',
  ),
  entry: orNull(EntrySchema, 'An entry without an order, such as a top-up'),
})

interface Event {
  readonly at: number
  readonly orderId?: string
  readonly order?: Order
  readonly row?: EntryRow
}

/** Newest first, each order once. */
export async function recentActivity(
  read: ProjectCall['read'],
): Promise<Static<typeof ActivitySchema>[]> {
  const [orders, entries] = await Promise.all([
    read(ordersPage, { limit: ACTIVITY_MAX }),
    read(entriesPage, { limit: ENTRIES_READ }),
  ])
  const events: Event[] = [
    ...orders.items.map((order) => ({ at: lastStepAt(order), orderId: order.id, order })),
    ...entries.items.map((row) => ({
      at: row.entry.at,
      ...(row.entry.orderId === null ? { row } : { orderId: row.entry.orderId }),
    })),
  ]
  const known = new Map(orders.items.map((order) => [order.id, order]))
  const newest = distinct(events.toSorted((one, other) => other.at - one.at))
  return Promise.all(
    newest.map(async ({ at, orderId, row }) => {
      const order =
        orderId === undefined
          ? undefined
          : (known.get(orderId) ?? (await read(orderById, orderId, realNow()))?.order)
      return {
        at: iso(at),
        order: order === undefined ? null : { ...orderSummary(order), steps: orderSteps(order) },
        entry: row === undefined ? null : entryView(row),
      }
    }),
  )
}

/** The first event of each order, and every event that has no order. */
function distinct(events: readonly Event[]): readonly Event[] {
  const seen = new Set<string>()
  const first = events.filter(({ orderId }) => {
    if (orderId === undefined) return true
    const isNew = !seen.has(orderId)
    seen.add(orderId)
    return isNew
  })
  return first.slice(0, ACTIVITY_MAX)
}
