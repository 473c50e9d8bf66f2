// The languages of the pages that a payer sees, from the payment page through the issuer's page and back: one list, so that nobody
// is thrown into another language in the middle of a payment.

import type { Order } from '../../payments/orders/order.ts'

export const PAGE_LANGUAGES = ['en', 'ru', 'de', 'fr', 'es', 'el'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

/** The first of the wishes that the pages speak, in any case of letters; English where there is none. */
export function pageLanguage(...wishes: readonly (string | undefined)[]): PageLanguage {
  for (const wish of wishes) {
    const spoken = PAGE_LANGUAGES.find((language) => language === wish?.toLowerCase())
    if (spoken !== undefined) return spoken
  }
  return 'en'
}

/**
 * The order as its payer reads it: every page and address that is made of it goes on in that language. An order in a language that
 * the pages do not speak keeps it, for its payer reads English without having chosen it.
 */
export function orderReadIn(order: Order, language: PageLanguage): Order {
  const { request } = order
  return pageLanguage(request.language) === language
    ? order
    : { ...order, request: { ...request, language } }
}
