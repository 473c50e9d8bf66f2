// The guides: what lies in `docs/` and the README, read once; a link of theirs stays in the project whose page shows it.

import { readdirSync, readFileSync } from 'node:fs'
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts'
import { pictureAt } from './pictures.ts'

export interface Guide {
  /** As in its address. */
  readonly name: string
  readonly title: string
  /** The titles of its parts. */
  readonly parts: readonly string[]
  /** The page, with links that begin with a base. */
  readonly render: (base: string) => RenderedMarkdown
}

/** The same from the sources and from the compiled package, which brings the texts along. */
const ROOT_URL = new URL('../../../../', import.meta.url)
const DOCS_URL = new URL('docs/', ROOT_URL)

/** Where the service is by default: such links of the texts lead to the service that shows them. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:8583'

/** Pages that every project has, too. */
const PAGES_OF_EVERY_PROJECT = /^\/(docs|guides|test-cards|action-codes)\b/

export const guideAddress = (name: string): string => `/guides/${name}`

/** The README first, then the files of `docs/` in the order of their names. */
export function readGuides(): readonly Guide[] {
  const files = readdirSync(DOCS_URL).filter((file) => file.endsWith('.md'))
  return [
    readGuide('readme', new URL('README.md', ROOT_URL)),
    ...files
      .toSorted()
      .map((file) => readGuide(file.slice(0, -'.md'.length), new URL(file, DOCS_URL))),
  ]
}

function readGuide(name: string, file: URL): Guide {
  const text = readFileSync(file, 'utf8')
  const render = (base: string): RenderedMarkdown =>
    renderMarkdown(
      text,
      (href) => within(base, linkFrom(file, href)),
      (href) => pictureAt(new URL(href, file).pathname),
    )
  const { headings } = render('')
  return {
    name,
    title: name === 'readme' ? 'Read me' : (headings[0]?.text ?? name),
    parts: headings.filter(({ depth }) => depth === 2).map((heading) => heading.text),
    render,
  }
}

const within = (base: string, link: string | null): string | null =>
  link !== null && PAGES_OF_EVERY_PROJECT.test(link) ? base + link : link

/** A link to another guide leads to its page, one to a source file nowhere: those are not served. */
function linkFrom(file: URL, href: string): string | null {
  if (href.startsWith('#')) return href
  if (href.startsWith(DEFAULT_ORIGIN)) return href.slice(DEFAULT_ORIGIN.length) || '/'
  if (/^[a-z]+:/i.test(href)) return href
  const { pathname, hash } = new URL(href, file)
  const folder = DOCS_URL.pathname
  if (pathname === new URL('README.md', ROOT_URL).pathname) return guideAddress('readme') + hash
  const name = /^([\w-]+)\.md$/.exec(
    pathname.startsWith(folder) ? pathname.slice(folder.length) : '',
  )
  return name?.[1] === undefined ? null : guideAddress(name[1]) + hash
}
