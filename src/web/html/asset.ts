/**
 * Files the pages load: real style sheets, scripts and pictures of their own folder, read once when the module that owns
 * them is loaded, and named by their content, so they may be cached for ever.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Serve with `cache-control: public, max-age=31536000, immutable`, this `content-type` and `etag`. */
export interface Asset {
  readonly path: string
  readonly contentType: string
  readonly body: string
  /** A weak one: the same content may travel compressed. */
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

/** The text of a file of the folder of assets. */
export const assetText = (file: AssetFile): string => readFileSync(new URL(file, FOLDER), 'utf8')

/** Served as `/assets/<name>.<hash>.<kind>`: the file of that name, or the parts it is put together from. */
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
