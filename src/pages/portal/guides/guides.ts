// The guides: the README and the files of `docs/`. Their links stay in the project of the page.

import { readFileSync } from 'node:fs'
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts'
import { pictureAt } from './pictures.ts'

export interface Guide {
  /** The last part of its URL. */
  readonly name: string
  readonly title: string
  /** The headings of its sections. */
  readonly parts: readonly string[]
  /** Renders the page; `base` is the prefix of its links. */
  readonly render: (base: string) => RenderedMarkdown
}

/** The same path from `src/` and from `dist/`. */
const ROOT_URL = new URL('../../../../', import.meta.url)
const DOCS_URL = new URL('docs/', ROOT_URL)

/** Links to the default URL become links to the service that shows them. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:8583'

/** Pages that also exist in every project. */
const PAGES_OF_EVERY_PROJECT = /^\/(docs|guides|test-cards|action-codes)\b/

export const guideAddress = (name: string): string => `/guides/${name}`

/** The guides in the order in which a new user needs them. A test compares it with `docs/`. */
export const GUIDE_ORDER: readonly string[] = [
  'install',
  'interfaces',
  'test-suite',
  'test-frameworks',
  'ci',
  'containers',
  'clients',
  'declined-payments',
  'missing-callbacks',
  'three-d-secure',
  'control-api',
  'openapi',
  'errors',
  'glossary',
  'keyboard',
  'operations',
  'upgrading',
  'gaps',
  'performance',
]

export function readGuides(): readonly Guide[] {
  return [
    readGuide('readme', new URL('README.md', ROOT_URL)),
    ...GUIDE_ORDER.map((name) => readGuide(name, new URL(`${name}.md`, DOCS_URL))),
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

/** A link to another guide opens its page. Links to source files become text. */
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
