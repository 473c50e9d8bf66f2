// Serves the files of pages. Their names contain a hash of their content, so browsers cache them
// permanently.

import type { FastifyInstance } from 'fastify'
import type { Asset } from '../../html/asset.ts'
import { compressAnswers } from './compress.ts'

const YEAR_SECONDS = 31_536_000
/** For files named by their content. */
export const IMMUTABLE_CACHE = `public, max-age=${YEAR_SECONDS}, immutable`

/** Adds a route per file. */
export async function serveAssets(app: FastifyInstance, assets: readonly Asset[]): Promise<void> {
  await app.register(async (files) => {
    await compressAnswers(files)
    for (const asset of assets) addRoute(files, asset)
  })
}

function addRoute(app: FastifyInstance, { path, contentType, body, etag }: Asset): void {
  app.get(path, { schema: { hide: true } }, (request, reply) => {
    reply.headers({
      'cache-control': IMMUTABLE_CACHE,
      'content-type': contentType,
      etag,
    })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
  })
}
