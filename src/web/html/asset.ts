/**
 * The files of pages: style sheets, scripts and pictures, read once when their module loads. Their
 * names contain a hash of the content, so they can be cached forever.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Serve with `cache-control: public, max-age=31536000, immutable` and these headers. */
export interface Asset {
  readonly path: string
  readonly contentType: string
  readonly body: string
  /** Weak, because the content may be sent compressed. */
  readonly etag: string
}

const CONTENT_TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

type AssetKind = keyof typeof CONTENT_TYPES
type AssetFile = `${string}.${AssetKind}`

const FOLDER = new URL('../assets/', import.meta.url)

/** The text of an asset file. */
export const assetText = (file: AssetFile): string => readFileSync(new URL(file, FOLDER), 'utf8')

/** Served as `/assets/<name>.<hash>.<kind>`: one file, or several joined. */
export function asset(
  name: string,
  kind: AssetKind,
  parts: readonly AssetFile[] = [`${name}.${kind}`],
): Asset {
  const body = parts.map(assetText).join('\n')
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    path: `/assets/${name}.${hash}.${kind}`,
    contentType: CONTENT_TYPES[kind],
    body,
    etag: `W/"${hash}"`,
  }
}
