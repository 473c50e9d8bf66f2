// The test cards: a searchable list, with a button to pay with each card.

import { listCards } from '../../../api/control/cards/cards.ts'
import { listTestCards, testCards as catalogue } from '../../../api/control/orders/test-cards.ts'
import { getCard } from '../../../api/issuing-v2/cards.ts'
import { yearMonth } from '../../../kernel/calendar.ts'
import { may } from '../../../users/role.ts'
import { icons } from '../../../web/html/icons.ts'
import { moneyOf } from '../parts/amounts.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import { callOf } from '../shell/page.ts'
import type { Onward, View } from '../shell/screen.ts'
import { tableSearchScript } from '../parts/table-search.ts'
import { payWithCard, triedPayment } from './test-card-payment.ts'
import { expiryText } from '../../../web/html/expiry-text.ts'
import { type OwnCard, testCardsPage } from './test-cards-page.ts'

export const testCards: LearnScreen = {
  group: 'Learn',
  label: 'Test cards',
  icon: icons.testCard,
  path: '/test-cards',
  // The page shows the project's cards.
  isPublic: false,
  pages: [{ path: '/test-cards', operation: 'testCardsPage', show: view }],
  actions: [{ path: '/test-cards/pay', operation: 'payWithTestCard', act: pay }],
}

/**
 * Number of the project's cards on the page, and how many of the newest are searched to find them.
 */
const OWN_CARDS_MAX = 5
const OWN_CARDS_LOOKED_AT = '20'

async function view(context: LearnContext): Promise<View> {
  const { perform, project, base, now, query } = context
  const orderId = query.getAll('orderId')
  const [asked] = orderId
  const [cards, tried, own] = await Promise.all([
    perform === undefined ? catalogue(now) : perform(listTestCards).then(({ items }) => items),
    perform !== undefined && asked !== undefined && orderId.length === 1
      ? triedPayment(perform, asked)
      : undefined,
    ownCards(context),
  ])
  return {
    title: 'Test cards',
    scripts: [tableSearchScript],
    ...(project && { call: callOf(listTestCards) }),
    content: testCardsPage({
      base,
      cards,
      own,
      mayPay: project !== undefined && may(context.role ?? 'owner', 'change'),
      ...(project && { projectBase: `/p/${project.id}` }),
      ...(tried && { tried }),
    }),
  }
}

/**
 * Only in local mode, where every visitor is an owner. In hosted mode, the card page shows its full
 * number on request.
 */
async function ownCards({
  service,
  project,
  perform,
  now,
}: LearnContext): Promise<readonly OwnCard[]> {
  if (service.config.mode !== 'local' || project === undefined || perform === undefined) return []
  const { items } = await perform(listCards, {
    query: { status: 'active', limit: OWN_CARDS_LOOKED_AT },
  })
  const payable = items
    .filter(({ expiry }) => Number(expiry) >= yearMonth(now))
    // Cards without funds decline.
    .toSorted((one, other) => Number(other.available > 0) - Number(one.available > 0))
    .slice(0, OWN_CARDS_MAX)
  return Promise.all(
    payable.map(async ({ id, expiry, available, currency }) => {
      const { number, cvc } = await perform(getCard, { params: { id } })
      return {
        pan: number,
        cvc,
        expiry: expiryText(Number(expiry)),
        href: `/p/${project.id}/cards/${id}`,
        available: moneyOf(available, currency),
      }
    }),
  )
}

/** Registers an order and redirects to its payment page, which prefills the card. */
async function pay(context: LearnContext): Promise<Onward | undefined> {
  const { perform, performAtGateway, base, form, origin, now } = context
  if (perform === undefined || performAtGateway === undefined) return undefined
  const asked = form.get('card') ?? ''
  const pan =
    catalogue(now).find(({ number }) => number === asked)?.number ??
    (await ownCards(context)).find((card) => card.pan === asked)?.pan
  if (pan === undefined) return undefined
  const returnUrl = `${origin}${base}/test-cards`
  const location = await payWithCard({ perform, performAtGateway }, { pan, returnUrl })
  return { location, isBeyond: true }
}
