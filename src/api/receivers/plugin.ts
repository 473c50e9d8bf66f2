// `/receivers/{id}`: the URL of a built-in receiver. It accepts any request without credentials,
// because the id cannot be guessed.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interface } from '../../web/http/plugin.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { sendProblem } from '../../web/http/responses/problem.ts'
import { requestErrorOf } from '../../web/http/responses/error.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { projectsOfReceiver, receive } from './receive.ts'

/** Maximum size of a request in bytes; callbacks are far smaller. */
const BODY_LIMIT = 64 * 1024
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

const UNKNOWN = {
  status: 404,
  code: 'receiver-not-found',
  title: 'Receiver not found',
  detail: 'Create one with POST /control/v1/receivers.',
}
const TOO_LARGE = {
  status: 413,
  code: 'body-too-large',
  title: 'The body is too large',
  detail: 'A receiver takes up to 64 KiB.',
}
const UNREADABLE = {
  status: 400,
  code: 'bad-request',
  title: 'The request cannot be read',
  detail: 'The body does not have the length in Content-Length.',
}
const WRONG_METHOD = {
  status: 405,
  code: 'method-not-allowed',
  title: 'The method is not allowed',
}

export const receivers: Interface = async (app, { service }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id = '' } = request.params as Readonly<Record<string, string>>
    const { method, url, headers, body } = request
    const text = Buffer.isBuffer(body) ? body.toString('utf8') : ''
    for (const project of await projectsOfReceiver(service, id)) {
      await service.counted(project)
      const said = await receive(service, project, id, { method, target: url, headers, body: text })
      if (said === null) continue
      await service.pauses.wait(said.delayMs)
      reply.code(said.status)
      return WITHOUT_BODY.has(said.status) ? reply.send() : reply.send({ received: said.number })
    }
    return sendProblem(reply, UNKNOWN)
  }
  app.setErrorHandler((error, request, reply) => {
    const sorted = requestErrorOf(error)
    // With a malformed content type, the body is not read.
    if (sorted.kind === 'media-type') return answer(request, reply)
    if (sorted.kind === 'too-large') return sendProblem(reply, TOO_LARGE)
    if (sorted.kind === 'malformed') return sendProblem(reply, UNREADABLE)
    if (sorted.kind !== 'fault') throw error
    const status = sorted.fault.code === 'rate-limited' ? 429 : 503
    const title = status === 429 ? 'Too many requests' : 'The service is not available'
    const { code, message: detail } = sorted.fault
    return sendProblem(retryLater(reply, status), { status, code, title, detail })
  })
  handleNotFound(app, (_request, reply, allow) =>
    sendProblem(
      reply,
      allow === undefined ? UNKNOWN : { ...WRONG_METHOD, detail: `Use ${allow}.` },
    ),
  )
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/:id',
    exposeHeadRoute: false,
    bodyLimit: BODY_LIMIT,
    schema: { hide: true },
    config: { api: 'operations', operation: 'receive' },
    handler: answer,
  })
}
