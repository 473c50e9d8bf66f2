// Where a call came from, as an address that a status or a callback may show.

import type { FastifyRequest } from 'fastify'

/** An IPv4 caller of a socket that takes both versions is written the IPv6 way; it is told as what it is. */
export const callerAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string =>
  ip.replace(/^::ffff:(?=\d+\.)/i, '')
