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
import { orderReadIn } from '../../web/http/requests/page-language.ts'
import type { Challenge } from '../../payments/orders/order.ts'
import type { AnswerChallengeInput } from '../../payments/authorisation/answer-challenge.ts'
import type { Service } from '../../service.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { pageUnderFaults } from '../../web/http/calls/under-faults.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { acceptForms, formOf } from '../../web/http/requests/form.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { requestErrorOf } from '../../web/http/responses/error.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { requestLanguage } from '../../web/http/requests/request-language.ts'
import type { ChallengeOutcome } from './model.ts'
import { renderIssuerNotice } from './page.ts'
import { type OrderRoute, type PageSession, pageSessionOf, sessionIn } from './page-session.ts'
import { isPostable, requestedChallenge, nothingReason, readChallengeForm } from './request.ts'
import {
  type ReturnContext,
  sendAnswer,
  sendChallenge,
  sendNothing,
  sendPage,
  sendReturn,
} from './responses.ts'

/** A PaReq of maximum length, a URL and the merchant's own data fit into it. */
const FORM_LIMIT = 64 * 1024

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
  for (const path of ['/:orderId', '/:orderId/creq'])
    app.post<OrderRoute>(path, route('openChallenge'), (request, reply) =>
      openChallenge(service, request, reply),
    )
  app.post<OrderRoute>('/:orderId/answer', route('answerChallenge'), (request, reply) =>
    answerChallenge(service, request, reply),
  )
  app.post<OrderRoute>('/:orderId/finish', route('finishChallenge'), (request, reply) =>
    finishChallenge(service, request, reply),
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/method',
    ...route('threeDSMethod'),
    handler: (request, reply) => runMethod(service, request, reply),
  })
  handleNotFound(app, (_request, reply) => sendNothing(reply, 'direct'))
  app.setErrorHandler((error, request, reply) => sendError(service, error, request, reply))
}

/** Responds under the faults of the order's project. */
function onOrder(
  service: Service,
  reply: FastifyReply,
  session: PageSession,
  answer: (session: PageSession) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { project, order, language } = session
  if (project.faults === null) return answer(session)
  const sendErrorPage = () => sendPage(reply, renderIssuerNotice('failed', language))
  // The order may change while a fault delays the call.
  return pageUnderFaults({ service, project, reply, sendErrorPage }, async () =>
    answer((await sessionIn(service, reply.request, project, order.id)) ?? session),
  )
}

async function openChallenge(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const carried = readChallengeForm(formOf(request))
  const found = await pageSessionOf(service, request, carried)
  if (found === undefined) return sendNothing(reply.code(404), 'unknown')
  if (carried === undefined) return sendNothing(reply.code(400), 'unreadable', found)
  return onOrder(service, reply, found, async (session) => {
    const challenge = requestedChallenge(session, carried)
    if (challenge === undefined)
      return sendNothing(reply.code(410), nothingReason(session, carried), session)
    // If the browser did not receive the response, it gets the same one again.
    if (challenge.answer !== null) return sendAnswer(service, { request, reply, session, carried })
    const { asksCode, status } = FLOWS[challenge.flow]
    if (asksCode || status === undefined)
      return sendChallenge(reply, session, { challenge, carried })
    // Version 1 always redirects to this page; a card without a code is completed immediately.
    const answer = { kind: 'outcome', status } as const
    return answered(service, { request, reply, session, challenge, carried }, answer)
  })
}

async function answerChallenge(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(request)
  const carried = readChallengeForm(form)
  const found = await pageSessionOf(service, request, carried)
  if (found === undefined) return sendNothing(reply.code(404), 'unknown')
  if (carried === undefined) return sendNothing(reply.code(400), 'unreadable', found)
  return onOrder(service, reply, found, async (session) => {
    const challenge = requestedChallenge(session, carried)
    if (challenge?.answer !== null)
      return sendNothing(reply.code(410), nothingReason(session, carried), session)
    const answer = answerOf(form)
    return answer === undefined
      ? sendChallenge(reply, session, { challenge, carried }, 'codeMissing')
      : answered(service, { request, reply, session, challenge, carried }, answer)
  })
}

