// What the service and the web layer refuse, translated into this interface's problems.

import type { CardFaultCode, Fault, FaultCode } from '../../domain/fault.ts'
import { type Issue, type Refusal, refusalOf } from '../http/refusal.ts'
import { Problem, type ProblemCode } from './problems.ts'

// A fault that only another face can meet answers as a request that is not valid.
// prettier-ignore
const FAULT_PROBLEM = {
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
  'hot-status-unsupported': 'validation-failed',
  'idempotency-mismatch':   'idempotency-mismatch',
  'limit-unknown':          'validation-failed',
  'nonce-used':             'pin-nonce-used',
  // Chance drew only numbers that are taken: the next try draws others.
  'number-exists':          'unavailable',
  'outcome-unknown':        'outcome-unknown',
  'parameter-invalid':      'validation-failed',
  'pin-invalid':            'invalid-pin',
  'pin-undecryptable':      'pin-not-decryptable',
  'pool-exhausted':         'card-pool-exhausted',
  'product-unknown':        'unknown-product',
  'status-already-active':  'validation-failed',
  'status-final':           'card-status-final',
  'status-not-active':      'validation-failed',
  'status-not-blocked':     'validation-failed',
  'unavailable':            'unavailable',
} as const satisfies Record<CardFaultCode, ProblemCode>

const isKnownFault = (code: FaultCode): code is CardFaultCode => Object.hasOwn(FAULT_PROBLEM, code)

/** The problem an error is answered with. `hasBody` tells an absent body from a wrong one. */
export function problemOf(error: unknown, hasBody: boolean): Problem {
  return error instanceof Problem ? error : problemOfRefusal(refusalOf(error), hasBody)
}

function problemOfRefusal(refusal: Refusal, hasBody: boolean): Problem {
  switch (refusal.kind) {
    case 'fault':
      return problemOfFault(refusal.fault)
    case 'malformed':
      return new Problem('malformed-json', 'The body must be a JSON object.')
    case 'invalid':
      if (refusal.where !== 'body') return problemOfQuery(refusal.issues)
      if (!hasBody) return new Problem('malformed-json', 'The body must be a JSON object.')
      return new Problem(
        'validation-failed',
        'Some members of the body are not valid.',
        refusal.issues,
      )
    case 'media-type':
      return new Problem('unsupported-media-type', 'Send the body as application/json.')
    case 'too-large':
      return new Problem('body-too-large', 'The body is larger than any this interface takes.')
    case 'timeout':
      return new Problem('unavailable', 'The answer took too long. Try again shortly.')
    case 'bug':
      return new Problem('internal', 'Something went wrong. Support finds it by the request id.')
  }
}

function problemOfFault({ code, message, pointer }: Fault): Problem {
  if (!isKnownFault(code)) throw new Error(`the cards interfaces cannot meet ${code}`)
  const issues = pointer === undefined ? [] : [{ pointer, detail: message }]
  return new Problem(FAULT_PROBLEM[code], message, issues)
}

/** A query that lacks what it must have is told so before anything else is. */
function problemOfQuery(issues: readonly Issue[]): Problem {
  const missing = issues.find(({ detail }) => detail.startsWith('must have required property'))
  const [first = { pointer: '', detail: 'is not valid' }] = missing ? [missing] : issues
  const code = missing ? 'missing-query-parameter' : 'invalid-query-parameter'
  const name = first.pointer.slice(1)
  return new Problem(code, missing ? `${name} is missing.` : `${name}: ${first.detail}`, issues)
}
