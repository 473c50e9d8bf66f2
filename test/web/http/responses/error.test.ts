// The kinds of errors that reach an error handler.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Fault } from '../../../../src/kernel/fault.ts'
import { requestErrorOf } from '../../../../src/web/http/responses/error.ts'

const withCode = (code: string, statusCode: number): Error =>
  Object.assign(new Error('x'), { code, statusCode })
const fault = new Fault('busy', 'Try again.')

// prettier-ignore
const ERRORS: readonly (readonly [what: string, thrown: unknown, taken: object])[] = [
  ['a fault',                     fault,                                          { kind: 'fault', fault }],
  ['a body of another type',      withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), { kind: 'media-type' }],
  ['a body that is too large',    withCode('FST_ERR_CTP_BODY_TOO_LARGE', 413),    { kind: 'too-large' }],
  ['a body that cannot be read',  withCode('FST_ERR_CTP_INVALID_JSON_BODY', 400), { kind: 'malformed' }],
  ['another Fastify error',       withCode('FST_ERR_X', 500),                     { kind: 'bug' }],
  ['any other error',             new Error('x'),                                 { kind: 'bug' }],
  ['an object without a type',    { statusCode: 400 },                            { kind: 'bug' }],
  ['nothing',                     undefined,                                      { kind: 'bug' }],
]

describe('An error that reaches the error handler', () => {
  for (const [what, thrown, taken] of ERRORS)
    test(`is recognised if it is ${what}`, () => {
      assert.deepEqual(requestErrorOf(thrown), taken)
    })
})
