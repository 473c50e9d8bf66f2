// Orders: the list, one of them, and what can be done with it.

import { Fault } from '../../../kernel/fault.ts'
import type { Order } from '../../../payments/order.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { entriesPage } from '../../../store/reads/entries.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { icons } from '../../../web/html/icons.ts'
import { parseAmount, typedAmount } from '../amounts.ts'
import type { ActionRoute, Onward, Screen, View, Visit } from '../screen.ts'
import { ordersFile } from './export.ts'
import {
  ACTS,
  cardByShortMask,
  fieldMistakes,
  isStaleFault,
  ORDER_ACTS,
  type OrderAct,
  readValues,
  shortMask,
  type Values,
} from './order-actions.ts'
import { type OrderNews, orderView, seenState } from './order-page.ts'
import { ordersPage } from './orders-page.ts'
import type { OrderHistory } from './timeline.ts'

/** Entries and callbacks of one order that its page shows: more than a hundred refunds leave. */
const HISTORY_MAX = 300

export const orders: Screen = {
  group: 'Data',
  label: 'Orders',
  icon: icons.order,
  path: '/orders',
  pages: [
    { path: '/orders', operation: 'ordersPage', show: ordersPage },
    { path: '/orders/:order', operation: 'orderPage', show: orderPage },
  ],
  actions: ORDER_ACTS.map((act): ActionRoute => ({
    path: `/orders/:order/${act}`,
    operation: `${act}FromPage`,
    act: (visit) => doAct(act, visit),
  })),
  downloads: [{ path: '/orders.csv', operation: 'ordersFile', send: ordersFile }],
}

/** An order with what hangs on it; undefined for an id of no order of the project. */
async function historyOf(visit: Visit): Promise<OrderHistory | undefined> {
  const id = (visit.params['order'] ?? '').toLowerCase()
  const found = await visit.read(orderById, id, realNow())
  if (found === undefined) return undefined
  const [entries, callbacks] = await Promise.all([
    visit.read(entriesPage, { orderId: id, limit: HISTORY_MAX }),
    visit.read(callbacksOf, { orderId: id, before: Number.MAX_SAFE_INTEGER, limit: HISTORY_MAX }),
  ])
  return {
    order: found.order,
    entries: entries.items.map(({ entry }) => entry).toReversed(),
    callbacks: callbacks.toReversed(),
  }
}

async function orderPage(visit: Visit): Promise<View | undefined> {
  const history = await historyOf(visit)
  return history && orderView(history, visit, doneNews(visit.query, history.order))
}

/** What the address says was done, so that reloading the page does not do it again. */
function doneNews(query: URLSearchParams, order: Order): OrderNews | undefined {
  const act = ORDER_ACTS.find((each) => each === query.get('did'))
  if (act === undefined) return undefined
  const amount = parseAmount(query.get('amount') ?? '0', order.currency) ?? 0
  const card = cardByShortMask(query.get('card') ?? '')
  return { kind: 'done', act, values: { amount, card } }
}

const doneAddress = (act: OrderAct, { id, currency }: Order, { amount, card }: Values): string => {
  const said = new URLSearchParams({
    did: act,
    ...(amount > 0 && { amount: typedAmount(amount, currency) }),
    ...(card && { card: shortMask(card) }),
  })
  return `/orders/${id}?${said.toString()}`
}

async function doAct(act: OrderAct, visit: Visit): Promise<View | Onward | undefined> {
  const history = await historyOf(visit)
  if (history === undefined) return undefined
  const { order } = history
  const typed = Object.fromEntries(visit.form)
  if (typed['seen'] !== seenState(order) || !ACTS[act].isLegal(order, visit))
    return orderView(history, visit, { kind: 'stale', act })
  const read = readValues(act, order, typed)
  if ('mistakes' in read)
    return orderView(history, visit, { kind: 'mistakes', act, typed, ...read })
  try {
    await ACTS[act].run(order, visit, read.values)
    return { location: doneAddress(act, order, read.values) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const mistakes = fieldMistakes(error, order)
    if (mistakes !== undefined)
      return orderView(history, visit, { kind: 'mistakes', act, typed, mistakes })
    // Somebody was faster: the page shows what became of the order meanwhile.
    const now = isStaleFault(error) ? await historyOf(visit) : undefined
    if (now === undefined) throw error
    return orderView(now, visit, { kind: 'stale', act })
  }
}
