// The guides: what lies in `docs/` and the README, read once and ready to be shown.

import { readdirSync, readFileSync } from 'node:fs'
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts'

export interface Guide extends RenderedMarkdown {
  /** As in its address. */
  readonly name: string
  readonly title: string
}

/** The same from the sources and from the compiled package, which brings the texts along. */
const ROOT = new URL('../../../', import.meta.url)
const FOLDER = new URL('docs/', ROOT)

/** Where the service is by default: such links of the texts lead to the service that shows them. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:8583'

export const guideAddress = (name: string): string => `/guides/${name}`

/** The README first, then the files of `docs/` in the order of their names. */
export function readGuides(): readonly Guide[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md'))
  return [
    readGuide('readme', new URL('README.md', ROOT)),
    ...files
      .toSorted()
      .map((file) => readGuide(file.slice(0, -'.md'.length), new URL(file, FOLDER))),
  ]
}

function readGuide(name: string, file: URL): Guide {
  const rendered = renderMarkdown(readFileSync(file, 'utf8'), (href) => linkFrom(file, href))
  const title = name === 'readme' ? 'Read me' : (rendered.headings[0]?.text ?? name)
  return { name, title, ...rendered }
}

/** A link to another guide leads to its page, one to a source file nowhere: those are not served. */
function linkFrom(file: URL, href: string): string | null {
  if (href.startsWith('#')) return href
  if (href.startsWith(DEFAULT_ORIGIN)) return href.slice(DEFAULT_ORIGIN.length) || '/'
  if (/^[a-z]+:/i.test(href)) return href
  const { pathname, hash } = new URL(href, file)
  const folder = FOLDER.pathname
  if (pathname === new URL('README.md', ROOT).pathname) return guideAddress('readme') + hash
  const name = /^([\w-]+)\.md$/.exec(
    pathname.startsWith(folder) ? pathname.slice(folder.length) : '',
  )
  return name?.[1] === undefined ? null : guideAddress(name[1]) + hash
}
