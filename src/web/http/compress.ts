// Compression, for answers that are the same for everybody: files, guides and the reference. Never for a page or an api that shows a secret
// beside something that was sent, such as the main page or a payment: the length of a compressed answer tells how much of the one is
// in the other (the BREACH attack).

import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Compresses what the routes of this app answer, for clients that take it; what clients send is left as it is. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  // Also where an answer is not compressed: a cache in between must not give it to a client that asks otherwise, nor the other way round.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', 'accept-encoding')
  })
  // HEAD names no length: it would be that of the answer before its compression. A stream is what the framework does not measure.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'HEAD') return payload
    reply.removeHeader('content-length')
    return typeof payload === 'string' ? Readable.from([]) : payload
  })
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
}
