// The account pages of hosted mode: routes from their list, cookies, and redirects to sign-in.

import type { FastifyReply } from 'fastify'
import { Fault } from '../../../kernel/fault.ts'
import { SESSION_LIFE_MS, userOfSession } from '../../../users/sessions.ts'
import { SINGLE_SIGN_ON_LIFE_MS } from '../../../users/single-sign-on.ts'
import { securityHeaders } from '../../../web/html/security-headers.ts'
import { browserName } from './browser-name.ts'
import { acceptForms, formOf } from '../../../web/http/requests/form.ts'
import type { Interface } from '../../../web/http/plugin.ts'
import { retryLater } from '../../../web/http/responses/retry.ts'
import {
  startedSignOnOf,
  endStartedSignOn,
  endSession,
  keepStartedSignOn,
  keepSession,
  sessionOf,
} from '../../../web/http/requests/session.ts'
import { accountPage, accountStyle, passwordScript } from './account-frame.ts'
import { messagePage } from './lone-form.ts'
import { adviceAfter } from '../shell/fault-view.ts'
import { serveAssets } from '../../../web/http/responses/assets.ts'
import { accountRoutes } from './pages.ts'
import type {
  AccountAnswer,
  AccountRedirect,
  AccountRoute,
  AccountContext,
} from './account-route.ts'

/** Every form here is much smaller. */
const FORM_LIMIT = 16 * 1024

export const accountPages: Interface = async (app, { service }) => {
  const { accounts } = service
  if (accounts === undefined) return
  acceptForms(app)
  await serveAssets(app, [accountStyle, passwordScript])
  for (const route of [...accountRoutes, ...formRedirects])
    app.route({
      method: route.method,
      url: `/account${route.path}`,
      schema: { hide: true },
      config: { api: 'portal', operation: route.operation },
      bodyLimit: FORM_LIMIT,
      handler: async (request, reply) => {
        const session = sessionOf(request)
        const user = session === undefined ? undefined : await userOfSession(accounts, session)
        const search = new URL(request.url, 'http://any.invalid').search
        const context: AccountContext = {
          service,
          accounts,
          user,
          session,
          startedSignOn: startedSignOnOf(request),
          query: new URLSearchParams(search),
          search,
          form: formOf(request),
          caller: {
            ip: request.ip,
            isProven: false,
            isGone: () => request.raw.socket.destroyed,
          },
          browser: browserName(request),
          warn: (error, text) => {
            request.log.warn({ err: error }, text)
          },
        }
        return send(reply, await answerOf(route, context, reply))
      },
    })
}

/** Opening a form's URL in the address bar redirects to the account page. */
const formRedirects: readonly AccountRoute[] = accountRoutes
  .filter(
    ({ path, method }) =>
      method === 'POST' &&
      !accountRoutes.some((other) => other.path === path && other.method === 'GET'),
  )
  .map(({ path, operation }) => ({
    path,
    operation,
    method: 'GET',
    isOpen: true,
    answer: () => Promise.resolve({ location: '/account' }),
  }))

async function answerOf(
  route: AccountRoute,
  context: AccountContext,
  reply: FastifyReply,
): Promise<AccountAnswer> {
  try {
    if (route.isOpen) return await route.answer(context)
    const { user } = context
    if (user === undefined)
      return { location: `/account/log-in?next=${afterLogIn(route, context)}` }
    return await route.answer({ ...context, user })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    retryLater(reply)
    return messagePage('Try again later', `${error.message} ${adviceAfter(error.code)}`, 503)
  }
}

/** Pages are opened again after the sign-in; forms are not submitted again. */
const afterLogIn = ({ method, path }: AccountRoute, { search }: AccountContext): string =>
  method === 'GET' && path !== '' ? encodeURIComponent(`/account${path}${search}`) : '/account'

function send(reply: FastifyReply, answer: AccountAnswer): FastifyReply {
  if ('location' in answer) {
    setCookies(reply, answer)
    return reply.headers(securityHeaders()).redirect(answer.location, 303)
  }
  if ('csv' in answer)
    return reply
      .headers({
        ...securityHeaders(),
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${answer.fileName}"`,
      })
      .send(answer.csv)
  return reply
    .code(answer.status ?? 200)
    .headers(securityHeaders({ isolated: true }))
    .type('text/html; charset=utf-8')
    .send(accountPage(answer))
}

function setCookies(reply: FastifyReply, { session, startedSignOn }: AccountRedirect): void {
  if (session === null) endSession(reply)
  else if (session !== undefined) keepSession(reply, session, SESSION_LIFE_MS)
  if (startedSignOn === null) endStartedSignOn(reply)
  else if (startedSignOn !== undefined)
    keepStartedSignOn(reply, startedSignOn, SINGLE_SIGN_ON_LIFE_MS)
}
