// The origin that addresses we hand out begin with.

import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/** The configured public address, otherwise the one under which the caller reached us, so that it can be reached again. */
export function originOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  const { host, socket } = request
  // The header is the client's own word: only what looks like a host goes into an address.
  if (/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)) return `http://${host}`
  return `http://${socket.localAddress ?? '127.0.0.1'}:${socket.localPort ?? 80}`
}
