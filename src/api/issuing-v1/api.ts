// The properties of interface A: Basic authentication, even for unknown operations; every operation
// is a POST of JSON; two kinds of errors, service faults and results with a response code.

import { byBasic } from '../endpoint/access.ts'
import { acceptJson, jsonParserOf } from '../../web/http/requests/json-body.ts'
import { operationsOf } from '../endpoint/operation.ts'
import type { Api } from '../endpoint/serve.ts'
import { errorAnswers } from './answers.ts'
import { CODES } from './code-meanings.ts'
import { SERVICE_FAULTS } from './codes.ts'
import { answerError, ServiceFault } from './errors.ts'

const access = byBasic(
  'apigate',
  () => new ServiceFault('unauthorized', 'The login or password is missing or wrong.'),
)

/** Declares an operation of this API. */
export const operation = operationsOf('A', access, SERVICE_FAULTS)

export const api: Api = {
  name: 'A',
  headers: (request) => ({ 'Request-id': request.id }),
  readBodies(app) {
    // Accepts JSON only. The framework's own parser of plain text would turn 415 into 400.
    app.removeAllContentTypeParsers()
    acceptJson(app, jsonParserOf(app))
  },
  answerError,
  notFound: (allow) =>
    allow === undefined
      ? new ServiceFault('unknown-operation', 'Unknown operation.')
      : new ServiceFault('wrong-method', `Call this operation with ${allow}.`),
  callerOfUnknownPath: access.admit,
  errorAnswers,
  codes: () => CODES,
}
