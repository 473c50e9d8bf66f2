// Orders: the list, one order, and its actions.

import { labelOrder } from '../../../api/control/orders/order-labels.ts'
import { COMMENT_LENGTH, commentOrder, showOrder } from '../../../api/control/orders/orders.ts'
import { Fault } from '../../../kernel/fault.ts'
import { icons } from '../../../web/html/icons.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { action } from '../shell/page.ts'
import type { ActionRoute, Onward, PageContext, Screen, View } from '../shell/screen.ts'
import {
  ACTS,
  fieldMistakes,
  isStaleFault,
  ORDER_ACTS,
  type OrderAct,
  readValues,
} from './order-actions.ts'
import { doneQuery, seenState } from './order-news.ts'
import { LABELS_MISTAKE, labelsIn } from './order-notes.ts'
import { orderOf, orderPage } from './order-page.ts'
import { ordersPage } from './orders-page.ts'

const commentAction = action(
  commentOrder,
  { path: '/orders/:order/comment', operation: 'commentFromPage' },
  async (perform, context) => {
    const id = (context.params['order'] ?? '').toLowerCase()
    // Browsers send line breaks as two characters and count them as one.
    const text = (context.form.get('comment') ?? '').replaceAll('\r\n', '\n')
    const saved = await resultOrMistakes(perform({ params: { id }, body: { text } }), ['text'])
    const mistakes = { comment: `Enter at most ${COMMENT_LENGTH} characters.` }
    return 'mistakes' in saved
      ? orderPage.show(context, { kind: 'comment', text, mistakes })
      : { location: `/orders/${id}` }
  },
)

const labelAction = action(
  labelOrder,
  { path: '/orders/:order/labels', operation: 'labelFromPage' },
  async (perform, context) => {
    const id = (context.params['order'] ?? '').toLowerCase()
    const text = context.form.get('labels') ?? ''
    const sent = { params: { id }, body: { labels: labelsIn(text) } }
    const saved = await resultOrMistakes(perform(sent), ['labels'], { labels: LABELS_MISTAKE })
    return 'mistakes' in saved
      ? orderPage.show(context, { kind: 'labels', text, mistakes: saved.mistakes })
      : { location: `/orders/${id}` }
  },
)

export const orders: Screen = {
  group: 'Data',
  label: 'Orders',
  icon: icons.order,
  path: '/orders',
  pages: [ordersPage, orderPage],
  actions: [
    commentAction,
    labelAction,
    ...ORDER_ACTS.map((act): ActionRoute => ({
      path: `/orders/:order/${act}`,
      operation: `${act}FromPage`,
      act: (context) => doAct(act, context),
    })),
  ],
  downloads: ordersPage.downloads,
}

async function doAct(act: OrderAct, context: PageContext): Promise<View | Onward | undefined> {
  const order = await context.perform(showOrder, orderOf(context))
  const typed = Object.fromEntries(context.form)
  const stale = { kind: 'stale', act, seen: typed['seen'] ?? '' } as const
  if (typed['seen'] !== seenState(order) || !ACTS[act].isLegal(order, context))
    return orderPage.show(context, stale)
  const read = readValues(act, order, typed)
  if ('mistakes' in read) return orderPage.show(context, { kind: 'mistakes', act, typed, ...read })
  try {
    await context.performAtGateway(ACTS[act].call(order, read.values, context.now))
    // The forms of an order are on two pages, and return to their own page.
    const page = typed['back'] === 'try' ? `try/${order.number}` : `orders/${order.id}`
    return { location: `/${page}?${doneQuery(act, order, read.values)}` }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const mistakes = fieldMistakes(error, order)
    if (mistakes !== undefined)
      return orderPage.show(context, { kind: 'mistakes', act, typed, mistakes })
    // Another user was faster, so the page shows the order in its current state.
    if (isStaleFault(error)) return orderPage.show(context, stale)
    throw error
  }
}
