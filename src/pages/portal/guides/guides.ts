// The guides: the README and the files of `docs/`. Their links stay in the project of the page.

import { PACKAGE_FOLDER, packageText } from '../../../package-files.ts'
import { type CodeOf, type RenderedMarkdown, renderMarkdown } from './markdown.ts'
import { pictureAt } from './pictures.ts'

export interface Guide {
  /** The last part of its URL. */
  readonly name: string
  readonly title: string
  /** Its first sentence. */
  readonly summary: string
  /** Renders the page; `base` is the prefix of its links. */
  readonly render: (base: string, codeOf?: CodeOf) => RenderedMarkdown
}

/** The guides of one purpose. */
export interface GuideGroup {
  readonly title: string
  readonly guides: readonly Guide[]
}

/** Links to the default URL become links to the service that shows them. */
export const DEFAULT_ORIGIN = 'http://127.0.0.1:8583'

/** Pages that also exist in every project. */
const PAGES_OF_EVERY_PROJECT = /^\/(docs|guides|test-cards|action-codes)\b/

export const guideAddress = (name: string): string => `/guides/${name}`

/** The guides by purpose, in the order in which a new user needs them. */
// prettier-ignore
export const GUIDE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Get started':          ['readme', 'install', 'interfaces', 'clients'],
  'Test your integration': ['test-suite', 'test-frameworks', 'waiting', 'request-log', 'webhooks', 'real-time-decisions', 'ci', 'containers', 'three-d-secure', 'simulations', 'outcome-rules', 'snapshots', 'fixtures', 'faults', 'receivers'],
  'Solve a problem':      ['declined-payments', 'decisions', 'missing-callbacks', 'errors'],
  'Look something up':    ['control-api', 'command-line', 'mcp', 'openapi', 'glossary', 'keyboard', 'gaps'],
  'Run a shared service': ['operations', 'scale', 'upgrading', 'performance'],
}

export const readGuides = (): readonly GuideGroup[] =>
  Object.entries(GUIDE_GROUPS).map(([title, names]) => ({
    title,
    guides: names.map((name) =>
      readGuide(name, name === 'readme' ? 'README.md' : `docs/${name}.md`),
    ),
  }))

function readGuide(name: string, path: string): Guide {
  const text = packageText(path)
  const file = new URL(path, PACKAGE_FOLDER)
  const render = (base: string, codeOf?: CodeOf): RenderedMarkdown =>
    renderMarkdown(text, {
      linkOf: (href) => within(base, linkFrom(file, href)),
      pictureOf: (href) => pictureAt(new URL(href, file).pathname),
      ...(codeOf && { codeOf }),
    })
  const { headings, summary } = render('')
  return {
    name,
    title: name === 'readme' ? 'Overview' : (headings[0]?.text ?? name),
    summary,
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
  const folder = new URL('docs/', PACKAGE_FOLDER).pathname
  if (pathname === new URL('README.md', PACKAGE_FOLDER).pathname)
    return guideAddress('readme') + hash
  const name = /^([\w-]+)\.md$/.exec(
    pathname.startsWith(folder) ? pathname.slice(folder.length) : '',
  )
  return name?.[1] === undefined ? null : guideAddress(name[1]) + hash
}
