// Which page an order gets, and what stands on it.

import type { Binding } from '../../payments/binding.ts'
import { returnAddress } from '../../web/http/order-return.ts'
import {
  ATTEMPTS,
  isPayable,
  ORDER_ACTION_CODE,
  ORDER_STATUS,
} from '../../payments/order-status.ts'
import { type Order, currencyOfOrder } from '../../payments/order.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../web/http/page-language.ts'
import { paymentSystemOf } from '../../payments/payment-card.ts'
import type { MoneyView } from '../../web/html/money.ts'
import {
  type EnteredCard,
  type FieldError,
  type PaymentPageModel,
  type ResultState,
  type StoredCard,
} from './model.ts'
import { renderResultPage } from './page-result.ts'
import { renderPaymentPage } from './page.ts'
import { drawerCards, expiryText } from './test-cards.ts'
import { type PageAddress, type PageSession, wasDeclined } from './page-session.ts'

/** What the payer had entered, when something was wrong with it. */
export interface Mistakes {
  readonly entered: EnteredCard
  readonly errors: readonly FieldError[]
}

/** The payment form while the order can be paid, otherwise what became of it. */
export function renderOrder(session: PageSession, mistakes?: Mistakes): string {
  const { order, language, settings } = session
  if (isPayable(order.status)) return renderPaymentPage(paymentPage(session, mistakes))
  return renderResultPage({
    state: resultState(order),
    language,
    merchantName: settings.merchantName,
    orderNumber: order.number,
    amount: moneyOf(order),
    actionCode: order.actionCode,
    backUrl: returnAddress(order),
  })
}

function paymentPage(session: PageSession, mistakes: Mistakes | undefined): PaymentPageModel {
  const { order, address, settings, now } = session
  const { request, progress } = order
  const { description } = request
  return {
    language: session.language,
    mdOrder: order.id,
    orderNumber: order.number,
    merchantName: settings.merchantName,
    ...(description !== undefined && { description }),
    amount: moneyOf(order),
    actionUrl: `/payment/merchants/${address.login}/pay`,
    cancelUrl: returnAddress(order),
    secondsLeft: secondsLeft(session),
    attemptsLeft: ATTEMPTS - progress.failedAttempts,
    storedCards: session.bindings.map(storedCard),
    ...(session.boundTo && { boundTo: storedCard(session.boundTo) }),
    offerSaveCard: order.clientId !== null && !request.features.includes('FORCE_CREATE_BINDING'),
    ...mistakes,
    ...(wasDeclined(order) &&
      mistakes === undefined && { decline: { actionCode: order.actionCode } }),
    testCards: drawerCards(now),
    languageLinks: PAGE_LANGUAGES.filter((each) => each !== session.language).map((language) => ({
      language,
      href: pagePath(address, language),
    })),
  }
}

/** The page's own address. */
export const pagePath = ({ login, orderId }: PageAddress, language: PageLanguage): string =>
  `/payment/merchants/${login}/payment_${language}.html?mdOrder=${orderId}`

function secondsLeft({ order: { dueAt }, now, isFrozen }: PageSession): number | null {
  return dueAt === null || isFrozen ? null : Math.max(0, Math.ceil((dueAt - now) / 1000))
}

const storedCard = ({ id, card }: Binding): StoredCard => {
  const brand = paymentSystemOf(card.mask)
  return {
    id,
    maskedPan: card.mask,
    ...(brand !== undefined && { brand }),
    expiry: expiryText(card.expiry),
  }
}

function moneyOf(order: Order): MoneyView {
  const { alpha, numeric, exponent } = currencyOfOrder(order)
  return { minor: order.amount, currency: { letters: alpha, digits: numeric, exponent } }
}

const OUT_OF_TIME: ReadonlySet<number> = new Set([
  ORDER_ACTION_CODE.timeExpired,
  ORDER_ACTION_CODE.neverTried,
  ORDER_ACTION_CODE.lostAtIssuer,
])

function resultState({ status, actionCode }: Order): ResultState {
  if (status === ORDER_STATUS.declined) return OUT_OF_TIME.has(actionCode) ? 'expired' : 'declined'
  return status === ORDER_STATUS.held || status === ORDER_STATUS.deposited ? 'paid' : 'closed'
}
