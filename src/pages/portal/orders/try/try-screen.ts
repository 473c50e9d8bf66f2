// Try: a payment from registration to callback, live. The form contains the id of the order, so
// that the page can show its progress while the payment page is open in another tab.

import { showOrder } from '../../../../api/control/orders.ts'
import { Problem } from '../../../../api/endpoint/problems.ts'
import { gatewayId, isGatewayId, projectNumberOf } from '../../../../payments/orders/gateway-id.ts'
import { isPayable, ORDER_STATUS } from '../../../../payments/orders/order-status.ts'
import { presentCard } from '../../../../payments/methods/payment-card.ts'
import { random } from '../../../../random.ts'
import { realNow } from '../../../../time.ts'
import { icons } from '../../../../web/html/icons.ts'
import { merchantLogin, newPaymentIds } from '../../../../web/redirects/merchant.ts'
import { doneNews } from '../order-news.ts'
import { orderOf } from '../order-page.ts'
import type { ShownOrder } from '../timeline.ts'
import type { Onward, Screen, View, PageContext } from '../../shell/screen.ts'
import { tryCards } from './try-cards.ts'
import { readTry, registrationOf, tryCurrency, type TryRequest } from './try-form.ts'
import { tryView } from './try-page.ts'

export const tries: Screen = {
  group: 'Make it happen',
  label: 'Try',
  icon: icons.shop,
  path: '/try',
  pages: [
    { path: '/try', operation: 'tryPage', needs: 'change', show: newTry },
    { path: '/try/:order', operation: 'triedPage', needs: 'change', show: shownTry },
  ],
  actions: [{ path: '/try/:order', operation: 'tryPayment', act: startTry }],
}

async function newTry(context: PageContext): Promise<View> {
  const orderId = gatewayId(context.project.number, realNow(), random())
  return tryView({ orderId, cards: await tryCards(context) }, context)
}

/** A valid order id of this project, registered or not yet. */
function orderIdOf({ params, project }: PageContext): string | undefined {
  const id = params['order'] ?? ''
  return isGatewayId(id) && projectNumberOf(id) === project.number ? id : undefined
}

async function shownTry(context: PageContext): Promise<View | undefined> {
  const orderId = orderIdOf(context)
  if (orderId === undefined) return undefined
  const [cards, order] = await Promise.all([tryCards(context), registeredOrder(context)])
  if (order === undefined) return tryView({ orderId, cards }, context)
  const news = doneNews(context.query, order)
  const isPaidAtOnce = context.query.get('paid') === 'once'
  return tryView({ orderId, cards, order, isPaidAtOnce, ...(news && { news }) }, context)
}

/** The order, once it is registered. */
async function registeredOrder(context: PageContext): Promise<ShownOrder | undefined> {
  try {
    return await context.perform(showOrder, orderOf(context))
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

async function startTry(context: PageContext): Promise<View | Onward | undefined> {
  const orderId = orderIdOf(context)
  if (orderId === undefined) return undefined
  const [cards, order] = await Promise.all([tryCards(context), registeredOrder(context)])
  // The form was sent twice: the order exists, and its payer continues.
  if (order !== undefined)
    return isPayable(ORDER_STATUS[order.status]) && context.form.get('way') === 'page'
      ? toPaymentPage(orderId, '', context)
      : { location: `/try/${orderId}` }
  const { way, ...typed } = Object.fromEntries(context.form)
  const isAtOnce = way === 'once'
  const read = readTry(typed, { cards, currency: tryCurrency(context), isAtOnce })
  if ('mistakes' in read) return tryView({ orderId, cards, mistaken: { typed, ...read } }, context)
  return isAtOnce
    ? payAtOnce(orderId, read.request, context)
    : toPaymentPage(orderId, await registered(orderId, read.request, context), context)
}

/** Registers the order; returns the name of the card that the payment page prefills. */
async function registered(
  orderId: string,
  request: TryRequest,
  context: PageContext,
): Promise<string> {
  await context.execute('registerOrder', registrationOf(request, orderId, context))
  return `#card-${request.card.name}`
}

const toPaymentPage = (orderId: string, fragment: string, { project }: PageContext): Onward => ({
  location: `/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${orderId}${fragment}`,
  isBeyond: true,
})

/** Pays like a merchant's server that collects card data itself. */
async function payAtOnce(
  orderId: string,
  request: TryRequest,
  context: PageContext,
): Promise<Onward> {
  const { project, ip, now } = context
  await context.execute('registerAndPay', {
    register: registrationOf(request, orderId, context),
    pay: {
      paymentMethod: {
        kind: 'card',
        card: presentCard(request.card.entered(now), project.vault),
        keepCard: false,
      },
      ip,
      speaksVersion2: true,
      methodDone: true,
      newIds: newPaymentIds(project),
    },
  })
  return { location: `/try/${orderId}?paid=once` }
}
