// Which page an order gets, and what stands on it.

import type { Binding } from '../../domain/binding.ts'
import { returnAddress } from '../../domain/order-return.ts'
import { ATTEMPTS, isPayable, ORDER_ACTION_CODE, ORDER_STATUS } from '../../domain/order-status.ts'
import { type Order, currencyOfOrder } from '../../domain/order.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../domain/page-language.ts'
import { paymentSystemOf } from '../../domain/payment-card.ts'
import type { MoneyView } from '../html/money.ts'
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
import { type PageAddress, type Visit, wasDeclined } from './visit.ts'

/** What the payer had entered, when something was wrong with it. */
export interface Mistakes {
  readonly entered: EnteredCard
  readonly errors: readonly FieldError[]
}

/** The payment form while the order can be paid, otherwise what became of it. */
export function renderOrder(visit: Visit, mistakes?: Mistakes): string {
  const { order, language, settings } = visit
  if (isPayable(order.status)) return renderPaymentPage(paymentPage(visit, mistakes))
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

function paymentPage(visit: Visit, mistakes: Mistakes | undefined): PaymentPageModel {
  const { order, address, settings, now } = visit
  const { request, progress } = order
  const { description } = request
  return {
    language: visit.language,
    mdOrder: order.id,
    orderNumber: order.number,
    merchantName: settings.merchantName,
    ...(description !== undefined && { description }),
    amount: moneyOf(order),
    actionUrl: `/payment/merchants/${address.login}/pay`,
    cancelUrl: returnAddress(order),
    secondsLeft: secondsLeft(visit),
    attemptsLeft: ATTEMPTS - progress.failedAttempts,
    storedCards: visit.bindings.map(storedCard),
    ...(visit.boundTo && { boundTo: storedCard(visit.boundTo) }),
    offerSaveCard: order.clientId !== null && !request.features.includes('FORCE_CREATE_BINDING'),
    ...mistakes,
    ...(wasDeclined(order) &&
      mistakes === undefined && { decline: { actionCode: order.actionCode } }),
    testCards: drawerCards(now),
    languageLinks: PAGE_LANGUAGES.filter((each) => each !== visit.language).map((language) => ({
      language,
      href: pagePath(address, language),
    })),
  }
}

/** The page's own address. */
export const pagePath = ({ login, orderId }: PageAddress, language: PageLanguage): string =>
  `/payment/merchants/${login}/payment_${language}.html?mdOrder=${orderId}`

function secondsLeft({ order: { dueAt }, now, isFrozen }: Visit): number | null {
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
