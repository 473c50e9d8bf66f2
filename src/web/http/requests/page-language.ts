// The languages of the pages for payers. The payment page and the issuer's page share the list, so
// that the language stays the same throughout a payment.

import type { Order } from '../../../payments/orders/order.ts'

export const PAGE_LANGUAGES = ['en', 'ru', 'de', 'fr', 'es', 'el'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** The first of the requested languages that is supported, case-insensitive; otherwise English. */
export function pageLanguage(...wishes: readonly (string | undefined)[]): PageLanguage {
  for (const wish of wishes) {
    const spoken = PAGE_LANGUAGES.find((language) => language === wish?.toLowerCase())
    if (spoken !== undefined) return spoken
  }
  return 'en'
}

/**
 * The order in the language of its pages, which their URLs pass on. An order in another language
 * keeps it, because its payer reads English without having chosen it.
 */
export function orderReadIn(order: Order, language: PageLanguage): Order {
  const { request } = order
  return pageLanguage(request.language) === language
    ? order
    : { ...order, request: { ...request, language } }
}
