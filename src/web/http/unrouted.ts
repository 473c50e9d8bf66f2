// What no route takes: an address that nobody serves, or a method that its path does not know. The router says 404 to both; here they
// are told apart.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KnownPaths } from './known-paths.ts'

/** Answers 404 where `allow` is undefined. Otherwise 405: `allow` is the value of the header, which is set already. */
export type AnswerUnrouted = (
  request: FastifyRequest,
  reply: FastifyReply,
  allow: string | undefined,
) => FastifyReply

/** Has everything answered that no route of the app takes. */
export function handleUnrouted(
  app: FastifyInstance,
  knownPaths: KnownPaths,
  answer: AnswerUnrouted,
): void {
  app.setNotFoundHandler((request, reply) => {
    const allow = knownPaths.allowed(request.url).join(', ')
    if (allow === '') return answer(request, reply, undefined)
    return answer(request, reply.header('Allow', allow), allow)
  })
}
