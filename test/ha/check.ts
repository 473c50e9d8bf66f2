// `npm run ha-check`: kills and pauses the primary of a PostgreSQL cluster, with its etcd member,
// while two service processes behind a load balancer use it. They must recover without
// intervention, and nothing acknowledged may be lost.

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { startBalancer } from '../kit/haproxy.ts'
import { SandcardProcess } from '../kit/process.ts'
import { type ProjectAccess, ProjectLoad } from '../kit/project-load.ts'
import { Cluster, findPrograms } from './cluster.ts'
import { PaymentLoad } from './payments.ts'

const PROJECTS = 6
const PAYERS = 6
/** Acknowledged requests of each kind before a failure and after it. */
const LOAD = 200
/** The key of the leader expires after 20 s; then come the election and the checks of HAProxy. */
const RECOVERY_MAX_MS = 50_000
/** Far more than a healthy cluster needs for the load, on a busy machine. */
const LOAD_MAX_MS = 60_000
const POLL_MS = 20

const print = (line: string): void => void process.stdout.write(`${line}\n`)

interface Loads {
  readonly topUps: ProjectLoad
  readonly payments: PaymentLoad
}

const programs = findPrograms()
if (typeof programs === 'string') {
  print(`skipped: ${programs}`)
} else {
  const began = performance.now()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const cluster = await Cluster.start(programs)
  print(`✔ three nodes with a synchronous standby, primary ${await cluster.primary()}`)
  const settings = { DATABASE_URL: cluster.url, LOG_LEVEL: 'fatal' }
  const processes = [new SandcardProcess(settings), new SandcardProcess(settings)] as const
  try {
    const urls = [await processes[0].ready(), await processes[1].ready()] as const
    const balancer = await startBalancer(programs.haproxy, urls)
    const services = { urls, url: balancer.url }
    print('✔ two service processes behind HAProxy')
    await scenario('a killed primary', cluster, services, {
      fail: (primary) => cluster.kill(primary),
      mend: (primary) => cluster.restart(primary),
    })
    await scenario('a paused primary', cluster, services, {
      fail: async (primary) => cluster.pause(primary),
      // While customers continue to transfer: the former primary must accept none of it.
      mend: (primary) => cluster.resume(primary),
    })
    await balancer.stop()
  } finally {
    for (const each of processes) await each.stop('SIGTERM')
    await cluster.stop()
  }
  print(`took ${Math.round((performance.now() - began) / 1000)} s`)
}

interface Services {
  /** Of the load balancer. */
  readonly url: string
  /** Of each process. */
  readonly urls: readonly string[]
}

interface Failure {
  readonly fail: (primary: string) => Promise<void>
  readonly mend: (primary: string) => void
}

async function scenario(
  name: string,
  cluster: Cluster,
  { url, urls }: Services,
  { fail, mend }: Failure,
): Promise<void> {
  const projects = await Promise.all(Array.from({ length: PROJECTS }, () => newProject(url)))
  const [shop] = projects
  assert.ok(shop !== undefined)
  const topUps = await ProjectLoad.prepare(url, projects)
  const loads: Loads = { topUps, payments: new PaymentLoad(url, shop) }
  const customers = [topUps.run(), loads.payments.run(PAYERS)]
  await more(loads, LOAD)
  const before = await cluster.primary()
  await fail(before)
  const failedAt = performance.now()
  const acknowledged = topUps.acknowledged
  // Responses that were already in transit do not count as recovery.
  await Promise.all(urls.map((each) => untilReady(each, 503, failedAt)))
  await Promise.all(urls.map((each) => untilReady(each, 200, failedAt)))
  const recoveryMs = performance.now() - failedAt
  await more(loads, LOAD)
  const after = await cluster.primary()
  assert.notEqual(after, before, 'no standby was promoted')
  mend(before)
  await more(loads, LOAD)
  await cluster.untilWhole()
  topUps.stop()
  loads.payments.stop()
  await Promise.all(customers)
  await topUps.audit()
  await loads.payments.audit()
  print(
    `✔ ${name}: ${before} to ${after}, ready again after ${(recoveryMs / 1000).toFixed(1)} s; ` +
      `${topUps.acknowledged} top-ups (${acknowledged} before) and ` +
      `${loads.payments.acknowledged} payments acknowledged, none lost, the books balance`,
  )
}

async function newProject(url: string): Promise<ProjectAccess> {
  const response = await fetch(`${url}/control/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return (await response.json()) as ProjectAccess
}

/** Resolves when this many more requests of each kind were acknowledged. */
async function more({ topUps, payments }: Loads, count: number): Promise<void> {
  const goals = [topUps.acknowledged + count, payments.acknowledged + count] as const
  const deadline = performance.now() + LOAD_MAX_MS
  while (topUps.acknowledged < goals[0] || payments.acknowledged < goals[1]) {
    if (performance.now() > deadline)
      throw new Error(
        `only ${topUps.acknowledged} of ${goals[0]} top-ups and ${payments.acknowledged} of ${goals[1]} payments were acknowledged`,
      )
    await wait(POLL_MS)
  }
}

async function untilReady(url: string, status: 200 | 503, failedAt: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/readyz`)
    await response.arrayBuffer()
    if (response.status === status) return
    if (performance.now() - failedAt > RECOVERY_MAX_MS)
      throw new Error(`/readyz does not return ${status} after ${RECOVERY_MAX_MS / 1000} s`)
    await wait(POLL_MS)
  }
}
