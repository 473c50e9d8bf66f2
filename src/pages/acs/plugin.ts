// The access-control server: the issuer's side of 3-D Secure. The payer's browser needs no
// credentials.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { PageOperation } from '../../fault-injection/fault-kinds.ts'
import { FLOWS } from '../../three-d-secure/authentication.ts'
import {
  challengeNamedByCRes,
  parseChallengeResponse,
  parseMethodData,
} from '../../three-d-secure/challenge-v2.ts'
import { orderIdOfServerTrans } from '../../payments/orders/gateway-id.ts'
import { returnAddress } from '../../web/redirects/order-return.ts'
import {
  orderReadIn,
  type PageLanguage,
  pageLanguage,
} from '../../web/http/requests/page-language.ts'
import type { Challenge, Order } from '../../payments/orders/order.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { Project } from '../../engine/directory.ts'
import type { AnswerChallengeInput } from '../../payments/authorisation/answer-challenge.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { orderById } from '../../store/reads/orders.ts'
import { realNow } from '../../time.ts'
import { type AutoPost, renderAutoPost } from '../../web/html/auto-post.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { pageUnderFaults } from '../../web/http/calls/under-faults.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { acceptForms, formOf } from '../../web/http/requests/form.ts'
import { projectOfId } from '../../web/redirects/merchant.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { requestErrorOf } from '../../web/http/responses/error.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { queriedLanguage, requestLanguage } from '../../web/http/requests/request-language.ts'
import { returnForm, type Return } from './answer.ts'
import { challengePage, issuerOf, MESSAGE_VERSIONS } from './challenge-view.ts'
import { MESSAGES } from './messages.ts'
import type { ChallengeNotice, ChallengeOutcome, NothingReason } from './model.ts'
import { protocolText, renderChallengePage, renderIssuerNotice, renderNothing } from './page.ts'
import {
  type ChallengeForm,
  isPostable,
  requestedChallenge,
  nothingReason,
  readChallengeForm,
} from './request.ts'

/** A PaReq of maximum length, a URL and the merchant's own data fit. */
const FORM_LIMIT = 64 * 1024

interface OrderRoute {
  readonly Params: { readonly orderId: string }
}

/** An order at its issuer's page. */
interface PageSession {
  readonly project: Project
  readonly language: PageLanguage
  /** The order with the URLs of its request in the language of the page. */
  readonly order: Order
  readonly now: number
  readonly settings: Settings
}

