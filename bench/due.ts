// Due work: a clock move over many expiring orders, and the delivery of the callbacks that it
// causes while another receiver never responds.

import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { Project } from '../src/engine/directory.ts'
import type { Service } from '../src/service.ts'
import { gatewayId } from '../src/payments/orders/gateway-id.ts'
import { API_KEY, demoProject, withSandcard } from './cast.ts'
import { startService } from './child.ts'
import type { Plan } from './plan.ts'
import type { Report } from './report.ts'

interface Files {
  /** SQLite files with the demo project, one per measurement. */
  readonly clock: string
  readonly callbacks: string
}

/** Number of orders registered simultaneously, so that they share commits. */
const STEP_ORDERS = 500
/** Number of callbacks for the receiver that hangs, which is more than are sent to it at a time. */
const HANGING_CALLBACKS = 100
const EUR_CODE = 978
/** Longer than the lifetime of an unpaid order. */
const CLOCK_MOVE = 'PT1H'
const GIVEN_UP_MS = 30_000

export async function measureDue({ clock, callbacks }: Files, plan: Plan, report: Report) {
  const orders = plan.due.orders.toLocaleString('en-US')
  const sent = plan.due.callbacks.toLocaleString('en-US')
  report.heading('Due work, on the embedded database')
  const moveMs = await moveOver(`sqlite:${clock}`, plan.due.orders)
  report.judged(`clock moved over ${orders} expiring orders`, moveMs, 'ms', { atMost: 2000 })
  const deliveryMs = await deliver(`sqlite:${callbacks}`, plan.due.callbacks)
  report.judged(`${sent} callbacks, beside one that hangs`, deliveryMs, 'ms', { atMost: 3000 })
}

async function moveOver(database: string, count: number): Promise<number> {
  await fill(database, count)
  const service = await startService(database)
  try {
    const began = performance.now()
    await moveClock(service.url, count)
    return performance.now() - began
  } finally {
    await service.stop()
  }
}

/** Milliseconds from the request until the last callback arrived. */
async function deliver(database: string, count: number): Promise<number> {
  const arrived = new Set<string>()
  const shop = await Receiver.open((query, answer) => {
    arrived.add(query.get('mdOrder') ?? '')
    answer()
    if (arrived.size === count) shop.server.emit('complete')
  })
  const hanging = await Receiver.open(() => undefined)
  await fill(database, HANGING_CALLBACKS, hanging.url)
  await fill(database, count, shop.url)
  const service = await startService(database)
  try {
    const complete = once(shop.server, 'complete', { signal: AbortSignal.timeout(GIVEN_UP_MS) })
    const began = performance.now()
    await moveClock(service.url, HANGING_CALLBACKS + count)
    await complete
    return performance.now() - began
  } finally {
    await service.stop()
    shop.close()
    hanging.close()
  }
}

class Receiver {
  readonly server: Server
  readonly url: string

  private constructor(server: Server, url: string) {
    this.server = server
    this.url = url
  }

  static async open(take: (query: URLSearchParams, answer: () => void) => void): Promise<Receiver> {
    const server = createServer((request, response) => {
      request.resume()
      take(new URL(request.url ?? '', 'http://receiver').searchParams, () => response.end('OK'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
    return new Receiver(server, `http://127.0.0.1:${address.port}/callback`)
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}

const fill = (database: string, count: number, callbackUrl?: string): Promise<void> =>
  withSandcard(database, async (sandcard) => {
    const project = await demoProject(sandcard)
    await registerOrders(sandcard.service, project, count, callbackUrl)
  })

/** Registers orders with the engine of a service in this process. */
export async function registerOrders(
  service: Service,
  project: Project,
  count: number,
  callbackUrl?: string,
): Promise<void> {
  const register = () =>
    service.execute(project, 'registerOrder', {
      orderId: gatewayId(project.number, Date.now(), randomBytes(8)),
      number: null,
      twoStage: false,
      amount: 2000,
      currency: EUR_CODE,
      clientId: null,
      features: [],
      request: {
        returnUrl: 'https://shop.example/return',
        language: 'en',
        params: {},
        ...(callbackUrl !== undefined && { dynamicCallbackUrl: callbackUrl }),
      },
    })
  for (let made = 0; made < count; made += STEP_ORDERS)
    await Promise.all(Array.from({ length: Math.min(STEP_ORDERS, count - made) }, register))
}

async function moveClock(url: string, expiring: number): Promise<void> {
  const answer = await fetch(`${url}/control/v1/clock`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ advance: CLOCK_MOVE }),
  })
  const { ran } = (await answer.json()) as { ran?: number }
  if (ran !== expiring) throw new Error(`${ran} due items ran instead of ${expiring}`)
}