/** The final page of version 2 for merchants that sent no URL. */
async function finishChallenge(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cres = formOf(request).get('cres') ?? ''
  const challengeId = challengeNamedByCRes(cres)
  const session = await pageSessionOf(service, request, { challengeId })
  if (session === undefined) return sendNothing(reply.code(404), 'unknown')
  const { project, order, language } = session
  const response = parseChallengeResponse(cres, project.vault.messageKey())
  if (response === undefined) return sendNothing(reply.code(400), 'unreadable', session)
  return onOrder(service, reply, session, async () => {
    const finished = await service.execute(project, 'finishPayment', {
      orderId: order.id,
      challengeId: response.acsTransID,
      status: response.transStatus,
    })
    return reply
      .headers(securityHeaders())
      .redirect(returnAddress(orderReadIn(finished.order, language)), 303)
  })
}

/** The method call of version 2, which posts its data back to the merchant. */
async function runMethod(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const data = formOf(request).get('threeDSMethodData') ?? queried(request, 'threeDSMethodData')
  const method = parseMethodData(data)
  // The data is not signed. Without a matching order this would be an open redirect.
  const action = method?.threeDSMethodNotificationURL ?? ''
  const orderId =
    method !== undefined && isPostable(action)
      ? orderIdOfServerTrans(method.threeDSServerTransID)
      : undefined
  const session =
    orderId === undefined ? undefined : await pageSessionOf(service, request, undefined, orderId)
  return session === undefined
    ? sendPage(reply, renderIssuerNotice('method', requestLanguage(request)))
    : onOrder(service, reply, session, async ({ language }) =>
        sendReturn(reply, { action, fields: { threeDSMethodData: data } }, language),
      )
}

async function sendError(
  service: Service,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestError = requestErrorOf(error)
  if (requestError.kind === 'bug') {
    request.log.error({ err: error }, 'request failed')
    return sendPage(reply.code(500), renderIssuerNotice('failed', requestLanguage(request)))
  }
  if (requestError.kind !== 'fault') return sendNothing(reply.code(statusOf(error)), 'unreadable')
  const { code } = requestError.fault
  // Completed in the meantime, expired or replaced: the order's current state determines the reason
  // and the link back.
  if (code === 'challenge-invalid' || code === 'order-not-found') {
    const carried = readChallengeForm(formOf(request))
    const session = await pageSessionOf(service, request, carried)
    if (session === undefined) return sendNothing(reply.code(410), 'unknown')
    return sendNothing(reply.code(410), nothingReason(session, carried), session)
  }
  const page = renderIssuerNotice('failed', requestLanguage(request))
  // Retrying does not help.
  if (code === 'quota-exceeded') return sendPage(reply.code(409), page)
  return sendPage(retryLater(reply, code === 'rate-limited' ? 429 : 503), page)
}

const statusOf = (error: unknown): number => (error as FastifyError).statusCode ?? 400

const OUTCOMES: readonly ChallengeOutcome[] = ['Y', 'A', 'N', 'U', 'R']

/** The payer's or tester's choice; undefined if no code was entered. */
function answerOf(form: URLSearchParams): AnswerChallengeInput['answer'] | undefined {
  const outcome = OUTCOMES.find((each) => each === form.get('outcome'))
  if (outcome !== undefined) return { kind: 'outcome', status: outcome }
  const action = form.get('action')
  if (action === 'cancel' || action === 'resend') return { kind: action }
  const code = (form.get('code') ?? '').replaceAll(/\s/g, '')
  return code === '' ? undefined : { kind: 'code', code: code.slice(0, LONGEST_CODE) }
}

const LONGEST_CODE = 16

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
      { challenge: order.progress.challenge ?? challenge, carried },
      result === 'resent' ? 'resent' : 'codeWrong',
    )
  return sendAnswer(service, { request, reply, session: after, carried })
}

/** A query parameter; empty if it is absent or repeated. */
function queried({ query }: FastifyRequest, name: string): string {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}
