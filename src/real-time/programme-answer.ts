// Parses the answer of the decision server: status 200 with `{"decision": "approve"}`, and formats
// that handlers for other systems send.

import type { DeclineCode } from '../ledger/decline.ts'
import type { ProgrammeAnswer } from './real-time-decision.ts'

/** Some systems decline with this status, without a body. */
const PAYMENT_REQUIRED = 402

const DECISIONS: Readonly<Record<string, 'approve' | 'decline' | 'partial'>> = {
  approve: 'approve',
  approved: 'approve',
  decline: 'decline',
  declined: 'decline',
  partial: 'partial',
}

/** Reasons with which the server can decline; any other is treated as `do-not-honour`. */
const REASONS: readonly DeclineCode[] = [
  'do-not-honour',
  'insufficient-funds',
  'not-permitted',
  'suspected-fraud',
]

export const declineCodeOf = (reason: string | undefined): DeclineCode =>
  REASONS.find((code) => code === reason?.toLowerCase().replaceAll('_', '-')) ?? 'do-not-honour'

/** The answer with this status and body; `asked` is the requested amount. */
export function programmeAnswer(
  httpStatus: number | null,
  body: string,
  asked: number,
): ProgrammeAnswer {
  if (httpStatus === PAYMENT_REQUIRED) return { kind: 'decline' }
  if (httpStatus !== 200) return failed(`the server answered with status ${httpStatus ?? 'none'}`)
  const members = membersOf(body)
  if (members === undefined) return failed('the answer is not a JSON object')
  const { decision, approved, amount, reason } = members
  const kind = typeof approved === 'boolean' ? (approved ? 'approve' : 'decline') : named(decision)
  if (kind === undefined) return failed('the answer has no valid `decision`')
  if (kind === 'decline')
    return { kind, ...(typeof reason === 'string' && { reason: reason.slice(0, 100) }) }
  if (amount === undefined || amount === null)
    return kind === 'partial' ? failed('a partial approval needs an `amount`') : { kind }
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1 || amount > asked)
    return failed(`\`amount\` must be an integer from 1 to ${asked}`)
  return amount === asked ? { kind: 'approve' } : { kind: 'partial', amount }
}

const failed = (error: string): ProgrammeAnswer => ({ kind: 'error', error })

const named = (decision: unknown) =>
  typeof decision === 'string' && Object.hasOwn(DECISIONS, decision.toLowerCase())
    ? DECISIONS[decision.toLowerCase()]
    : undefined

function membersOf(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(body)
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
    return isObject ? (json as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}
