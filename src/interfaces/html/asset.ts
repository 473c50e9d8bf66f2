/** Files the pages load: made in memory, named by their content, so they may be cached for ever. */
import { createHash } from 'node:crypto'

/** Serve with `cache-control: public, max-age=31536000, immutable`, this `content-type` and `etag`. */
export interface Asset {
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly etag: string
}

const CONTENT_TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

/** Names an asset `/assets/<name>.<hash>.<kind>`; another content is another path. */
export function asset(name: string, kind: keyof typeof CONTENT_TYPES, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    path: `/assets/${name}.${hash}.${kind}`,
    contentType: CONTENT_TYPES[kind],
    body,
    etag: `"${hash}"`,
  }
}