export const acs: Interface = async (app, { service }) => {
  acceptForms(app)
  const route = (operation: PageOperation) => {
    service.operationApis.set(operation, 'C')
    return {
      schema: { hide: true },
      bodyLimit: FORM_LIMIT,
      config: { api: 'C' as const, operation },
    }
  }
  /** Answers under the faults of the order's project. */
  const onOrder = (
    reply: FastifyReply,
    session: PageSession,
    answer: (session: PageSession) => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    const { project, order, language } = session
    if (project.faults === null) return answer(session)
    const sendErrorPage = () => sendPage(reply, renderIssuerNotice('failed', language))
    // The order may change while a fault delays the call.
    return pageUnderFaults({ service, project, reply, sendErrorPage }, async () =>
      answer((await sessionIn(service, reply.request, project, order.id)) ?? session),
    )
  }

  for (const path of ['/:orderId', '/:orderId/creq'])
    app.post<OrderRoute>(path, route('openChallenge'), async (request, reply) => {
      const carried = readChallengeForm(formOf(request))
      const found = await pageSessionOf(service, request, carried)
      if (found === undefined) return sendNothing(reply.code(404), 'unknown')
      if (carried === undefined) return sendNothing(reply.code(400), 'unreadable', found)
      return onOrder(reply, found, async (session) => {
        const challenge = requestedChallenge(session, carried)
        if (challenge === undefined)
          return sendNothing(reply.code(410), nothingReason(session, carried), session)
        // If the browser did not receive the response, it gets the same one again.
        if (challenge.answer !== null)
          return sendAnswer(service, { request, reply, session, carried })
        const { asksCode, status } = FLOWS[challenge.flow]
        if (asksCode || status === undefined)
          return sendChallenge(reply, session, challenge, carried)
        // Version 1 always redirects to this page; a card without a code is answered immediately.
        const answer = { kind: 'outcome', status } as const
        return answered(service, { request, reply, session, challenge, carried }, answer)
      })
    })

  app.post<OrderRoute>('/:orderId/answer', route('answerChallenge'), async (request, reply) => {
    const form = formOf(request)
    const carried = readChallengeForm(form)
    const found = await pageSessionOf(service, request, carried)
    if (found === undefined) return sendNothing(reply.code(404), 'unknown')
    if (carried === undefined) return sendNothing(reply.code(400), 'unreadable', found)
    return onOrder(reply, found, async (session) => {
      const challenge = requestedChallenge(session, carried)
      if (challenge?.answer !== null)
        return sendNothing(reply.code(410), nothingReason(session, carried), session)
      const answer = answerOf(form)
      return answer === undefined
        ? sendChallenge(reply, session, challenge, carried, 'codeMissing')
        : answered(service, { request, reply, session, challenge, carried }, answer)
    })
  })

  // The end of version 2 for merchants that named no URL of their own.
  app.post<OrderRoute>('/:orderId/finish', route('finishChallenge'), async (request, reply) => {
    const cres = formOf(request).get('cres') ?? ''
    const session = await pageSessionOf(service, request, {
      challengeId: challengeNamedByCRes(cres),
    })
    if (session === undefined) return sendNothing(reply.code(404), 'unknown')
    const { project, order, language } = session
    const response = parseChallengeResponse(cres, project.vault.messageKey())
    if (response === undefined) return sendNothing(reply.code(400), 'unreadable', session)
    return onOrder(reply, session, async () => {
      const finished = await service.execute(project, 'finishPayment', {
        orderId: order.id,
        challengeId: response.acsTransID,
        status: response.transStatus,
      })
      return reply
        .headers(securityHeaders())
        .redirect(returnAddress(orderReadIn(finished.order, language)), 303)
    })
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/method',
    ...route('threeDSMethod'),
    handler: async (request, reply) => {
      const data = formOf(request).get('threeDSMethodData') ?? queried(request, 'threeDSMethodData')
      const method = parseMethodData(data)
      // The data is not signed. Without a matching order this would be an open redirect.
      const action = method?.threeDSMethodNotificationURL ?? ''
      const session =
        method !== undefined && isPostable(action)
          ? await pageSessionOf(
              service,
              request,
              undefined,
              orderIdOfServerTrans(method.threeDSServerTransID),
            )
          : undefined
      return session === undefined
        ? sendPage(reply, renderIssuerNotice('method', requestLanguage(request)))
        : onOrder(reply, session, async ({ language }) =>
            sendReturn(reply, { action, fields: { threeDSMethodData: data } }, language),
          )
    },
  })

  handleNotFound(app, (_request, reply) => sendNothing(reply, 'direct'))
  app.setErrorHandler(async (error, request, reply) => {
    const requestError = requestErrorOf(error)
    if (requestError.kind === 'bug') {
      request.log.error({ err: error }, 'request failed')
      return sendPage(reply.code(500), renderIssuerNotice('failed', requestLanguage(request)))
    }
    if (requestError.kind !== 'fault') return sendNothing(reply.code(statusOf(error)), 'unreadable')
    const { code } = requestError.fault
    // Answered meanwhile, expired or replaced: the current order determines the reason and the way
    // back.
    if (code === 'challenge-invalid' || code === 'order-not-found') {
      const carried = readChallengeForm(formOf(request))
      const session = await pageSessionOf(service, request, carried)
      if (session === undefined) return sendNothing(reply.code(410), 'unknown')
      const reason = nothingReason(session, carried)
      return sendNothing(reply.code(410), reason, session)
    }
    const page = renderIssuerNotice('failed', requestLanguage(request))
    // Retrying does not help.
    if (code === 'quota-exceeded') return sendPage(reply.code(409), page)
    return sendPage(retryLater(reply, code === 'rate-limited' ? 429 : 503), page)
  })
}

