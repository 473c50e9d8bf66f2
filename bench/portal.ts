// The pages of the portal with many stored orders and cards, in one of many projects: server time
// and compressed size of each page.

import { gzipSync } from 'node:zlib'
import { newestThings, portalPages } from '../test/kit/portal-pages.ts'
import { DemoProject } from '../test/kit/demo-project.ts'
import { ORDER_FILTERS } from '../src/pages/portal/orders/order-filters.ts'
import { API_KEY, prepare } from './cast.ts'
import { startService } from './child.ts'
import { HOSTED_PAGES, PUBLIC_URL, writeHostedPast } from './hosted.ts'
import { writePast } from './order-past.ts'
import type { Plan } from './plan.ts'
import { openPostgresServer, withDatabase } from './postgres-server.ts'
import { median } from './rounds.ts'
import type { Report } from './report.ts'

const BOUND_MS = 20
const BOUND_KB = 60
const SCRIPTS_KB = 40

export async function measurePortal(url: string, plan: Plan, report: Report): Promise<void> {
  const many = `${plan.portal.orders.toLocaleString('en-US')} orders, ${plan.portal.projects} projects`
  report.heading(`The portal with ${many}, on the embedded database`)
  await measureOn(url, plan, report)
  report.heading(`The portal with ${many}, on the server database`)
  const server = await openPostgresServer()
  if (typeof server === 'string') return report.skipped('pages of the portal', server)
  try {
    await withDatabase(server, async (of) => {
      await prepare(of)
      await measureOn(of, plan, report)
    })
  } finally {
    await server.stop()
  }
}

/** Orders per entry of the audit log, and per issued card. */
const ORDERS_PER_ENTRY = 100
const ORDERS_PER_CARD = 10

async function measureOn(database: string, plan: Plan, report: Report): Promise<void> {
  await fill(database, plan)
  const { orders, rounds, warmUps } = plan.portal
  const service = await startService(database)
  let base: string
  let things: Readonly<Record<string, string>>
  const figures: PageFigures[] = []
  try {
    base = await baseOf(service.url)
    things = await newestThings(service.url, API_KEY)
    const pages = [...new Set([...portalPages(things), ...Object.keys(WATCHED)])]
    figures.push(
      ...(await measurePages(
        service.url,
        pages.map((page) => (page.startsWith('/control') ? page : base + page)),
        { rounds, warmUps },
      )),
    )
  } finally {
    await service.stop()
  }
  judgeWatched(figures, base, report)
  const cookie = await writeHostedPast(database, Math.ceil(orders / ORDERS_PER_ENTRY))
  const hosted = await startService(database, PUBLIC_URL)
  try {
    const { ofProject, ofPerson } = HOSTED_PAGES
    const pages = [...ofProject.map((page) => base + page), ...ofPerson]
    figures.push(...(await measurePages(hosted.url, pages, { rounds, warmUps, cookie })))
    const named = { ...things, project: base.slice('/p/'.length) }
    judge(figures, (page) => nameOf(page, named), report)
    const scripts = await scriptBytes(hosted.url, figures)
    report.judged('all scripts', scripts / 1000, 'kB', { atMost: SCRIPTS_KB })
  } finally {
    await hosted.stop()
  }
}

/** The pages that read the most rows, each with a target. The order searched for does not exist. */
const WATCHED: Readonly<Record<string, string>> = {
  '?range=1h': 'Start, last hour',
  '?range=24h': 'Start, last day',
  '?range=7d': 'Start, last week',
  '/orders': 'Orders',
  ...Object.fromEntries(
    ORDER_FILTERS.slice(1).map(({ name, label }) => [`/orders?filter=${name}`, `Orders, ${label}`]),
  ),
  '/callbacks': 'Callbacks',
  '/callbacks?filter=failing': 'Callbacks, Failing',
  '/callbacks?filter=retrying': 'Callbacks, Retrying',
  '/cards': 'Cards',
  '/cards?sort=highest': 'Cards, by balance',
  '/orders?label=checkout': 'Orders with a label',
  '/orders?label=none': 'Orders with an unknown label',
  '/control/v1/search?q=no-such-order': 'search',
  '/control/v1/search?q=abcdef': 'search by a part of an id',
}

function judgeWatched(figures: readonly PageFigures[], base: string, report: Report): void {
  for (const [path, name] of Object.entries(WATCHED)) {
    const figure = figures.find(({ page }) => page === path || page === base + path)
    if (figure === undefined) throw new Error(`${path} was not measured`)
    report.judged(name, figure.ms, 'ms', { atMost: BOUND_MS })
  }
}

function judge(
  figures: readonly PageFigures[],
  named: (page: string) => string,
  report: Report,
): void {
  for (const figure of figures) report.fact(named(figure.page), wording(figure))
  const slowest = figures.toSorted((one, other) => other.ms - one.ms)[0]
  const heaviest = figures.toSorted((one, other) => other.bytes - one.bytes)[0]
  if (slowest === undefined || heaviest === undefined) throw new Error('there are no pages')
  report.fact('the slowest', named(slowest.page))
  report.judged('median of the slowest page', slowest.ms, 'ms', { atMost: BOUND_MS })
  report.fact('the heaviest', named(heaviest.page))
  const kilobytes = heaviest.bytes / 1000
  report.judged('compressed size of the heaviest page', kilobytes, 'kB', { atMost: BOUND_KB })
}

