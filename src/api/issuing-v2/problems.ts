// The problems of interface B (RFC 9457): status and title by a stable code, and the problem of
// each fault.

import type { CardFaultCode } from '../../kernel/fault.ts'
import type { Issue } from '../../web/http/responses/error.ts'
import { REQUIRED } from '../../web/http/schemas/violation-detail.ts'
import { answerProblems, type Problem, problemsOf, sentenceOf } from '../endpoint/problems.ts'

// prettier-ignore
export const PROBLEMS = {
  'malformed-json':              [400, 'The body is not JSON'],
  'missing-query-parameter':     [400, 'A query parameter is missing'],
  'invalid-query-parameter':     [400, 'A query parameter is invalid'],
  'invalid-idempotency-key':     [400, 'The Idempotency-Key is invalid'],
  'unauthorized':                [401, 'The API key is missing or invalid'],
  'quota-exceeded':              [403, 'The project has reached its row limit or byte limit'],
  'not-found':                   [404, 'Unknown path'],
  'cardholder-not-found':        [404, 'Cardholder not found'],
  'card-not-found':              [404, 'Card not found'],
  'method-not-allowed':          [405, 'The method is not allowed'],
  'card-status-final':           [409, 'The card’s status cannot be changed'],
  'cardholder-already-has-card': [409, 'The cardholder already has a card'],
  'card-pool-exhausted':         [409, 'The card pool is exhausted'],
  'pin-nonce-used':              [409, 'The nonce of the PIN has already been used'],
  'body-too-large':              [413, 'The body is too large'],
  'unsupported-media-type':      [415, 'The body must be application/json'],
  'validation-failed':           [422, 'The request is invalid'],
  'no-parameter':                [422, 'The request changes nothing'],
  'too-many-parameters':         [422, 'Only one parameter can be changed at a time'],
  'unknown-product':             [422, 'Unknown card product'],
  'cardholder-unknown':          [422, 'Unknown cardholder'],
  'card-unknown':                [422, 'Unknown card'],
  'unsupported-currency':        [422, 'The currency is not supported'],
  'pin-not-decryptable':         [422, 'The PIN cannot be decrypted'],
  'invalid-pin':                 [422, 'The PIN is invalid'],
  'idempotency-mismatch':        [422, 'The Idempotency-Key was used with another body'],
  'rate-limited':                [429, 'Too many requests'],
  'internal':                    [500, 'Internal error'],
  'unavailable':                 [503, 'The service is not available'],
  'outcome-unknown':             [503, 'The outcome of the request is unknown'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>

type ProblemCode = keyof typeof PROBLEMS

export const problem = problemsOf<ProblemCode>(PROBLEMS)

// A fault that only other interfaces have is reported as an invalid request.
// prettier-ignore
const FAULTS = {
  'account-full':           'validation-failed',
  'account-unknown':        'validation-failed',
  'amount-invalid':         'validation-failed',
  'busy':                   'unavailable',
  'card-not-found':         'card-not-found',
  'card-unknown':           'card-unknown',
  'cardholder-has-card':    'cardholder-already-has-card',
  'cardholder-not-found':   'cardholder-not-found',
  'cardholder-unknown':     'cardholder-unknown',
  'clock-backwards':        'validation-failed',
  'currency-unsupported':   'unsupported-currency',
  'customer-exists':        'validation-failed',
  'customer-unknown':       'validation-failed',
  'cycle-unsupported':      'validation-failed',
  'expiry-past':            'validation-failed',
  'external-id-used':       'validation-failed',
  'hot-status-unsupported': 'validation-failed',
  'idempotency-mismatch':   'idempotency-mismatch',
  'injected-failure':       'internal',
  'limit-unknown':          'validation-failed',
  'nonce-used':             'pin-nonce-used',
  // All random candidates were taken: a retry draws new ones.
  'number-exists':          'unavailable',
  'outcome-unknown':        'outcome-unknown',
  'parameter-invalid':      'validation-failed',
  'pin-invalid':            'invalid-pin',
  'pin-undecryptable':      'pin-not-decryptable',
  'pool-exhausted':         'card-pool-exhausted',
  'product-unknown':        'unknown-product',
  'quota-exceeded':         'quota-exceeded',
  'rate-limited':           'rate-limited',
  'status-already-active':  'validation-failed',
  'status-final':           'card-status-final',
  'status-not-active':      'validation-failed',
  'status-not-blocked':     'validation-failed',
  'unavailable':            'unavailable',
} as const satisfies Record<CardFaultCode, ProblemCode>

/** Maximum number of fields listed in one response. */
const ISSUES_MAX = 50

const NO_OBJECT = 'The body must be a JSON object.'

/** The error handler of this API. */
export const answerError = answerProblems<ProblemCode>({
  problem,
  faults: FAULTS,
  members: { source: '/sourceCard/cardNumber', destination: '/destinationCard/cardNumber' },
  // prettier-ignore
  refused: {
    'malformed':  ['malformed-json', NO_OBJECT],
    'media-type': ['unsupported-media-type', 'Send the body as application/json.'],
    'too-large':  ['body-too-large', 'Send a body of up to {limit}.'],
    'bug':        ['internal', 'The service failed. Search its log for the Request-id of this response.'],
  },
  invalid({ isBody, issues }, { body }) {
    const listed = issues.slice(0, ISSUES_MAX)
    if (!isBody) return invalidQuery(listed)
    return body === undefined
      ? problem('malformed-json', NO_OBJECT)
      : problem('validation-failed', sentenceOf(listed), listed)
  },
  // Clients may compare the whole header, so it still includes the character set.
  contentType: 'application/problem+json; charset=utf-8',
})

/** A missing parameter is reported before any other error of the query. */
function invalidQuery(issues: readonly Issue[]): Problem {
  const missing = issues.find(({ detail }) => detail === REQUIRED)
  const [first = { pointer: '', detail: 'is not valid' }] = missing ? [missing] : issues
  const name = first.pointer.slice(1)
  return missing
    ? problem('missing-query-parameter', `${name} is required.`, issues)
    : problem('invalid-query-parameter', `${name} ${first.detail}.`, issues)
}

/** A field that matches the schema but is not valid. */
export function invalidMember(pointer: string, detail: string): Problem {
  const issues = [{ pointer, detail }]
  return problem('validation-failed', sentenceOf(issues), issues)
}

/** A query parameter that matches the schema but is not valid. */
export const invalidParameter = (name: string, detail: string): Problem =>
  problem('invalid-query-parameter', `${name} ${detail}.`, [{ pointer: `/${name}`, detail }])
