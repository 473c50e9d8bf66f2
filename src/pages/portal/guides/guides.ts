// The guides: the README and the files of `docs/`. Their links stay in the project of the page.

import { PACKAGE_FOLDER, packageText } from '../../../package-files.ts'
import type { Html } from '../../../web/html/html.ts'
import { type CodeOf, renderMarkdown } from './markdown.ts'
import { pictureAt } from './pictures.ts'

export interface Guide {
  /** The last part of its URL. */
  readonly name: string
  readonly title: string
  /** Its purpose, in one sentence. */
  readonly summary: string
  /** Renders the page; `base` is the prefix of its links. */
  readonly render: (base: string, codeOf?: CodeOf) => Html
}

/** The guides for one purpose. */
export interface GuideGroup {
  readonly title: string
  readonly guides: readonly Guide[]
}

/** Links to the default URL become links to the service that shows them. */
export const DEFAULT_ORIGIN = 'http://127.0.0.1:8583'

/** Pages that also exist in every project. */
const PAGES_OF_EVERY_PROJECT = /^\/(docs|guides|test-cards|action-codes)\b/

export const guideAddress = (name: string): string => `/guides/${name}`

/** The guides by purpose, in the order in which a new user needs them: name and purpose. */
// prettier-ignore
export const GUIDE_GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Get started': {
    readme:     'Start the sandbox, make your first calls, and see what else it can do.',
    install:    'Run it from a clone, from the package or as a container.',
    interfaces: 'Choose between issuing cards (A, B) and accepting payments (C).',
    clients:    'Client libraries of payment gateways that work with interface C.',
  },
  'Test your integration': {
    'test-suite':          'Start the service inside your tests, or connect to a running one.',
    'test-frameworks':     'Vitest, Jest, Playwright and node:test, with one project per test.',
    waiting:               'Wait for a callback, a request or an order without sleeping.',
    'request-log':         'Find, compare and repeat the requests that your code sends.',
    webhooks:              'Receive events when something happens in a project.',
    'real-time-decisions': 'Let your own server approve or decline payments with your cards.',
    ci:                    'Run Sandcard in a pipeline: in the test process or in a container.',
    containers:            'Reach Sandcard from another container, and your code from Sandcard.',
    'three-d-secure':      'Pass and fail 3-D Secure challenges from code, without a browser.',
    simulations:           'Use an issued card in shops, at ATMs and abroad.',
    'outcome-rules':       'Control how payments end, by card, amount or order.',
    snapshots:             'Save the state of a project, and restore or copy it in a test.',
    fixtures:              'Describe cardholders, cards, orders and rules in one file.',
    faults:                'Add delays, errors, lost responses and duplicate callbacks.',
    receivers:             'Receive callbacks without a server of your own.',
  },
  'Solve a problem': {
    'declined-payments': 'Read the order status and the action code, and find the cause.',
    decisions:           'See the check that decided, and the values that it used.',
    'missing-callbacks': 'Check settings, attempts, network and checksum, in this order.',
    errors:              'Look up an error code of any interface, with its cause.',
  },
  'Look something up': {
    'control-api':  'Create projects, change settings, receive callbacks and advance the clock.',
    'command-line': 'The commands of sandcard, with their options.',
    mcp:            'Connect a coding assistant to the sandbox.',
    openapi:        'Generate a client from the description of all interfaces.',
    glossary:       'The terms used in the portal and the guides.',
    keyboard:       'Shortcuts, and the portal without a mouse.',
    gaps:           'See what Sandcard does where the specification is silent.',
  },
  'Run a shared service': {
    operations: 'Hosted mode, user accounts, limits, backups and monitoring.',
    scale:      'Several processes, PostgreSQL, and sizing for many projects.',
    retention:  'Delete old orders, callbacks and requests automatically.',
    upgrading:  'Upgrade a running service, and what each version may change.',
  },
}

const GUIDES: ReadonlySet<string> = new Set(Object.values(GUIDE_GROUPS).flatMap(Object.keys))

/** The titles of the guides that were read, by address. */
const titles = new Map<string, string>()

export const readGuides = (): readonly GuideGroup[] =>
  Object.entries(GUIDE_GROUPS).map(([title, names]) => ({
    title,
    guides: Object.entries(names).map(([name, summary]) =>
      readGuide(name, summary, name === 'readme' ? 'README.md' : `docs/${name}.md`),
    ),
  }))

function readGuide(name: string, summary: string, path: string): Guide {
  const text = packageText(path)
  const file = new URL(path, PACKAGE_FOLDER)
  const render = (base: string, codeOf?: CodeOf): Html =>
    renderMarkdown(text, {
      linkOf: (href) => within(base, linkFrom(file, href)),
      titleOf: (href) => titles.get(linkFrom(file, href) ?? ''),
      pictureOf: (href) => pictureAt(new URL(href, file).pathname),
      ...(codeOf && { codeOf }),
    })
  // Rendering every guide for its title would take a third of a second.
  const title = name === 'readme' ? 'Overview' : (/^# (.+)$/m.exec(text)?.[1] ?? name)
  titles.set(guideAddress(name), title)
  return { name, title, summary, render }
}

const within = (base: string, link: string | null): string | null =>
  link !== null && PAGES_OF_EVERY_PROJECT.test(link) ? base + link : link

/** A link to another guide opens its page. Links to other files become text. */
function linkFrom(file: URL, href: string): string | null {
  if (href.startsWith('#')) return href
  if (href.startsWith(DEFAULT_ORIGIN)) return href.slice(DEFAULT_ORIGIN.length) || '/'
  if (/^[a-z]+:/i.test(href)) return href
  const { pathname, hash } = new URL(href, file)
  const folder = new URL('docs/', PACKAGE_FOLDER).pathname
  if (pathname === new URL('README.md', PACKAGE_FOLDER).pathname)
    return guideAddress('readme') + hash
  const [, name = ''] =
    /^([\w-]+)\.md$/.exec(pathname.startsWith(folder) ? pathname.slice(folder.length) : '') ?? []
  return GUIDES.has(name) ? guideAddress(name) + hash : null
}
