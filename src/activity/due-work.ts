// Due work that ran without a request, such as expired orders, as an entry of the request log.

import { randomUUID } from 'node:crypto'
import type { CommandChanges } from '../engine/command-changes.ts'
import type { Exchange, LoggedProject } from './exchange.ts'
import { isNamed } from './named-kind.ts'
import { type RecordChanges, recordChanges } from './record-changes.ts'

const NO_MESSAGE = { headers: {}, body: null, json: undefined, isCut: false }

/** The entry of a step of due work; undefined if it changed no record. */
export function dueWork(
  project: LoggedProject,
  changed: CommandChanges,
  { at, durationMs }: { readonly at: number; readonly durationMs: number },
): Exchange | undefined {
  const changes: RecordChanges = recordChanges([changed])
  if (changes.listed.length === 0 && changes.more.length === 0) return undefined
  return {
    requestId: randomUUID(),
    project,
    at,
    durationMs,
    api: 'due-work',
    operation: 'dueWork',
    method: '',
    path: '',
    status: null,
    errorCode: null,
    outcome: 'approved',
    injectedFault: undefined,
    request: NO_MESSAGE,
    response: NO_MESSAGE,
    results: [],
    changes,
    ids: changes.listed.flatMap(({ kind, id }) => (isNamed(kind) ? [{ kind, id }] : [])),
  }
}
