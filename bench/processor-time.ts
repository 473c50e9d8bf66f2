// CPU time that processes have used so far, from /proc, which only exists on Linux.

import { readdirSync, readFileSync } from 'node:fs'

/** Ticks per second in /proc; the same on every Linux system that Node.js supports. */
const TICKS_PER_SECOND = 100

interface Usage {
  readonly parent: number
  /** Ticks of the process itself and of its terminated children. */
  readonly ticks: number
}

/** Seconds that the processes and all their descendants have used. */
export function processorSeconds(...pids: readonly number[]): number {
  const all = new Map<number, Usage>()
  for (const entry of readdirSync('/proc')) {
    const usage = /^\d+$/.test(entry) ? usageOf(entry) : undefined
    if (usage !== undefined) all.set(Number(entry), usage)
  }
  const belongs = (pid: number): boolean =>
    pids.includes(pid) || belongsTo(all.get(pid)?.parent, belongs)
  let ticks = 0
  for (const [pid, usage] of all) if (belongs(pid)) ticks += usage.ticks
  return ticks / TICKS_PER_SECOND
}

const belongsTo = (parent: number | undefined, belongs: (pid: number) => boolean): boolean =>
  parent !== undefined && parent > 1 && belongs(parent)

/** Undefined if the process has ended in the meantime. */
function usageOf(pid: string): Usage | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (index: number): number => Number(fields[index])
  return { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) }
}
