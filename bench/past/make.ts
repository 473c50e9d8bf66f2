// Fills a database with a long history and many projects, all written by the service: transfers by
// its engine, orders and their callbacks through interface C, projects by its catalogue.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RunningService } from '../../src/start.ts'
import { API_KEY, type Cast, demoProject, withSandcard } from '../cast.ts'
import { Generator } from '../generator.ts'
import { registerOrders } from '../due.ts'
import { payments } from '../shop.ts'

export interface PastSize {
  readonly transfers: number
  readonly orders: number
  readonly projects: number
}

type Progress = (line: string) => unknown

/** Number of transfers submitted together, which share a commit. */
const TRANSFERS_AT_ONCE = 512
const CONNECTIONS = 64
/** One run of the load generator; the number of orders is checked after each. */
const ORDER_SECONDS = 5
const PROGRESS_MS = 10_000
/** One of this many projects has an order, whose expiry is due work. */
const PER_ORDER_PROJECT = 10
const PROJECTS_AT_ONCE = 32

/** Adds the history to a database that contains the test population. */
export const makePast = (
  database: string,
  cast: Cast,
  { size, progress }: { readonly size: PastSize; readonly progress: Progress },
): Promise<void> =>
  withSandcard(database, async (sandcard) => {
    await makeProjects(sandcard, size.projects, progress)
    await makeTransfers(sandcard, cast, { count: size.transfers, progress })
    await makeOrders(sandcard, size.orders, progress)
  })

/** Round the ring of cards, so that full rounds leave every balance unchanged. */
async function makeTransfers(
  sandcard: RunningService,
  cast: Cast,
  { count, progress }: { readonly count: number; readonly progress: Progress },
): Promise<void> {
  const project = await demoProject(sandcard)
  const hashes = cast.map(({ number }) => project.vault.numberHash(number))
  const notice = timed(progress, 'transfers', count)
  const transfer = async (index: number): Promise<void> => {
    const [source = '', destination = ''] = [
      hashes[index % hashes.length],
      hashes[(index + 1) % hashes.length],
    ]
    const input = { source, destination, amount: 1, currency: EUR_CODE }
    await sandcard.service.execute(project, 'transfer', input)
  }
  let running: Promise<unknown> = Promise.resolve()
  for (let made = 0; made < count; made += TRANSFERS_AT_ONCE) {
    const length = Math.min(TRANSFERS_AT_ONCE, count - made)
    const batch = Promise.all(Array.from({ length }, (_, index) => transfer(made + index)))
    // The next commands wait in the queue while the previous ones commit.
    await running
    running = batch
    notice(made)
  }
  await running
}

/** Each order is registered and paid, and its callback is delivered. */
async function makeOrders(
  sandcard: RunningService,
  count: number,
  progress: Progress,
): Promise<void> {
  if (count === 0) return
  let delivered = 0
  const receiver = createServer((request, response) => {
    request.resume()
    delivered += 1
    response.end('OK')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  const project = await demoProject(sandcard)
  const callbackUrl = `http://127.0.0.1:${address.port}/callback`
  await sandcard.service.execute(project, 'changeSettings', { settings: { callbackUrl } })
  const generator = new Generator()
  const notice = timed(progress, 'orders', count)
  try {
    for (let made = 0; made < count;) {
      const load = payments(sandcard.url, CONNECTIONS)
      made += Math.round((await generator.rate(load, ORDER_SECONDS)) * ORDER_SECONDS)
      notice(made)
    }
    for (;;) {
      progress(`callbacks delivered: ${delivered}`)
      const id = await newestUnsent(sandcard.url)
      if (id === undefined) break
      await untilDelivered(sandcard.url, id)
    }
  } finally {
    generator.stop()
    receiver.closeAllConnections()
    receiver.close()
  }
}

async function newestUnsent(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/control/v1/callbacks?state=waiting&limit=1`, {
    headers: { 'x-api-key': API_KEY },
  })
  const { items } = (await answer.json()) as { readonly items: readonly { id: unknown }[] }
  return items[0]?.id
}

/** Returns earlier if another callback holds it up for long. */
async function untilDelivered(url: string, id: unknown): Promise<void> {
  const { status } = await fetch(`${url}/control/v1/expect`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({
      match: { callback: { id, state: 'delivered' } },
      timeoutMs: PROGRESS_MS,
    }),
  })
  if (status !== 200 && status !== 408) throw new Error(`waiting was refused with ${status}`)
}

async function makeProjects(
  { service }: RunningService,
  count: number,
  progress: Progress,
): Promise<void> {
  const notice = timed(progress, 'projects', count)
  const make = async (index: number): Promise<void> => {
    const project = await service.directory.create(`Project ${index}`)
    if (index % PER_ORDER_PROJECT === 0) await registerOrders(service, project, 1)
  }
  for (let made = 0; made < count; made += PROJECTS_AT_ONCE) {
    const length = Math.min(PROJECTS_AT_ONCE, count - made)
    await Promise.all(Array.from({ length }, (_, index) => make(made + index)))
    notice(made)
  }
}

/** Reports at most once per interval. */
function timed(progress: Progress, what: string, count: number): (made: number) => void {
  const began = performance.now()
  let next = began + PROGRESS_MS
  return (made) => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_MS
    const rate = Math.round((made / (now - began)) * 1000)
    progress(`${what}: ${made} of ${count}, ${rate} per second`)
  }
}

const EUR_CODE = 978
