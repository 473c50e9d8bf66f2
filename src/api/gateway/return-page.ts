// What a payer's browser sees when the issuer's answer comes back too late, twice or forged: that nothing was done by it, and the way
// back to the merchant. A program that posts the answer itself is told in JSON.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { returnAddress } from '../../web/orders/order-return.ts'
import type { Order } from '../../payments/orders/order.ts'
import { type PageLanguage, pageLanguage } from '../../web/http/page-language.ts'
import { html, linkTarget } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import { renderPage } from '../../web/html/page.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'

const WORDS = {
  en: {
    title: 'Nothing to confirm',
    text: 'This confirmation was already used, or it came too late. Nothing was charged by it.',
    back: 'Back to the shop',
  },
  ru: {
    title: 'Подтверждать нечего',
    text: 'Это подтверждение уже использовано или пришло слишком поздно. Деньги по нему не списаны.',
    back: 'Вернуться в магазин',
  },
  de: {
    title: 'Nichts zu bestätigen',
    text: 'Diese Bestätigung wurde schon verwendet oder kam zu spät. Durch sie wurde nichts belastet.',
    back: 'Zurück zum Shop',
  },
  fr: {
    title: 'Rien à confirmer',
    text: 'Cette confirmation a déjà servi ou est arrivée trop tard. Elle n’a donné lieu à aucun débit.',
    back: 'Retour à la boutique',
  },
  es: {
    title: 'Nada que confirmar',
    text: 'Esta confirmación ya se usó o llegó demasiado tarde. Con ella no se cobró nada.',
    back: 'Volver a la tienda',
  },
  el: {
    title: 'Δεν υπάρχει κάτι προς επιβεβαίωση',
    text: 'Αυτή η επιβεβαίωση έχει ήδη χρησιμοποιηθεί ή ήρθε πολύ αργά. Δεν χρεωθήκατε με αυτήν.',
    back: 'Επιστροφή στο κατάστημα',
  },
} as const satisfies Record<PageLanguage, object>

/** True for a browser that shows a page rather than a program that reads an answer. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\b/i.test(headers.accept ?? '')

/** The page, in the language that the order is read in. */
export function renderReturnPage(order: Order): string {
  const language = pageLanguage(order.request.language)
  const words = WORDS[language]
  const target = linkTarget(returnAddress(order))
  return renderPage({
    title: words.title,
    lang: language,
    body: html`<main class="redirect">
      <h1>${words.title}</h1>
      <p>${words.text}</p>
      ${target !== null && html`<a class="back" href="${target}">${icons.back}${words.back}</a>`}
    </main>`,
  })
}

/** Sends the page; its HTTP status is that of every fault. */
export const sendReturnPage = (reply: FastifyReply, order: Order): FastifyReply =>
  reply
    .headers(securityHeaders())
    .serializer((text: string) => text)
    .type('text/html; charset=utf-8')
    .send(renderReturnPage(order))
