// The startup time of the command, and its memory when idle.

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startService } from './child.ts'
import type { Plan } from './plan.ts'
import { median } from './rounds.ts'
import type { Report } from './report.ts'

export async function measureFootprint(url: string, plan: Plan, report: Report): Promise<void> {
  report.heading('Start and memory, on an existing embedded database')
  const starts: number[] = []
  let memory: number | undefined
  for (let start = 1; start <= plan.starts; start++) {
    const service = await startService(url)
    starts.push(service.startMs)
    if (start === plan.starts) {
      await wait(plan.idleSeconds * 1000)
      memory = residentMegabytes(service.pid)
    }
    await service.stop()
  }
  report.judged('from spawn to the ready line', median(starts), 'ms', { atMost: 700, goal: 500 })
  if (memory === undefined) report.skipped('resident memory', 'this system has no /proc to read')
  else report.judged('resident memory when idle', memory, 'MB', { atMost: 120, goal: 110 })
}

function residentMegabytes(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1_000_000
}
