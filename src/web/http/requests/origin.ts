// The origin of the URLs that we return.

import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'

/** PUBLIC_URL, otherwise the origin that the caller used, which is reachable for the caller. */
export function originOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  // It was checked before (`known-host.ts`).
  return `http://${request.host}`
}
