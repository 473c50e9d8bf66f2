// The origin that addresses we hand out begin with.

import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** The configured public address, otherwise the one under which the caller reached us, so that it can be reached again. */
export function originOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  // It was judged before the request came this far (`known-host.ts`).
  return `http://${request.host}`
}
