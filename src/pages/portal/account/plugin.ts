// The pages of accounts in hosted mode: routes made from their list, cookies, and who has to log in first.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../../kernel/fault.ts'
import { DEPARTURE_LIFE_MS } from '../../../users/single-sign-on.ts'
import { SESSION_LIFE_MS } from '../../../users/users.ts'
import { securityHeaders } from '../../../web/html/security-headers.ts'
import { browserName } from './browser-name.ts'
import { acceptForms, formOf } from '../../../web/http/form.ts'
import type { Interface } from '../../../web/http/plugin.ts'
import { retryLater } from '../../../web/http/retry.ts'
import {
  departureOf,
  endDeparture,
  endSession,
  keepDeparture,
  keepSession,
  sessionOf,
} from '../../../web/http/session.ts'
import { accountPage, accountStyle } from './account-frame.ts'
import { said } from './lone-form.ts'
import { serveAssets } from '../../../web/http/assets.ts'
import { accountRoutes } from './pages.ts'
import type { AccountAnswer, AccountOnward, AccountRoute, AccountContext } from './account-route.ts'

/** Every form here is far smaller. */
const FORM_LIMIT = 16 * 1024

export const accountPages: Interface = async (app, { service }) => {
  const { accounts } = service
  if (accounts === undefined) return
  acceptForms(app)
  await serveAssets(app, [accountStyle])
  for (const route of accountRoutes)
    app.route({
      method: route.method,
      url: `/account${route.path}`,
      schema: { hide: true },
      config: { api: 'portal', operation: route.operation },
      bodyLimit: FORM_LIMIT,
      handler: async (request, reply) => {
        const session = sessionOf(request)
        const user = session === undefined ? undefined : await accounts.users.ofSession(session)
        const search = new URL(request.url, 'http://any.invalid').search
        const context: AccountContext = {
          service,
          accounts,
          user,
          session,
          departure: departureOf(request),
          query: new URLSearchParams(search),
          search,
          form: formOf(request),
          address: request.ip,
          browser: browserName(request),
          warn: (error, text) => {
            request.log.warn({ err: error }, text)
          },
        }
        return send(reply, await answerOf(route, context, reply), request)
      },
    })
}

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
    return said('Not now', `${error.message} Nothing was changed.`, 503)
  }
}

/** A page is asked for again after the log-in; what was posted is not. */
const afterLogIn = ({ method, path }: AccountRoute, { search }: AccountContext): string =>
  method === 'GET' && path !== '' ? encodeURIComponent(`/account${path}${search}`) : '/account'

function send(reply: FastifyReply, answer: AccountAnswer, _request: FastifyRequest): FastifyReply {
  if ('location' in answer) {
    setCookies(reply, answer)
    return reply.headers(securityHeaders()).redirect(answer.location, 303)
  }
  return reply
    .code(answer.status ?? 200)
    .headers(securityHeaders({ isolated: true }))
    .type('text/html; charset=utf-8')
    .send(accountPage(answer))
}

function setCookies(reply: FastifyReply, { session, departure }: AccountOnward): void {
  if (session === null) endSession(reply)
  else if (session !== undefined) keepSession(reply, session, SESSION_LIFE_MS)
  if (departure === null) endDeparture(reply)
  else if (departure !== undefined) keepDeparture(reply, departure, DEPARTURE_LIFE_MS)
}
