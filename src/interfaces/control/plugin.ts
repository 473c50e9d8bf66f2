// The control API: projects, settings, clock, reset, the books and the callbacks. JSON in and out, problem details for errors.

import type { FastifyInstance } from 'fastify'
import type { Interface } from '../http/plugin.ts'
import { sendProblem } from '../http/problem.ts'
import { byApiKey, PROJECT } from './authentication.ts'
import { callbackKeyRoutes } from './callback-keys.ts'
import { callbackRoutes } from './callbacks.ts'
import { clockRoutes } from './clock.ts'
import { ledgerRoutes } from './ledger.ts'
import { answerError, PROBLEMS } from './problems.ts'
import { createProjectRoute, projectRoutes } from './projects.ts'

export const control: Interface = async (app, { service, knownPaths }) => {
  acceptEmptyBodies(app)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'Request-id': request.id, 'cache-control': 'no-store' })
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = knownPaths.allowed(request.url)
    if (allowed.length === 0)
      return sendProblem(reply, { ...PROBLEMS.notFound, detail: 'See /docs for what there is.' })
    const allow = allowed.join(', ')
    return sendProblem(reply.header('Allow', allow), {
      ...PROBLEMS.methodNotAllowed,
      detail: `Use ${allow}.`,
    })
  })
  createProjectRoute(app, service)
  await app.register(async (scope) => {
    scope.decorateRequest(PROJECT)
    scope.addHook('onRequest', byApiKey(service))
    projectRoutes(scope, service)
    clockRoutes(scope, service)
    ledgerRoutes(scope, service)
    callbackRoutes(scope, service)
    callbackKeyRoutes(scope, service)
  })
}

/** `curl -X POST -H 'Content-Type: application/json'` sends no body, and several calls need none. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
