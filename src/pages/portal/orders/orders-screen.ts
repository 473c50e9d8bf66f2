// Orders: the list, one of them, and what can be done with it.

import { Fault } from '../../../kernel/fault.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ActionRoute, Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { ordersFile } from './export.ts'
import {
  ACTS,
  fieldMistakes,
  isStaleFault,
  ORDER_ACTS,
  type OrderAct,
  readValues,
} from './order-actions.ts'
import { historyOf } from './order-history.ts'
import { doneNews, doneQuery, seenState } from './order-news.ts'
import { orderView } from './order-page.ts'
import { ordersPage } from './orders-page.ts'

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
    act: (context) => doAct(act, context),
  })),
  downloads: [{ path: '/orders.csv', operation: 'ordersFile', send: ordersFile }],
}

async function orderPage(context: PageContext): Promise<View | undefined> {
  const history = await historyOf(context)
  return history && orderView(history, context, doneNews(context.query, history.order))
}

/** Pages that show an order and what can be done with it: where a form was on one of them, its reader goes back there. */
const backFrom = ({ id }: Order, { form }: PageContext): string =>
  form.get('back') === 'try' ? `/try/${id}` : `/orders/${id}`

async function doAct(act: OrderAct, context: PageContext): Promise<View | Onward | undefined> {
  const history = await historyOf(context)
  if (history === undefined) return undefined
  const { order } = history
  const typed = Object.fromEntries(context.form)
  if (typed['seen'] !== seenState(order) || !ACTS[act].isLegal(order, context))
    return orderView(history, context, { kind: 'stale', act, seen: typed['seen'] ?? '' })
  const read = readValues(act, order, typed)
  if ('mistakes' in read)
    return orderView(history, context, { kind: 'mistakes', act, typed, ...read })
  try {
    await ACTS[act].run(order, context, read.values)
    return { location: `${backFrom(order, context)}?${doneQuery(act, order, read.values)}` }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const mistakes = fieldMistakes(error, order)
    if (mistakes !== undefined)
      return orderView(history, context, { kind: 'mistakes', act, typed, mistakes })
    // Somebody was faster: the page shows what became of the order meanwhile.
    const now = isStaleFault(error) ? await historyOf(context) : undefined
    if (now === undefined) throw error
    return orderView(now, context, { kind: 'stale', act, seen: typed['seen'] ?? '' })
  }
}
