// What a payer's browser sees when the issuer's answer comes back too late, twice or forged: that nothing was done by it, and the way
// back to the store. A program that posts the answer itself is told in JSON.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageLanguage } from '../../domain/action-code.ts'
import { returnAddress } from '../../domain/order-return.ts'
import type { Order } from '../../domain/order.ts'
import { html, linkTarget } from '../html/html.ts'
import { icons } from '../html/icons.ts'
import { renderPage } from '../html/page.ts'
import { securityHeaders } from '../html/security-headers.ts'

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
} as const satisfies Record<MessageLanguage, object>

/** True for a browser that shows a page rather than a program that reads an answer. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\b/i.test(headers.accept ?? '')

/** Sends the page; its HTTP status is that of every business refusal. */
export function sendReturnPage(
  reply: FastifyReply,
  order: Order,
  language: MessageLanguage,
): FastifyReply {
  const words = WORDS[language]
  const target = linkTarget(returnAddress(order))
  const page = renderPage({
    title: words.title,
    lang: language,
    body: html`<main class="hop">
      <h1>${words.title}</h1>
      <p>${words.text}</p>
      ${target !== null && html`<a class="back" href="${target}">${icons.back}${words.back}</a>`}
    </main>`,
  })
  return reply
    .headers(securityHeaders())
    .serializer((text: string) => text)
    .type('text/html; charset=utf-8')
    .send(page)
}
