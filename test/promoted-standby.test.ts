// The primary of PostgreSQL is killed under load, and its synchronous standby is promoted. The
// service continues without a restart, and nothing acknowledged is lost. `npm run ha-check` tests
// the same with Patroni and HAProxy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databases } from './kit/databases.ts'
import { openCuttingProxy } from './kit/faulty-proxy.ts'
import { SandcardProcess } from './kit/process.ts'
import { type ProjectAccess, ProjectLoad } from './kit/project-load.ts'
import { startPair } from './kit/standby.ts'

const PROJECTS = 4
const LOAD = 100

const hasPostgres = databases.some(({ name }) => name === 'postgres')

test(
  'A promoted standby has all acknowledged top-ups, and the service uses it without a restart',
  { skip: (!hasPostgres || process.platform !== 'linux') && 'needs PostgreSQL on Linux' },
  async (t) => {
    const servers = await startPair()
    t.after(() => servers.stop())
    const proxy = await openCuttingProxy(servers.primaryUrl)
    t.after(() => proxy.close())
    const command = new SandcardProcess({ DATABASE_URL: proxy.url, LOG_LEVEL: 'fatal' })
    t.after(() => command.stop('SIGKILL'))
    const url = await command.ready()
    const projects = await Promise.all(Array.from({ length: PROJECTS }, () => newProject(url)))
    const load = await ProjectLoad.prepare(url, projects)
    const customers = load.run()
    await load.reached(LOAD)
    await servers.killPrimary()
    const before = load.acknowledged
    proxy.goAway()
    await servers.promote()
    proxy.pointTo(servers.standbyUrl)
    proxy.comeBack()
    await load.reachedByEach(LOAD / PROJECTS)
    load.stop()
    await customers
    await load.audit()
    t.diagnostic(`${before} acknowledged before, ${load.acknowledged - before} afterwards`)
    const { status } = await fetch(`${url}/readyz`)
    assert.equal(status, 200)
    assert.equal((await command.stop('SIGTERM')).code, 0)
  },
)

async function newProject(url: string): Promise<ProjectAccess> {
  const response = await fetch(`${url}/control/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return (await response.json()) as ProjectAccess
}