/** Creates orders of every kind over HTTP, copies them into the past, and adds other projects. */
async function fill(database: string, plan: Plan): Promise<void> {
  const service = await startService(database)
  try {
    await tellStories(new DemoProject(service.url))
    for (let made = 1; made < plan.portal.projects; made++)
      await fetch(`${service.url}/control/v1/projects`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Project ${made}` }),
      })
  } finally {
    await service.stop()
  }
  const { orders } = plan.portal
  await writePast(database, { orders, cards: Math.ceil(orders / ORDERS_PER_CARD) })
}

/** Orders created by HTTP before they are copied. */
const ORIGINAL_ORDERS = 40
const EUR_CODE = 978
/** Lifetime of unpaid orders, long enough for the whole run. */
const SESSION_SECONDS = 43_200

/** The final states of orders, used in turn. */
type EndOrder = (shop: DemoProject, orderId: string) => Promise<unknown>
const ENDINGS: readonly {
  readonly register: 'register' | 'registerPreAuth'
  readonly end: EndOrder
}[] = [
  { register: 'register', end: (shop, orderId) => pay(shop, orderId, '4444555511113333') },
  { register: 'registerPreAuth', end: (shop, orderId) => pay(shop, orderId, '4444555511113333') },
  { register: 'register', end: (shop, orderId) => shop.gateway('decline', { orderId }) },
  {
    register: 'register',
    end: async (shop, orderId) => {
      await pay(shop, orderId, '4444555511113333')
      await shop.gateway('refund', { orderId, amount: 500 })
    },
  },
  { register: 'register', end: (shop, orderId) => pay(shop, orderId, '4000000000009995') },
  { register: 'register', end: () => Promise.resolve() },
]

async function tellStories(shop: DemoProject): Promise<void> {
  for (let index = 0; index < ORIGINAL_ORDERS; index++) {
    const ending = ENDINGS[index % ENDINGS.length]
    if (ending === undefined) throw new Error('unknown ending of an order')
    const { register, end } = ending
    const { orderId } = await shop.gateway<{ orderId: string }>(register, {
      orderNumber: `bench-${index}`,
      amount: 2000,
      currency: EUR_CODE,
      returnUrl: 'https://shop.example/return',
      sessionTimeoutSecs: SESSION_SECONDS,
      clientId: `client-${index % 7}`,
    })
    await end(shop, orderId)
    const labels = [`release ${index % 5}`, ...(index % 2 === 0 ? ['checkout'] : [])]
    if (index % 4 === 0) await shop.control('PUT', `/orders/${orderId}/labels`, { labels })
  }
}

const pay = (shop: DemoProject, MDORDER: string, $PAN: string) =>
  shop.gateway('paymentorder', {
    MDORDER,
    $PAN,
    $CVC: '123',
    YYYY: '2034',
    MM: '12',
    TEXT: 'ANN DOE',
  })

async function baseOf(url: string): Promise<string> {
  const [base] = /\/p\/prj_[a-z2-7]+/.exec(await (await fetch(url)).text()) ?? []
  if (base === undefined) throw new Error('the main page links to no project')
  return base
}

interface PageFigures {
  readonly page: string
  /** Milliseconds from the request to the last byte: median and minimum. */
  readonly ms: number
  readonly leastMs: number
  readonly bytes: number
  readonly scripts: readonly string[]
}

/** The pages alternate, so that other load on the machine affects all of them equally. */
async function measurePages(
  url: string,
  pages: readonly string[],
  {
    rounds,
    warmUps,
    cookie = '',
  }: { readonly rounds: number; readonly warmUps: number; readonly cookie?: string },
): Promise<readonly PageFigures[]> {
  const took = pages.map(() => [] as number[])
  const texts = pages.map(() => '')
  for (let round = -warmUps; round < rounds; round++)
    for (const [index, page] of pages.entries()) {
      const began = performance.now()
      const headers = { cookie, 'x-api-key': API_KEY }
      const answer = await fetch(url + page, { headers, redirect: 'error' })
      texts[index] = await answer.text()
      if (!answer.ok) throw new Error(`${page} returned ${answer.status}`)
      if (round >= 0) took[index]?.push(performance.now() - began)
    }
  return pages.map((page, index) => {
    const [times = [], text = ''] = [took[index], texts[index]]
    return {
      page,
      ms: median(times),
      leastMs: Math.min(...times),
      bytes: gzipSync(text).length,
      scripts: [...text.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, src = '']) => src),
    }
  })
}

async function scriptBytes(url: string, figures: readonly PageFigures[]): Promise<number> {
  const scripts = new Set(figures.flatMap((figure) => figure.scripts))
  let bytes = 0
  for (const script of scripts)
    bytes += (await (await fetch(url + script)).arrayBuffer()).byteLength
  return bytes
}

/** Shortens the ids in a URL. */
const nameOf = (page: string, things: Readonly<Record<string, string>>): string =>
  Object.entries(things).reduce((name, [kind, id]) => name.replace(id, `:${kind}`), page)

const wording = ({ ms, leastMs, bytes }: PageFigures): string =>
  `${ms.toFixed(1).padStart(6)} ms, at least ${leastMs.toFixed(1).padStart(5)} ${(bytes / 1000).toFixed(1).padStart(6)} kB compressed`
