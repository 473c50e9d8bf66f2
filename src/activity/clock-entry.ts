// A change of the project's clock as an entry of the request log, for the event stream.

import { randomUUID } from 'node:crypto'
import { clockTime, type Dataset } from '../kernel/dataset.ts'
import type { NewLogEntry } from '../store/request-log-statements.ts'

/** The clock after the change. */
interface ClockEvent {
  /** The project's time. */
  readonly now: string
  readonly frozen: boolean
  readonly offsetMs: number
}

/** The entry of a commit that moved, froze or unfroze the clock; undefined for other commits. */
export function clockEntry(
  [before, after]: readonly [before: Dataset, after: Dataset],
  realNow: number,
): NewLogEntry | undefined {
  if (before.offsetMs === after.offsetMs && before.frozenAt === after.frozenAt) return undefined
  const event: ClockEvent = {
    now: new Date(clockTime(after, realNow)).toISOString(),
    frozen: after.frozenAt !== null,
    offsetMs: after.offsetMs,
  }
  return {
    kind: 'clock',
    at: realNow,
    requestId: randomUUID(),
    api: 'control',
    operation: 'clock',
    method: '',
    path: '',
    status: null,
    errorCode: null,
    outcome: 'approved',
    durationUs: 0,
    isDecision: false,
    ids: '[]',
    search: '',
    detail: JSON.stringify(event),
  }
}
