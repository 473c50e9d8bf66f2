// The errors of the control API as problem details: status and title for each stable code.

import type {
  AuthorisationFaultCode,
  CommonFaultCode,
  WebhookFaultCode,
} from '../../kernel/fault.ts'
import type { Issue } from '../../web/http/responses/error.ts'
import { answerProblems, type Problem, problemsOf, sentenceOf } from '../endpoint/problems.ts'

// prettier-ignore
export const PROBLEMS = {
  'malformed-json':         [400, 'The body is not JSON'],
  'invalid-parameter':      [400, 'A parameter is invalid'],
  'invalid-idempotency-key': [400, 'The Idempotency-Key is invalid'],
  'unauthorized':           [401, 'Credentials are missing or invalid'],
  'owner-required':         [403, 'Owner permission is required'],
  'quota-exceeded':         [403, 'The project has reached its row limit or byte limit'],
  'not-found':              [404, 'Unknown path'],
  'callback-not-found':     [404, 'Callback or key not found'],
  'real-time-decision-not-found': [404, 'Real-time decision not found'],
  'webhook-not-found':      [404, 'Webhook or delivery not found'],
  'cardholder-not-found':   [404, 'Cardholder not found'],
  'card-not-found':         [404, 'Card not found'],
  'order-not-found':        [404, 'Order not found'],
  'entry-not-found':        [404, 'Entry not found'],
  'decision-not-found':     [404, 'Decision not found'],
  'account-not-found':      [404, 'Account not found'],
  'fault-not-found':        [404, 'Fault not found'],
  'authorisation-not-found': [404, 'Authorisation not found'],
  'scenario-not-found':     [404, 'Scenario not found'],
  'receiver-not-found':     [404, 'Receiver not found'],
  'rule-not-found':         [404, 'Outcome rule not found'],
  'member-not-found':       [404, 'Member or invitation not found'],
  'request-not-found':      [404, 'Request not found'],
  'project-not-found':      [404, 'Project not found'],
  'snapshot-not-found':     [404, 'Snapshot not found'],
  'no-match-in-time':       [408, 'Nothing matched in time'],
  'method-not-allowed':     [405, 'The method is not allowed'],
  'authorisation-state':    [409, 'The authorisation’s status does not allow this'],
  'authorisation-of-order': [409, 'The authorisation belongs to an order of interface C'],
  'cardholder-already-has-card': [409, 'The cardholder already has a card'],
  'card-pool-exhausted':    [409, 'The card pool has too few cards left'],
  'already-a-member':       [409, 'The person is already a member'],
  'last-owner':             [409, 'A project must have an owner'],
  'rules-changed':          [409, 'The outcome rules have changed'],
  'snapshot-exists':        [409, 'A snapshot with this name already exists'],
  'content-too-large':      [413, 'The body is too large'],
  'unsupported-media-type': [415, 'The media type is not supported'],
  'validation-failed':      [422, 'The request is invalid'],
  'clock-backwards':        [422, 'The clock cannot move backwards'],
  'idempotency-mismatch':   [422, 'The Idempotency-Key was used with another body'],
  'parameter-invalid':      [422, 'A value is invalid'],
  'cursor-invalid':         [422, 'The cursor is invalid'],
  'ledger-too-large':       [422, 'There are too many accounts for one response'],
  'csv-invalid':            [422, 'The CSV file is invalid'],
  'rule-for-issued-card':   [422, 'The rule is for a card issued in this project'],
  'rule-never-matches':     [422, 'The rule can never match'],
  'too-many-faults':        [422, 'The project has reached its limit of faults'],
  'too-many-members':       [422, 'The project has reached its limit of members'],
  'fixtures-invalid':       [422, 'The fixtures are invalid'],
  'passphrase-required':    [422, 'The file needs a passphrase'],
  'snapshot-file-invalid':  [422, 'The file is damaged, incomplete or not a snapshot'],
  'snapshot-ambiguous':     [422, 'Several projects have a snapshot of this name'],
  'too-many-snapshots':     [422, 'The project has reached its limit of snapshots'],
  'too-many-receivers':     [422, 'The project has reached its limit of receivers'],
  'too-many-rules':         [422, 'The project has reached its limit of rules'],
  'demo-credentials':       [422, 'The demo project and its credentials cannot be deleted or rotated'],
  'unsupported-currency':   [422, 'The project does not accept the currency'],
  'too-many-emails':        [429, 'Too many emails were sent to this address'],
  'too-many-waits':         [429, 'The project has too many open waits'],
  'rate-limited':           [429, 'Too many requests'],
  'internal':               [500, 'Internal error'],
  'busy':                   [503, 'The service has too many waiting requests'],
  'outcome-unknown':        [503, 'The outcome of the request is unknown'],
  'too-many-streams':       [503, 'Too many streams of events are open'],
  'unavailable':            [503, 'The service is not available'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>

export type ProblemCode = keyof typeof PROBLEMS

export const problem = problemsOf<ProblemCode>(PROBLEMS)

/** Faults of commands that register people and issue cards. */
type IssuingFaultOfControl =
  | 'account-full'
  | 'card-not-found'
  | 'cardholder-has-card'
  | 'cardholder-unknown'
  | 'parameter-invalid'
  | 'pool-exhausted'

/** Any other fault is a bug. */
const FAULTS = {
  'account-full': 'parameter-invalid',
  'authorisation-not-found': 'authorisation-not-found',
  'authorisation-state': 'authorisation-state',
  busy: 'busy',
  'callback-not-found': 'callback-not-found',
  'card-not-found': 'card-not-found',
  'cardholder-has-card': 'cardholder-already-has-card',
  'cardholder-unknown': 'cardholder-not-found',
  'clock-backwards': 'clock-backwards',
  'idempotency-mismatch': 'idempotency-mismatch',
  'injected-failure': 'internal',
  'outcome-unknown': 'outcome-unknown',
  'parameter-invalid': 'parameter-invalid',
  'pool-exhausted': 'card-pool-exhausted',
  'quota-exceeded': 'quota-exceeded',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
  'webhook-not-found': 'webhook-not-found',
} as const satisfies Readonly<
  Record<
    | CommonFaultCode
    | AuthorisationFaultCode
    | WebhookFaultCode
    | 'callback-not-found'
    | IssuingFaultOfControl,
    ProblemCode
  >
>

/** The error handler of this API. */
export const answerError = answerProblems<ProblemCode>({
  problem,
  faults: FAULTS,
  // prettier-ignore
  refused: {
    'malformed':  ['malformed-json', 'The body must be valid JSON.'],
    'media-type': ['unsupported-media-type', 'Send the body as application/json.'],
    'too-large':  ['content-too-large', 'Send a body of up to {limit}.'],
    'bug':        ['internal', 'The service failed. Read the state before you retry, and search the log for this requestId.'],
  },
  invalid: ({ isBody, issues }) =>
    invalid(isBody ? 'validation-failed' : 'invalid-parameter', issues),
})

/** The error of a body that matches its schema but has an invalid value. */
export const unacceptable = (pointer: string, detail: string): Problem =>
  unacceptableValues([{ pointer, detail }])

/** Like `unacceptable`, for several values. */
export const unacceptableValues = (issues: readonly Issue[]): Problem =>
  invalid('validation-failed', issues)

/** One issue per field, because a value that fails all alternatives would have several. */
function invalid(
  code: 'validation-failed' | 'invalid-parameter',
  issues: readonly Issue[],
): Problem {
  const first = new Map<string, Issue>()
  for (const issue of issues) if (!first.has(issue.pointer)) first.set(issue.pointer, issue)
  const errors = [...first.values()]
  return problem(code, sentenceOf(errors), errors)
}
