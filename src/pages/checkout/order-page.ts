// Selects the page of an order and builds its model.

import type { Binding } from '../../payments/methods/binding.ts'
import { returnAddress } from '../../web/redirects/order-return.ts'
import {
  PAYMENT_ATTEMPTS_MAX,
  isPayable,
  ORDER_STATUS,
  ranOutOfTime,
  wasWithdrawn,
} from '../../payments/orders/order-status.ts'
import { type Order, currencyOfOrder, merchantOrderNumber } from '../../payments/orders/order.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../web/http/requests/page-language.ts'
import { type PaymentCard, paymentSystemOf } from '../../payments/methods/payment-card.ts'
import type { MoneyView } from '../../web/html/money.ts'
import {
  type EnteredCard,
  type FieldError,
  type IssuedCard,
  type PaymentPageModel,
  type ResultState,
  type ShownCard,
  type StoredCard,
} from './model.ts'
import { merchantLook } from './merchant-look.ts'
import { renderResultPage } from './page-result.ts'
import { renderPaymentPage } from './page.ts'
import { expiryText } from '../../web/html/expiry-text.ts'
import { listedTestCards } from './test-cards.ts'
import { type PageLocation, type PageSession, wasDeclined } from './page-session.ts'
import type { PayableCard } from '../../web/cards/payable-cards.ts'

/** The entered data and its errors. */
export interface Entry {
  readonly entered: EnteredCard
  readonly errors: readonly FieldError[]
}

/** The payment form while the order can be paid, otherwise its result. */
export function renderOrder(session: PageSession, entry?: Entry): string {
  const { order, language, settings } = session
  const orderNumber = merchantOrderNumber(order)
  const { payment } = order.progress
  if (isPayable(order.status)) return renderPaymentPage(paymentPage(session, entry))
  return renderResultPage({
    state: resultState(order),
    language,
    merchantName: settings.merchantName,
    look: merchantLook(settings, session.location),
    ...(orderNumber !== undefined && { orderNumber }),
    amount: moneyOf(order),
    ...(payment && { attempt: { card: shownCard(payment.card), at: payment.at } }),
    actionCode: order.actionCode,
    backUrl: returnAddress(order),
  })
}

function paymentPage(session: PageSession, entry: Entry | undefined): PaymentPageModel {
  const { order, location, settings, now } = session
  const { request } = order
  const { description } = request
  const orderNumber = merchantOrderNumber(order)
  return {
    language: session.language,
    mdOrder: order.id,
    ...(orderNumber !== undefined && { orderNumber }),
    merchantName: settings.merchantName,
    look: merchantLook(settings, location),
    ...(description !== undefined && { description }),
    amount: moneyOf(order),
    actionUrl: `/payment/merchants/${location.login}/pay?mdOrder=${order.id}&language=${session.language}`,
    cancelUrl: returnAddress(order),
    secondsLeft: secondsLeft(session),
    attemptsLeft: PAYMENT_ATTEMPTS_MAX - order.failedAttempts,
    storedCards: session.bindings.map(storedCard),
    ...(session.boundTo && { boundTo: storedCard(session.boundTo) }),
    offerSaveCard: order.clientId !== null && !request.features.includes('FORCE_CREATE_BINDING'),
    ...(wasDeclined(order) && { decline: declineOf(order), entered: keptEntry(order) }),
    ...entry,
    testCards: [...session.issuedCards.map(issuedCard), ...listedTestCards(now)],
    otherLanguages: PAGE_LANGUAGES.filter((each) => each !== session.language).map((language) => ({
      language,
      href: pagePath(location, language),
    })),
  }
}

const declineOf = ({ actionCode, progress: { payment } }: Order) => ({
  actionCode,
  isCancelled: payment?.isCancelled ?? false,
  ...(payment && { card: shownCard(payment.card) }),
})

/** The name that the payer entered for the declined attempt. The card data is not stored. */
const keptEntry = ({ progress: { payment } }: Order): EnteredCard =>
  payment?.way === 'CARD' ? { cardholder: payment.card.cardholderName } : {}

/** The path of the page. */
export const pagePath = ({ login, orderId }: PageLocation, language: PageLanguage): string =>
  `/payment/merchants/${login}/payment_${language}.html?mdOrder=${orderId}`

function secondsLeft({ order: { dueAt }, now, isFrozen }: PageSession): number | null {
  return dueAt === null || isFrozen ? null : Math.max(0, Math.ceil((dueAt - now) / 1000))
}

const shownCard = ({ mask }: PaymentCard): ShownCard => {
  const brand = paymentSystemOf(mask)
  return { maskedPan: mask, ...(brand !== undefined && { brand }) }
}

const storedCard = ({ id, card }: Binding): StoredCard => ({
  id,
  ...shownCard(card),
  expiry: expiryText(card.expiry),
})

const issuedCard = ({ pan, expiry, cvc, available, currency }: PayableCard): IssuedCard => ({
  group: 'own',
  pan,
  expiry: expiryText(expiry),
  cvc,
  available: moneyOf({ amount: available, currency }),
})

function moneyOf(order: Pick<Order, 'amount' | 'currency'>): MoneyView {
  const { alpha, numeric, exponent } = currencyOfOrder(order)
  return { minor: order.amount, currency: { letters: alpha, digits: numeric, exponent } }
}

function resultState(order: Order): ResultState {
  const { status } = order
  if (wasWithdrawn(order)) return 'withdrawn'
  if (ranOutOfTime(order)) return 'expired'
  if (status === ORDER_STATUS.declined) return 'declined'
  return status === ORDER_STATUS.held || status === ORDER_STATUS.deposited ? 'paid' : 'closed'
}
