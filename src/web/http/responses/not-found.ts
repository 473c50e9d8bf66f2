// Handles requests without a route: 404 for an unknown path, 405 for a wrong method, for both of
// which the router would return 404. Each API and group of pages responds in its own format.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends the response: 404 if `allow` is undefined, otherwise 405. Status and `Allow` are already
 * set.
 */
type AnswerNotFound = (
  request: FastifyRequest,
  reply: FastifyReply,
  allow: string | undefined,
) => FastifyReply | Promise<FastifyReply>

/** Handles all requests that no route of the app matches. */
export function handleNotFound(app: FastifyInstance, answer: AnswerNotFound): void {
  app.setNotFoundHandler((request, reply) => {
    const allow = app.allowedMethods.allowed(request.url).join(', ')
    if (allow === '') return answer(request, reply.code(404), undefined)
    return answer(request, reply.code(405).header('Allow', allow), allow)
  })
}
