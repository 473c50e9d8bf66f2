// Two processes behind HAProxy with the configuration in `deploy/`: the requests of a project reach
// one process, and a drained or killed process loses nothing. Skipped without HAProxy.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databases, type OpenDatabase } from './kit/databases.ts'
import { freePort } from './kit/free-port.ts'
import { findHaproxy, type LoadBalancer, startBalancer } from './kit/haproxy.ts'
import { SandcardProcess } from './kit/process.ts'
import { type ProjectAccess, ProjectLoad } from './kit/project-load.ts'

/** Minimum number of projects that each process serves, and maximum number of all projects. */
const PROJECTS_EACH = 3
const PROJECTS_MAX = 60
const program = findHaproxy()
const postgres = databases.find(({ name }) => name === 'postgres')
const skip =
  postgres === undefined
    ? 'several processes need PostgreSQL'
    : program === undefined && 'HAProxy is not installed (Debian: apt-get install haproxy)'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const UNKNOWN_ORDER = '01900000-0000-7000-8000-000000000001'

interface Request {
  readonly what: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const basic = ({ login, password }: { login: string; password: string }): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** Requests of every interface that identify a project, each in its own way. */
const requestsOf = ({ interfaceA, interfaceB, interfaceC }: ProjectAccess): readonly Request[] => {
  const merchant = interfaceC.userName.replace(/-api$/, '')
  const order = `orderId=${UNKNOWN_ORDER}`
  const pair = `userName=${interfaceC.userName}&password=${interfaceC.password}`
  return [
    {
      what: 'A',
      path: '/v1/apigate/ws/rest/getCardData',
      headers: { authorization: basic(interfaceA), 'content-type': 'application/json' },
      body: '{"cardIdentification":{"cardId":"1","expDate":"203012"}}',
    },
    { what: 'B', path: '/v2/cards', headers: { 'x-api-key': interfaceB.apiKey } },
    { what: 'control', path: '/control/v1/ledger', headers: { 'X-API-KEY': interfaceB.apiKey } },
    {
      what: 'C with a login',
      path: '/payment/rest/getOrderStatusExtended.do',
      headers: FORM,
      body: `${order}&${pair}`,
    },
    {
      what: 'C with a long form',
      path: '/payment/rest/register.do',
      headers: FORM,
      body: `description=${'x'.repeat(500)}&amount=100&returnUrl=https%3A%2F%2Fshop.example&${pair}`,
    },
    {
      what: 'C with a token',
      path: '/payment/rest/getOrderStatusExtended.do',
      headers: FORM,
      body: `${order}&token=${interfaceC.token}`,
    },
    {
      what: 'C with a query',
      path: `/payment/rest/getOrderStatusExtended.do?${order}&${pair}`,
    },
    {
      what: "a payer's page",
      path: `/payment/merchants/${merchant}/payment_en.html?mdOrder=${UNKNOWN_ORDER}`,
    },
  ]
}

describe('Two processes behind HAProxy', { skip }, () => {
  let opened: OpenDatabase
  let processes: [SandcardProcess, SandcardProcess]
  let urls: readonly [string, string]
  let balancer: LoadBalancer
  let projects: readonly ProjectAccess[]

  const start = (port: number): SandcardProcess =>
    new SandcardProcess({ DATABASE_URL: opened.url, PORT: String(port) })
  const command = (which: 0 | 1, state: 'drain' | 'ready'): Promise<string> =>
    balancer.command(`set server sandcard/process-${which + 1} state ${state}`)

  before(async () => {
    assert.ok(postgres !== undefined && program !== undefined)
    opened = await postgres.openMigrated()
    // Not a port that the system assigns, because another program could get it before a restart.
    processes = [start(await freePort()), start(await freePort())]
    urls = [await processes[0].ready(), await processes[1].ready()]
    balancer = await startBalancer(program, urls)
    projects = await projectsOfBoth()
  })
  after(async () => {
    await balancer.stop()
    for (const each of processes) await each.stop('SIGKILL')
    await opened.drop()
  })

  /** How many requests each process has served. */
  const served = (): Promise<readonly number[]> =>
    Promise.all(urls.map((url) => requestsServed(url)))
  const servedBy = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    const earlier = await served()
    await work()
    return (await served()).map((count, index) => count - (earlier[index] ?? 0))
  }

  /** The process that serves a project. */
  const homeOf = async ({ interfaceB }: ProjectAccess): Promise<number> => {
    const counts = await servedBy(() =>
      fetch(`${balancer.url}/v2/cards`, { headers: { 'x-api-key': interfaceB.apiKey } }),
    )
    return counts.indexOf(1)
  }
  /** The credentials are random, and so is the process of each project. */
  const projectsOfBoth = async (): Promise<readonly ProjectAccess[]> => {
    const made: ProjectAccess[] = []
    const counts = [0, 0]
    while (counts.some((count) => count < PROJECTS_EACH)) {
      assert.ok(made.length < PROJECTS_MAX, `${made.length} projects, by process: ${counts.join()}`)
      const project = await newProject(balancer.url)
      made.push(project)
      const home = await homeOf(project)
      counts[home] = (counts[home] ?? 0) + 1
    }
    return made
  }
  const homes = async (): Promise<readonly number[]> => {
    const found: number[] = []
    for (const project of projects) found.push(await homeOf(project))
    return found
  }

  test('the requests of a project reach the same process on every interface', async () => {
    for (const project of projects.slice(0, 4)) {
      const home = await homeOf(project)
      for (const request of requestsOf(project)) {
        const counts = await servedBy(() => send(balancer.url, request))
        assert.deepEqual(counts, home === 0 ? [1, 0] : [0, 1], request.what)
      }
    }
  })

  test('no request fails while a process is drained, stopped and started again', async () => {
    const settled = await homes()
    const load = await ProjectLoad.prepare(balancer.url, projects)
    const customers = load.run()
    await load.reached(60)
    await command(0, 'drain')
    const [drained] = urls
    await untilIdle(drained, load)
    assert.equal((await processes[0].stop('SIGTERM')).code, 0)
    await load.reached(load.acknowledged + 60)
    load.slow()
    processes[0] = start(Number(new URL(drained).port))
    await processes[0].ready()
    await command(0, 'ready')
    await load.reached(load.acknowledged + 20)
    await untilUp(balancer, load)
    load.stop()
    await customers
    assert.equal(load.failed, 0)
    await load.audit()
    assert.deepEqual(await homes(), settled)
  })

  test('a killed process loses no acknowledged request, and the other one serves its projects', async () => {
    const settled = await homes()
    const load = await ProjectLoad.prepare(balancer.url, projects)
    const customers = load.run()
    await load.reached(60)
    await processes[1].stop('SIGKILL')
    // Twice per project, including the killed process's projects.
    await load.reachedByEach(5)
    load.slow()
    processes[1] = start(Number(new URL(urls[1]).port))
    await processes[1].ready()
    await untilUp(balancer, load)
    await load.reachedByEach(5)
    load.stop()
    await customers
    await load.audit()
    assert.deepEqual(await homes(), settled)
  })
})

