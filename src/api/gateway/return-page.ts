// Pages for a payer's browser that has nothing to pay: the issuer's response came too late, twice
// or was forged, the link matches no order, or the service is unavailable. A program gets JSON.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { returnAddress } from '../../web/redirects/order-return.ts'
import type { Order } from '../../payments/orders/order.ts'
import { type PageLanguage, pageLanguage } from '../../web/http/requests/page-language.ts'
import { html, type HtmlValue, linkTarget } from '../../web/html/html.ts'
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

const ORDER_MISSING = {
  en: {
    title: 'Order not found',
    text: 'This link does not belong to an order. Go back to the shop and start the payment again.',
  },
  ru: {
    title: 'Заказ не найден',
    text: 'Эта ссылка не относится ни к одному заказу. Вернитесь в магазин и начните оплату заново.',
  },
  de: {
    title: 'Bestellung nicht gefunden',
    text: 'Dieser Link gehört zu keiner Bestellung. Gehen Sie zurück zum Shop und zahlen Sie erneut.',
  },
  fr: {
    title: 'Commande introuvable',
    text: 'Ce lien ne correspond à aucune commande. Retournez à la boutique et recommencez le paiement.',
  },
  es: {
    title: 'Pedido no encontrado',
    text: 'Este enlace no corresponde a ningún pedido. Vuelva a la tienda y repita el pago.',
  },
  el: {
    title: 'Η παραγγελία δεν βρέθηκε',
    text: 'Αυτός ο σύνδεσμος δεν ανήκει σε παραγγελία. Επιστρέψτε στο κατάστημα και πληρώστε ξανά.',
  },
} as const satisfies Record<PageLanguage, object>

const UNAVAILABLE = {
  en: {
    title: 'Try again in a moment',
    text: 'The service is temporarily unavailable. Reload this page to try again.',
  },
  ru: {
    title: 'Попробуйте чуть позже',
    text: 'Сервис временно недоступен. Обновите эту страницу, чтобы попробовать ещё раз.',
  },
  de: {
    title: 'Bitte gleich noch einmal versuchen',
    text: 'Der Dienst ist vorübergehend nicht verfügbar. Laden Sie diese Seite erneut.',
  },
  fr: {
    title: 'Réessayez dans un instant',
    text: 'Le service est momentanément indisponible. Rechargez cette page pour réessayer.',
  },
  es: {
    title: 'Inténtelo de nuevo en un momento',
    text: 'El servicio no está disponible en este momento. Recargue esta página para reintentarlo.',
  },
  el: {
    title: 'Δοκιμάστε ξανά σε λίγο',
    text: 'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή. Φορτώστε ξανά αυτήν τη σελίδα.',
  },
} as const satisfies Record<PageLanguage, object>

/** True for a browser, which shows a page; a program gets JSON. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\b/i.test(headers.accept ?? '')

/** The page in the language of the order. */
export function renderReturnPage(order: Order): string {
  const language = pageLanguage(order.request.language)
  const { back, ...words } = WORDS[language]
  const target = linkTarget(returnAddress(order))
  return rendered(
    words,
    language,
    target !== null && html`<a class="back" href="${target}">${icons.back}${back}</a>`,
  )
}

const rendered = (
  { title, text }: { readonly title: string; readonly text: string },
  lang: PageLanguage,
  link: HtmlValue = null,
): string =>
  renderPage({
    title,
    lang,
    body: html`<main class="redirect">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link}
    </main>`,
  })

/** Sends the page with the HTTP status that every error has. */
export const sendReturnPage = (reply: FastifyReply, order: Order): FastifyReply =>
  sendPage(reply, renderReturnPage(order))

/** Sends the page for a link that matches no order. */
export const sendOrderMissingPage = (reply: FastifyReply, language: PageLanguage): FastifyReply =>
  sendPage(reply.code(404), rendered(ORDER_MISSING[language], language))

/** Sends the page about a temporary failure; the reply already has its status. */
export const sendUnavailablePage = (reply: FastifyReply, language: PageLanguage): FastifyReply =>
  sendPage(reply, rendered(UNAVAILABLE[language], language))

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders())
    .serializer((text: string) => text)
    .type('text/html; charset=utf-8')
    .send(page)
