// The responses of the issuer's pages: the challenge, its result on the way to the merchant, and
// the pages without a challenge.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Challenge } from '../../payments/orders/order.ts'
import type { Service } from '../../service.ts'
import { FLOWS } from '../../three-d-secure/authentication.ts'
import { type AutoPost, renderAutoPost } from '../../web/html/auto-post.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { PageLanguage } from '../../web/http/requests/page-language.ts'
import { requestLanguage } from '../../web/http/requests/request-language.ts'
import { returnAddress } from '../../web/redirects/order-return.ts'
import { returnForm, type Return } from './answer.ts'
import { challengePage, issuerOf, MESSAGE_VERSIONS } from './challenge-view.ts'
import { MESSAGES } from './messages.ts'
import type { ChallengeNotice, NothingReason } from './model.ts'
import { protocolText, renderChallengePage, renderNothing } from './page.ts'
import type { PageSession } from './page-session.ts'
import type { ChallengeForm } from './request.ts'

export interface ReturnContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: PageSession
  readonly carried: ChallengeForm
}

/** Posts the stored response from the payer's browser. */
export function sendAnswer(
  service: Service,
  { request, reply, session: { project, order, language }, carried }: ReturnContext,
): FastifyReply {
  const origin = originOf(service.config, request)
  const finishUrl = `${origin}/payment/acs/${order.id}/finish?language=${language}`
  const form = returnForm({ project, order, carried }, finishUrl)
  // Our own URL redirects to the merchant. A merchant's URL may redirect anywhere.
  const { returnUrl, failUrl } = order.request
  const leadsTo = form.action.startsWith(`${origin}/`)
    ? [returnUrl, ...(failUrl === undefined ? [] : [failUrl])]
    : ['http:', 'https:']
  const { challenge } = order.progress
  const isAsked = challenge === null || FLOWS[challenge.flow].asksCode
  const note = isAsked
    ? undefined
    : protocolText(language, MESSAGE_VERSIONS[challenge.version], 'frictionless')
  return sendReturn(reply, { ...form, ...(note !== undefined && { note }) }, language, leadsTo)
}

export function sendChallenge(
  reply: FastifyReply,
  { order, settings }: PageSession,
  { challenge, carried }: { readonly challenge: Challenge; readonly carried: ChallengeForm },
  notice?: ChallengeNotice,
): FastifyReply {
  const { merchantName } = settings
  const model = challengePage({ order, challenge, merchantName }, carried, notice)
  return sendPage(reply, renderChallengePage(model))
}

export function sendReturn(
  reply: FastifyReply,
  form: Return & Pick<AutoPost, 'note'>,
  language: PageLanguage,
  leadsTo: readonly string[] = [],
): FastifyReply {
  const title = MESSAGES[language].returning
  const page = renderAutoPost({ ...form, title, lang: language })
  return sendPage(reply, page, [form.action, ...leadsTo])
}

/** The page about a challenge that cannot be completed, with a link back if the order is known. */
export function sendNothing(
  reply: FastifyReply,
  reason: NothingReason,
  session?: PageSession,
): FastifyReply {
  if (session === undefined) {
    const language = requestLanguage(reply.request)
    return sendPage(reply, renderNothing({ language, reason }))
  }
  const { order, language } = session
  const card = order.progress.challenge?.payment.card
  return sendPage(
    reply,
    renderNothing({
      language,
      reason,
      backUrl: returnAddress(order),
      ...(card && { issuer: issuerOf(card) }),
    }),
  )
}

/** Merchants embed these pages in a frame, so framing is allowed. */
export const sendPage = (reply: FastifyReply, page: string, formAction: readonly string[] = []) =>
  reply
    .headers(securityHeaders({ formAction, framed: true }))
    .type('text/html; charset=utf-8')
    .send(page)