async function newProject(url: string): Promise<ProjectAccess> {
  const response = await fetch(`${url}/control/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return (await response.json()) as ProjectAccess
}

const send = async (url: string, { path, headers = {}, body }: Request): Promise<void> => {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  await response.arrayBuffer()
  assert.ok(response.status < 500, `${path}: ${response.status}`)
}

/** Requests of people and programs, without those for health and metrics. */
async function requestsServed(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return [...metrics.matchAll(/^sandcard_requests_total\{([^}]*)\} (\d+)/gm)]
    .filter(([, labels]) => labels?.includes('interface="operations"') === false)
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}

/** Resolves when others have got responses and this process none. */
async function untilIdle(url: string, load: ProjectLoad): Promise<void> {
  for (let last = -1; ;) {
    const count = await requestsServed(url)
    if (count === last) return
    last = count
    await load.reached(load.acknowledged + 20)
  }
}

/** Resolves when both processes pass their health checks, asked between requests of the load. */
async function untilUp(balancer: LoadBalancer, load: ProjectLoad): Promise<void> {
  for (;;) {
    const states = (await balancer.command('show stat'))
      .split('\n')
      .filter((line) => line.startsWith('sandcard,process-'))
    if (states.length === 2 && states.every((line) => line.split(',')[17] === 'UP')) return
    await load.reached(load.acknowledged + 1)
  }
}
