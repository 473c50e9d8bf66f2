// What no route takes: an address that nobody serves, or a method that its path does not know. The router says 404 to both; here they
// are told apart, by the routes that there are. Every api and every group of pages answers in its own form.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Puts the answer into a form: 404 where `allow` is undefined, otherwise 405. The status and `Allow` are set already. */
export type AnswerNotFound = (
  request: FastifyRequest,
  reply: FastifyReply,
  allow: string | undefined,
) => FastifyReply | Promise<FastifyReply>

/** Has everything answered that no route of the app takes. */
export function handleNotFound(app: FastifyInstance, answer: AnswerNotFound): void {
  app.setNotFoundHandler((request, reply) => {
    const allow = app.allowedMethods.allowed(request.url).join(', ')
    if (allow === '') return answer(request, reply.code(404), undefined)
    return answer(request, reply.code(405).header('Allow', allow), allow)
  })
}
