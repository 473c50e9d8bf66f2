// Interface B: the version 2 REST interface of card management. An API key in X-API-KEY, a Request-id on every answer, and problem
// details (RFC 9457) for everything refused.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Interface } from '../http/plugin.ts'
import { declareCaller, setBodyText, setProject } from './caller.ts'
import { cardRoutes } from './card-routes.ts'
import { cardholderRoutes } from './cardholder-routes.ts'
import { problemOf } from './faults.ts'
import { movementRoutes } from './movement-routes.ts'
import { Problem } from './problems.ts'

const PROBLEM_TYPE = 'application/problem+json'
const RETRY_AFTER_SECONDS = '1'

export const cardsV2: Interface = (app, { service, knownPaths }) => {
  declareCaller(app)
  app.addHook('onRequest', async (request, reply) => {
    // Answers hold card numbers; no cache between may keep them.
    reply.header('Request-id', request.id).header('Cache-Control', 'no-store')
    if (request.is404) return
    const key = request.headers['x-api-key']
    const project =
      typeof key === 'string' ? await service.directory.authenticate('b', key) : undefined
    if (project === undefined)
      throw new Problem('unauthorized', 'Send the API key of your project in X-API-KEY.')
    setProject(request, project)
  })
  parseJsonOnly(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error, request.body !== undefined)
    if (problem.code === 'internal') request.log.error({ err: error }, 'request failed')
    return answerProblem(problem, request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = knownPaths.allowed(request.url)
    if (allowed.length === 0)
      return answerProblem(new Problem('not-found', 'No such path.'), request, reply)
    reply.header('Allow', allowed.join(', '))
    return answerProblem(
      new Problem('method-not-allowed', `This path allows ${allowed.join(', ')}.`),
      request,
      reply,
    )
  })
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  cardholderRoutes(typed, service)
  cardRoutes(typed, service)
  movementRoutes(typed, service)
  return Promise.resolve()
}

/** Takes JSON and nothing else, and keeps the text for comparing the bodies of one Idempotency-Key. */
function parseJsonOnly(app: Parameters<Interface>[0]): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      setBodyText(request, text)
      // It answers through `done`; what it returns is for parsers that return a promise.
      void parse(request, text, done)
    },
  )
}

function answerProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  if (problem.status === 401) reply.header('WWW-Authenticate', 'ApiKey realm="cards"')
  if (problem.status === 503) reply.header('Retry-After', RETRY_AFTER_SECONDS)
  return reply
    .code(problem.status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problem.body(request.id)))
}