const statusOf = (error: unknown): number => (error as FastifyError).statusCode ?? 400

function orderIdOf({ params }: FastifyRequest): string {
  const { orderId } = params as Partial<OrderRoute['Params']>
  return orderId ?? ''
}

/** The order in the URL, in the language of the URL or else of the order. */
async function pageSessionOf(
  service: Service,
  request: FastifyRequest,
  message: { readonly challengeId?: string | undefined } | undefined,
  orderId: string = orderIdOf(request),
): Promise<PageSession | undefined> {
  const project = await projectOfId(service, orderId, { challengeId: message?.challengeId })
  return project && sessionIn(service, request, project, orderId)
}

async function sessionIn(
  service: Service,
  request: FastifyRequest,
  project: Project,
  orderId: string,
): Promise<PageSession | undefined> {
  return service.read(project, async (reads, datasetId) => {
    const [found, { settings }] = await Promise.all([
      orderById(reads, datasetId, orderId, realNow()),
      datasetById(reads, datasetId),
    ])
    if (found === undefined) return undefined
    const { order, now } = found
    const language = pageLanguage(queriedLanguage(request), order.request.language)
    return { project, language, order: orderReadIn(order, language), now, settings }
  })
}

const OUTCOMES: readonly ChallengeOutcome[] = ['Y', 'A', 'N', 'U', 'R']

/** The choice of the payer or the tester; undefined if no code was entered. */
function answerOf(form: URLSearchParams): AnswerChallengeInput['answer'] | undefined {
  const outcome = OUTCOMES.find((each) => each === form.get('outcome'))
  if (outcome !== undefined) return { kind: 'outcome', status: outcome }
  const action = form.get('action')
  if (action === 'cancel' || action === 'resend') return { kind: action }
  const code = (form.get('code') ?? '').replaceAll(/\s/g, '')
  return code === '' ? undefined : { kind: 'code', code: code.slice(0, LONGEST_CODE) }
}

const LONGEST_CODE = 16

interface ReturnContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: PageSession
  readonly carried: ChallengeForm
}

interface AnswerContext extends ReturnContext {
  readonly challenge: Challenge
}

async function answered(
  service: Service,
  { request, reply, session, challenge, carried }: AnswerContext,
  answer: AnswerChallengeInput['answer'],
): Promise<FastifyReply> {
  const input = { orderId: session.order.id, challengeId: challenge.id, answer }
  const { order, result } = await service.execute(session.project, 'answerChallenge', input)
  const after = { ...session, order: orderReadIn(order, session.language) }
  if (result !== 'answered')
    return sendChallenge(
      reply,
      after,
      order.progress.challenge ?? challenge,
      carried,
      result === 'resent' ? 'resent' : 'codeWrong',
    )
  return sendAnswer(service, { request, reply, session: after, carried })
}

/** Posts the stored answer from the payer's browser. */
function sendAnswer(
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

function sendChallenge(
  reply: FastifyReply,
  { order, settings }: PageSession,
  challenge: Challenge,
  carried: ChallengeForm,
  notice?: ChallengeNotice,
): FastifyReply {
  const { merchantName } = settings
  const model = challengePage({ order, challenge, merchantName }, carried, notice)
  return sendPage(reply, renderChallengePage(model))
}

function sendReturn(
  reply: FastifyReply,
  form: Return & Pick<AutoPost, 'note'>,
  language: PageLanguage,
  leadsTo: readonly string[] = [],
): FastifyReply {
  const title = MESSAGES[language].returning
  const page = renderAutoPost({ ...form, title, lang: language })
  return sendPage(reply, page, [form.action, ...leadsTo])
}

/** The page of a challenge that cannot be answered, with a link back if the order is known. */
function sendNothing(
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
const sendPage = (reply: FastifyReply, page: string, formAction: readonly string[] = []) =>
  reply
    .headers(securityHeaders({ formAction, framed: true }))
    .type('text/html; charset=utf-8')
    .send(page)

/** A query parameter; empty if it is absent or repeated. */
function queried({ query }: FastifyRequest, name: string): string {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}
