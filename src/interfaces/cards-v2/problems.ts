// Every problem this interface answers, as a table: status and title by a stable code (RFC 9457).

import type { Issue } from '../http/refusal.ts'

type Row = readonly [status: number, title: string]

// prettier-ignore
export const PROBLEMS = {
  'malformed-json':              [400, 'The body is not JSON'],
  'missing-query-parameter':     [400, 'A query parameter is missing'],
  'invalid-query-parameter':     [400, 'A query parameter is not valid'],
  'invalid-idempotency-key':     [400, 'The Idempotency-Key is not valid'],
  'unauthorized':                [401, 'The API key is missing or not valid'],
  'not-found':                   [404, 'There is nothing at this address'],
  'cardholder-not-found':        [404, 'There is no such cardholder'],
  'card-not-found':              [404, 'There is no such card'],
  'method-not-allowed':          [405, 'The method is not allowed here'],
  'card-status-final':           [409, 'The status of the card cannot be changed'],
  'cardholder-already-has-card': [409, 'The cardholder has a card already'],
  'card-pool-exhausted':         [409, 'All cards of the pool are issued'],
  'pin-nonce-used':              [409, 'The nonce of the PIN was used before'],
  'body-too-large':              [413, 'The body is too large'],
  'unsupported-media-type':      [415, 'The body must be application/json'],
  'validation-failed':           [422, 'The request is not valid'],
  'no-parameter':                [422, 'The change is empty'],
  'too-many-parameters':         [422, 'Only one parameter may be changed at a time'],
  'unknown-product':             [422, 'There is no such card product'],
  'cardholder-unknown':          [422, 'There is no such cardholder'],
  'card-unknown':                [422, 'There is no such card'],
  'unsupported-currency':        [422, 'The currency is not supported'],
  'pin-not-decryptable':         [422, 'The PIN cannot be decrypted'],
  'invalid-pin':                 [422, 'The PIN is not valid'],
  'idempotency-mismatch':        [422, 'The Idempotency-Key was used with another body'],
  'internal':                    [500, 'The service failed'],
  'unavailable':                 [503, 'The service is not available'],
  'outcome-unknown':             [503, 'It is unknown whether the request took effect'],
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof PROBLEMS

/** More members than this are not listed in one answer. */
const MOST_ISSUES = 50

/** A refusal in this interface's words; thrown by what only this interface checks. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly issues: readonly Issue[]

  constructor(code: ProblemCode, detail: string, issues: readonly Issue[] = []) {
    super(detail)
    this.code = code
    this.issues = issues.slice(0, MOST_ISSUES)
  }

  get status(): number {
    return PROBLEMS[this.code][0]
  }

  /** The body of the answer, application/problem+json. */
  body(requestId: string): Record<string, unknown> {
    const [status, title] = PROBLEMS[this.code]
    return {
      type: `urn:problem:${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      requestId,
      ...(this.issues.length === 0 ? {} : { errors: this.issues }),
    }
  }
}

/** A member that the schema lets pass and that is wrong all the same. */
export const invalidMember = (pointer: string, detail: string): Problem =>
  new Problem('validation-failed', 'One member of the body is not valid.', [{ pointer, detail }])

/** A query parameter that the schema lets pass and that is wrong all the same. */
export const invalidParameter = (name: string, detail: string): Problem =>
  new Problem('invalid-query-parameter', `${name}: ${detail}`, [{ pointer: `/${name}`, detail }])
