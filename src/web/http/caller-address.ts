// Where a call came from, as an address that a status or a callback may show.

import type { FastifyRequest } from 'fastify'

/**
 * An IPv4 caller of a socket that takes both versions is written the IPv6 way; it is told as what it is. Who has hung up meanwhile has no address
 * any more, whatever the framework's type says; what was asked for is done all the same.
 */
export const callerAddress = ({ ip }: Partial<Pick<FastifyRequest, 'ip'>>): string | undefined =>
  ip?.replace(/^::ffff:(?=\d+\.)/i, '')
