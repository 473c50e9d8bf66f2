/**
 * The files of pages: style sheets, scripts and pictures, read once when their module loads. Their
 * names contain a hash of the content, so they can be cached permanently.
 */
import { createHash } from 'node:crypto'
import { packageText } from '../../package-files.ts'

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

/**
 * Cascade layers of the style sheets, from weak to strong: a page rule overrides a component rule
 * regardless of their selectors and the order of the files.
 */
const LAYERS = ['reset', 'tokens', 'base', 'components', 'page'] as const

/** Every other style sheet belongs to its page. */
const LAYER_OF: Readonly<Record<string, (typeof LAYERS)[number]>> = {
  'reset.css': 'reset',
  'tokens.css': 'tokens',
  'base.css': 'base',
  'tables.css': 'components',
  'components.css': 'components',
  'panels.css': 'components',
  'charts.css': 'components',
  'forms.css': 'components',
  'frame.css': 'components',
  'portal-bar.css': 'components',
  'portal-live.css': 'components',
  'portal-heads.css': 'components',
  'portal-lists.css': 'components',
  'portal-rows.css': 'components',
  'portal-filters.css': 'components',
  'portal-forms.css': 'components',
  'portal-timeline.css': 'components',
}

const LAYER_ORDER = `@layer ${LAYERS.join(', ')};\n`

/** The text of an asset file. */
export const assetText = (file: AssetFile): string => packageText(`src/web/assets/${file}`)

const layered = (file: AssetFile): string =>
  `@layer ${LAYER_OF[file] ?? 'page'} {\n${assetText(file)}}\n`

/** Served as `/assets/<name>.<hash>.<kind>`: one file, or several joined, in their layers. */
export function asset(
  name: string,
  kind: AssetKind,
  parts: readonly AssetFile[] = [`${name}.${kind}`],
): Asset {
  const body =
    kind === 'css' ? LAYER_ORDER + parts.map(layered).join('') : parts.map(assetText).join('\n')
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    path: `/assets/${name}.${hash}.${kind}`,
    contentType: CONTENT_TYPES[kind],
    body,
    etag: `W/"${hash}"`,
  }
}
