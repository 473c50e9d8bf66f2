// The IP address of the caller, for statuses and callbacks.

import type { FastifyRequest } from 'fastify'

/**
 * A dual-stack socket reports IPv4 callers in IPv6 form; this returns the IPv4 address. After the
 * client has disconnected, there is no address, whatever the type says; the request is still
 * completed.
 */
export const callerAddress = ({ ip }: Partial<Pick<FastifyRequest, 'ip'>>): string | undefined =>
  ip?.replace(/^::ffff:(?=\d+\.)/i, '')
