// Compresses responses that are the same for everyone: files, guides and the reference. Other
// responses, such as the main page or a payment, may contain a secret next to the caller's text,
// and the length of a compressed response would reveal it (the BREACH attack).

import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Compresses the responses of this app if the client accepts it; requests are unchanged. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // Also set without compression, so that a cache distinguishes the two.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', 'accept-encoding')
  })
  // A HEAD response has no length, because it would be the uncompressed one. The framework does not
  // measure streams.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'HEAD') return payload
    reply.removeHeader('content-length')
    return typeof payload === 'string' ? Readable.from([]) : payload
  })
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
}
