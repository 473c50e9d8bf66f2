// The origin of the URLs in our responses.

import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'

/** PUBLIC_URL, otherwise the origin that the caller used, which the caller can reach. */
export function originOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  // It was checked earlier (`known-host.ts`).
  return `http://${request.host}`
}
