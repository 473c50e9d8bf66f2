// Explains a request that was refused before it reached the project's data, such as one with an
// invalid parameter. It made no decision, so only the request log has a trace of it.

import type { LoggedDetail } from '../../../activity/log-entry.ts'
import type { DetailedLogEntry } from '../../../store/reads/request-log.ts'
import { iso } from '../schemas.ts'
import { FAULT_REMEDIES } from './fault-remedies.ts'

/** Response fields that state the reason: in problems, at C and at A. */
const REASON_MEMBERS = ['detail', 'errorMessage', 'message', 'faultstring', 'error'] as const

/** The explanation of a refused request in the log; undefined if the request was not refused. */
export function explainRefusal(entry: DetailedLogEntry) {
  const { requestId, operation, api, at, errorCode, status } = entry
  if (entry.outcome !== 'refused') return undefined
  const { response } = JSON.parse(entry.detail) as LoggedDetail
  const body = objectOf(response.body)
  const issues = issuesOf(body)
  const pointer = issues[0]?.pointer
  const code = errorCode ?? String(status)
  const remedies: Readonly<Record<string, string>> = FAULT_REMEDIES
  return {
    requestId,
    at: iso(at),
    operation,
    code,
    api: api === 'page' ? 'C' : api,
    outcome: 'refused' as const,
    reason:
      issuesText(issues) ??
      reasonOf(body) ??
      `The request was refused with HTTP status ${status ?? 'unknown'}.`,
    wouldChange:
      remedies[code] ??
      (pointer === undefined
        ? 'Correct the request: see the reason above. The reference lists its parameters.'
        : `Correct ${pointer}. The reference lists its values.`),
    facts: { at: iso(at), ...(pointer !== undefined && { member: pointer }) },
  }
}

function objectOf(body: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    // A page or a truncated body states no reason that can be read.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function reasonOf(body: Readonly<Record<string, unknown>>): string | undefined {
  for (const member of REASON_MEMBERS) {
    const value = body[member]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) {
      const inner = reasonOf(value as Readonly<Record<string, unknown>>)
      if (inner !== undefined) return inner
    }
  }
  return undefined
}

interface Issue {
  readonly pointer: string
  readonly detail: string
}

/** The fields that a validation problem names. */
const issuesOf = ({ errors }: Readonly<Record<string, unknown>>): readonly Issue[] =>
  (Array.isArray(errors) ? (errors as readonly Partial<Issue>[]) : []).flatMap(
    ({ pointer, detail }) =>
      typeof pointer === 'string' && pointer !== '' && typeof detail === 'string'
        ? [{ pointer, detail }]
        : [],
  )

const issuesText = (issues: readonly Issue[]): string | undefined =>
  issues.length === 0
    ? undefined
    : `${issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}.`
