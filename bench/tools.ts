// The cost of a tester's tools while they are turned on: webhook events, faults, and many projects
// with their own clocks, rules and faults. Measured in CPU time, which other programs affect less
// than the rate.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_KEY, type Cast, transferLoad, transfersOfProjects } from './cast.ts'
import { startService } from './child.ts'
import type { Load, Story } from './generator.ts'
import type { Bench, Plan } from './plan.ts'
import { processorSeconds } from './request-log.ts'
import { median, medianRatio, takeTurns } from './rounds.ts'
import { perSecond } from './report.ts'
import { payments } from './shop.ts'

const CONNECTION_COUNT = 32
const OTHER_OPERATION = 'getCardholder'

/** A fault for an operation that the load does not call, and one that applies to every call. */
const FAULTS = {
  'of another operation': { kind: 'error', api: 'B', operation: OTHER_OPERATION },
  'that meets every call': { kind: 'latency', ms: 0, api: 'B' },
} as const

export async function measureTools(
  { url, cast }: { url: string; cast: Cast },
  plan: Plan,
  { generator, report }: Bench,
): Promise<void> {
  report.heading('Tools of testers, by processor time (SQLite)')
  const service = await startService(url)
  const receiver = await eventReceiver()
  const call = <T>(method: string, path: string, body?: unknown, apiKey = API_KEY): Promise<T> =>
    control<T>(service.url, { method, path, body, apiKey })
  /** Stories per second of CPU time, after `prepare`. */
  const rateOf = (load: Load, prepare: () => Promise<unknown>) => async (): Promise<number> => {
    await prepare()
    const before = await processorSeconds(service.url)
    const began = performance.now()
    const rate = await generator.rate(load, plan.seconds)
    const seconds = (performance.now() - began) / 1000
    return (rate * seconds) / ((await processorSeconds(service.url)) - before)
  }
  const compare = async (
    name: string,
    load: Load,
    turns: readonly [off: () => Promise<unknown>, on: () => Promise<unknown>],
  ): Promise<void> => {
    const rates = await takeTurns(plan.rounds, {
      off: rateOf(load, turns[0]),
      on: rateOf(load, turns[1]),
    })
    const ratio = medianRatio(rates.on, rates.off).toFixed(2)
    report.fact(name, `${perSecond(median(rates.on))}, ${ratio} of those without`)
  }
  try {
    const paid = payments(service.url, CONNECTION_COUNT)
    await generator.rate(paid, plan.warmUpSeconds)
    let webhook: string | undefined
    await compare('orders paid, with their events sent', paid, [
      async () => {
        if (webhook !== undefined) await call('DELETE', `/webhooks/${webhook}`)
      },
      async () => {
        const { port } = receiver.address() as AddressInfo
        const body = { url: `http://127.0.0.1:${port}/`, events: ['order.*'] }
        webhook = (await call<{ id: string }>('POST', '/webhooks', body)).id
      },
    ])
    if (webhook !== undefined) await call('DELETE', `/webhooks/${webhook}`)
    const moved = transferLoad(service.url, cast, CONNECTION_COUNT)
    await generator.rate(moved, plan.warmUpSeconds)
    for (const [name, fault] of Object.entries(FAULTS))
      await compare(`transfers with a fault ${name}`, moved, [
        () => call('DELETE', '/faults'),
        () => call('PUT', '/faults', { seed: 1, faults: [fault] }),
      ])
    await call('DELETE', '/faults')
    const stories = await transfersOfProjects(service.url, plan.portal.projects)
    const keys = [...new Set(stories.map(apiKeyOf))]
    const many = { ...moved, stories }
    const rule = { id: 'late', match: { panSuffix: '0000' }, outcome: { actionCode: 116 } }
    const fault = { kind: 'error', operation: OTHER_OPERATION }
    const inAll = (work: (apiKey: string, index: number) => Promise<unknown>) => async () => {
      for (const [index, apiKey] of keys.entries()) await work(apiKey, index)
    }
    await compare(`transfers of ${keys.length} projects, each with its tools`, many, [
      inAll(async (apiKey) => {
        await call('PATCH', '/project', { outcomeRules: [] }, apiKey)
        await call('DELETE', '/faults', undefined, apiKey)
      }),
      inAll(async (apiKey, index) => {
        await call('POST', '/clock', { advance: `PT${index + 1}M` }, apiKey)
        await call('PATCH', '/project', { outcomeRules: [rule] }, apiKey)
        await call('PUT', '/faults', { seed: index, faults: [fault] }, apiKey)
      }),
    ])
  } finally {
    receiver.close()
    await service.stop()
  }
}

const apiKeyOf = (story: Story): string => story[0]?.headers?.['x-api-key'] ?? ''

interface ControlCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly apiKey: string
}

async function control<T>(url: string, { method, path, body, apiKey }: ControlCall): Promise<T> {
  const response = await fetch(`${url}/control/v1${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

/** Accepts every event. */
async function eventReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
