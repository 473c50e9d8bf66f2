// Many projects side by side, each with its own clock, rules and faults, invisible to the others.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { bodyOf, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { merchantOf, START } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const PROJECTS = 100
const DAY_MS = 86_400_000
/** The outcomes of the rules, one after the other. */
const ACTION_CODES = [116, 5, 123] as const

onEveryDatabase('A hundred projects', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  const timeOf = (index: number): string => new Date(START + index * DAY_MS).toISOString()
  /** Every third project has a fault. */
  const hasFault = (index: number): boolean => index % 3 === 0

  async function prepare(index: number): Promise<Project> {
    const project = await sandbox.newProject(`project ${index}`)
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    bodyOf(await call('POST', '/control/v1/clock', { freeze: true }), 200)
    bodyOf(await call('POST', '/control/v1/clock', { set: timeOf(index) }), 200)
    const actionCode = ACTION_CODES[index % ACTION_CODES.length]
    const outcomeRules = [{ id: `rule-${index}`, match: {}, outcome: { actionCode } }]
    bodyOf(await call('PATCH', '/control/v1/project', { outcomeRules }), 200)
    const fault = { api: 'B', kind: 'error', status: 503, times: 1 }
    if (hasFault(index)) bodyOf(await call('PUT', '/control/v1/faults', { faults: [fault] }), 200)
    return project
  }

  async function check(project: Project, index: number): Promise<void> {
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const clock = bodyOf<{ now: string }>(await call('GET', '/control/v1/clock'), 200)
    assert.equal(clock.now, timeOf(index))
    const merchant = merchantOf(sandbox, project)
    const order = await merchant.register()
    await merchant.call('paymentorder', paymentOf(order))
    const { actionCode } = await merchant.status(order)
    assert.equal(actionCode, ACTION_CODES[index % ACTION_CODES.length], project.name)
    const statuses = [
      await call('GET', '/v2/cardholders/1'),
      await call('GET', '/v2/cardholders/1'),
    ]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      hasFault(index) ? [503, 404] : [404, 404],
    )
    const { items } = bodyOf<{ items: { id: string }[] }>(
      await call('GET', '/control/v1/orders'),
      200,
    )
    assert.deepEqual(
      items.map(({ id }) => id),
      [order],
    )
  }

  test('have their own clocks, rules, faults and orders', async () => {
    const indexes = Array.from({ length: PROJECTS }, (_, index) => index)
    const projects = await Promise.all(indexes.map(prepare))
    await Promise.all(projects.map(check))
  })
})

/** A card in no list, so that the project's rule applies. */
const paymentOf = (orderId: string) => ({
  MDORDER: orderId,
  $PAN: '4000000000000010',
  $CVC: '123',
  YYYY: '2034',
  MM: '12',
  TEXT: 'ANN DOE',
  ip: '203.0.113.7',
})
