// The URL of a request on the portal, for its error response. Only local mode adds it, because on a
// hosted service the caller may have no account.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { originOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The settings on which the URL depends; undefined if responses do not contain it. */
    readonly entryUrls?: Pick<Config, 'publicUrl'> | undefined
  }
}

/** The header with the URL, because the bodies of interfaces A and C are fixed. */
export const ENTRY_URL_HEADER = 'Sandcard-Request-Url'

export const showEntryUrls = (app: FastifyInstance, config: Config): void => {
  app.decorate('entryUrls', config.mode === 'local' ? config : undefined)
}

/** Undefined if the request belongs to no project. */
export function entryUrlOf(request: FastifyRequest): string | undefined {
  const { entryUrls } = request.server
  // A request with a malformed URL has no context.
  const project = (request.context as FastifyRequest['context'] | undefined)?.project
  if (entryUrls === undefined || project === undefined || project === null) return undefined
  return `${originOf(entryUrls, request)}/p/${project.id}/activity/${request.id}`
}
