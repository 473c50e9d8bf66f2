// Snapshots of a project with many orders, and a copy of a small one, on the embedded database. The
// longest delay is the longest gap that a reader of the event loop sees: other projects wait no
// longer for a turn.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { demoProject, withSandcard } from './cast.ts'
import { registerOrders } from './due.ts'
import type { Plan } from './plan.ts'
import type { Report } from './report.ts'

const NAME = 'bench'
const COPIES = 5
const NO_LIMITS = { rows: 0, bytes: 0 }
const NANOSECONDS = 1e6

export async function measureSnapshots(database: string, plan: Plan, report: Report) {
  const { orders: count } = plan.due
  const orders = count.toLocaleString('en-US')
  report.heading('Snapshots, on the embedded database')
  await withSandcard(database, async (sandcard) => {
    const { service } = sandcard
    const { snapshots } = service.directory
    const project = await demoProject(sandcard)
    await registerOrders(service, project, count)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const takeMs = await duration(() => snapshots.take(project, NAME, NO_LIMITS))
    const restoreMs = await duration(() => service.restore(project, NAME))
    delay.disable()
    report.judged(`snapshot of ${orders} orders`, takeMs, 'ms', { atMost: 200 })
    report.judged(`restore of ${orders} orders`, restoreMs, 'ms', { atMost: 200 })
    report.fact('longest delay of the event loop', `${Math.round(delay.max / NANOSECONDS)} ms`)
    const template = await service.directory.create('template')
    await snapshots.take(template, NAME, NO_LIMITS)
    const copies: number[] = []
    for (let copy = 0; copy < COPIES; copy++)
      copies.push(
        await duration(() =>
          service.directory.fork({ projectNumber: template.number, name: NAME }, { name: 'copy' }),
        ),
      )
    const median = copies.sort((a, b) => a - b)[Math.floor(COPIES / 2)] ?? 0
    report.judged('copy of a small project', median, 'ms', { atMost: 10 })
  })
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
