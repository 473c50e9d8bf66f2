// Try: a payment from registration to callback, shown live. The page chooses the order number in
// advance, so that it can show the progress while the payment page is open in another tab.

import { listOrders, showOrder } from '../../../../api/control/orders/orders.ts'
import type { AnswerOf } from '../../../../api/endpoint/operation.ts'
import { isPayable, ORDER_STATUS } from '../../../../payments/orders/order-status.ts'
import { random } from '../../../../random.ts'
import { icons } from '../../../../web/html/icons.ts'
import { merchantLogin } from '../../../../web/redirects/merchant.ts'
import { parseAmount } from '../../parts/amounts.ts'
import { type Content, page } from '../../shell/page.ts'
import type { Onward, PageContext, Screen, View } from '../../shell/screen.ts'
import { doneNews } from '../order-news.ts'
import type { ShownOrder } from '../timeline.ts'
import { type TryCard, tryCards } from './try-cards.ts'
import {
  readTry,
  registerCall,
  tryCurrency,
  type TryRequest,
  type TypedTry,
  USUAL_AMOUNT,
} from './try-form.ts'
import { type MistakenTry, tryView } from './try-page.ts'

const numberOf = ({ params }: PageContext): string => params['number'] ?? ''
const newNumber = (): string => `try-${Buffer.from(random()).toString('hex').slice(0, 12)}`
const isTryNumber = (context: PageContext): boolean => /^try-[0-9a-f]{12}$/.test(numberOf(context))

const triedPage = page(
  listOrders,
  {
    path: '/try/:number',
    operation: 'triedPage',
    needs: 'change',
    of: 'payment',
    beside: [showOrder],
    sent: (context) => ({ query: { number: numberOf(context) } }),
  },
  shownTry,
)

export const tries: Screen = {
  group: 'Make it happen',
  label: 'Try',
  icon: icons.shop,
  path: '/try',
  pages: [
    {
      ...triedPage,
      path: '/try',
      operation: 'tryPage',
      show: (context) => triedPage.show({ ...context, params: { number: newNumber() } }),
    },
    {
      ...triedPage,
      show: async (context) => (isTryNumber(context) ? triedPage.show(context) : undefined),
    },
  ],
  actions: [{ path: '/try/:number', operation: 'tryPayment', act: startTry }],
}

async function shownTry(
  { items: [registered] }: AnswerOf<typeof listOrders>,
  context: PageContext,
  mistaken?: MistakenTry,
): Promise<Content> {
  const number = numberOf(context)
  if (registered !== undefined) {
    const order = await context.perform(showOrder, { params: { id: registered.id } })
    const isPaidAtOnce = context.query.get('did') === 'once'
    const news = doneNews(context.query, order)
    return tryView({ number, order, isPaidAtOnce, ...(news && { news }) }, context)
  }
  const cards = await cardsFor(context, mistaken?.typed ?? {})
  const isMissing = mistaken === undefined && context.path.endsWith(`/${number}`)
  return tryView({ number, cards, isMissing, ...(mistaken && { mistaken }) }, context)
}

/** The cards, sorted by their suitability for the entered amount. */
function cardsFor(context: PageContext, typed: TypedTry): Promise<readonly TryCard[]> {
  const currency = tryCurrency(context)
  const amount = parseAmount(typed['amount'] ?? USUAL_AMOUNT, currency) ?? 0
  return tryCards(context, { amount, currency })
}

/** The order of this attempt, once it is registered. */
async function orderOfTry(context: PageContext): Promise<ShownOrder | undefined> {
  const { perform } = context
  const { items } = await perform(listOrders, { query: { number: numberOf(context) } })
  return items[0] && perform(showOrder, { params: { id: items[0].id } })
}

async function startTry(context: PageContext): Promise<View | Onward | undefined> {
  if (!isTryNumber(context)) return undefined
  const { way, ...typed } = Object.fromEntries(context.form)
  const [cards, order] = await Promise.all([cardsFor(context, typed), orderOfTry(context)])
  // The form was sent twice: the order exists, and its payer continues.
  if (order !== undefined)
    return isPayable(ORDER_STATUS[order.status]) && way === 'page'
      ? toPaymentPage(order.id, '', context)
      : { location: `/try/${numberOf(context)}` }
  const isAtOnce = way === 'once'
  const read = readTry(typed, { cards, currency: tryCurrency(context), isAtOnce })
  if ('mistakes' in read) return triedPage.show(context, { typed, ...read })
  const orderId = await register(read.request, context)
  if (!isAtOnce) return toPaymentPage(orderId, `#card-${read.request.card.name}`, context)
  await payAtOnce(orderId, read.request, context)
  return { location: `/try/${numberOf(context)}?did=once` }
}

/** Registers the order, whose payer returns to this page. */
async function register(request: TryRequest, context: PageContext): Promise<string> {
  const { origin, base, performAtGateway } = context
  const orderNumber = numberOf(context)
  const returnUrl = `${origin}${base}/try/${orderNumber}`
  const { orderId = '' }: { readonly orderId?: string } = await performAtGateway(
    registerCall(request, { orderNumber, returnUrl }),
  )
  return orderId
}

const toPaymentPage = (orderId: string, fragment: string, { project }: PageContext): Onward => ({
  location: `/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${orderId}${fragment}`,
  isBeyond: true,
})

/** Pays like a merchant's server that collects card data itself. */
async function payAtOnce(
  orderId: string,
  { card }: TryRequest,
  context: PageContext,
): Promise<void> {
  const { ip, origin, base, performAtGateway } = context
  const form = {
    MDORDER: orderId,
    ...(await card.entered(context)),
    language: 'en',
    ...(ip !== undefined && { ip }),
    threeDSVer2FinishUrl: `${origin}${base}/try/${numberOf(context)}`,
  }
  const call = { api: 'C', operation: 'paymentorder' } as const
  const first: { readonly threeDSServerTransId?: string; readonly acsUrl?: string } =
    await performAtGateway({ ...call, form })
  const { threeDSServerTransId, acsUrl } = first
  // Version 2 of 3-D Secure continues after its method call, which no browser makes here.
  if (threeDSServerTransId !== undefined && acsUrl === undefined)
    await performAtGateway({ ...call, form: { ...form, threeDSServerTransId } })
}
