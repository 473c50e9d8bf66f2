// Interface A, version 1 of card management: every operation is a POST of JSON with Basic authentication.

import type { Interface } from '../../web/http/plugin.ts'
import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { answerError, serviceFault } from './errors.ts'
import { operationRoutes } from './routes.ts'

export const cardsV1: Interface = async (app, { service, knownPaths }) => {
  // Only JSON is understood here; the framework's own reading of plain text would turn 415 into 400.
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('project', null)
  app.addHook('onRequest', async (request, reply) => {
    const project = await authenticated(service, request)
    if (project !== undefined) {
      request.setDecorator('project', project)
      return
    }
    void reply.header('www-authenticate', 'Basic realm="apigate"')
    return serviceFault(reply, 'unauthorized', 'The login or the password is missing or wrong.')
  })
  app.setErrorHandler((error, request, reply) => answerError(service, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const allowed = knownPaths.allowed(request.url)
    if (allowed.length === 0)
      return serviceFault(reply, 'unknown-operation', 'There is no such operation.')
    void reply.header('allow', allowed.join(', '))
    return serviceFault(reply, 'wrong-method', 'Every operation is called with POST.')
  })
  operationRoutes(app, service)
}

/** The project that the Basic credentials (RFC 7617) belong to. */
async function authenticated(
  service: Service,
  request: FastifyRequest,
): Promise<Project | undefined> {
  const [, token] = /^basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '') ?? []
  const credentials = Buffer.from(token ?? '', 'base64').toString('utf8')
  const colon = credentials.indexOf(':')
  if (colon < 0) return undefined
  const login = credentials.slice(0, colon)
  return service.directory.authenticate('a', login, credentials.slice(colon + 1))
}
