// The package in a test process: import, start, and projects, each measured in a new process.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plan } from './plan.ts'
import type { Report } from './report.ts'
import { median } from './rounds.ts'

const CHILD = fileURLToPath(new URL('in-process-child.ts', import.meta.url))

/** Milliseconds, as the child prints them. */
interface Times {
  readonly import: number
  readonly start: number
  readonly firstProject: number
  readonly nextProject: number
}

export async function measureInProcess(plan: Plan, report: Report): Promise<void> {
  report.heading('The package in a test process, on SQLite in memory')
  const rounds: Times[] = []
  for (let round = 1; round <= plan.starts; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD])
    rounds.push(JSON.parse(stdout) as Times)
  }
  const of = (name: keyof Times): number => median(rounds.map((times) => times[name]))
  report.judged('import of the package', of('import'), 'ms', { atMost: 400 })
  report.judged('from settings to ready', of('start'), 'ms', { atMost: 150 })
  report.judged('first project', of('firstProject'), 'ms', { atMost: 20 })
  report.judged('median of further projects', of('nextProject'), 'ms', { atMost: 5 })
}
