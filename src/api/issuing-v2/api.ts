// The properties of interface B: an API key in X-API-KEY, a Request-id on every response, problem
// details (RFC 9457) for errors, and one response per Idempotency-Key.

import { byApiKey, callerByApiKey } from '../endpoint/access.ts'
import { operationsOf } from '../endpoint/operation.ts'
import { problemAnswers, problemCodes } from '../endpoint/problems.ts'
import type { Api } from '../endpoint/serve.ts'
import { idempotencyOf, keepBodyText } from './idempotency.ts'
import { answerError, problem, PROBLEMS } from './problems.ts'

const access = byApiKey('cards', () =>
  problem('unauthorized', 'Send the API key of your project in X-API-KEY.'),
)

/** Declares an operation of this API. */
export const operation = operationsOf('B', access, PROBLEMS)

export const api: Api = {
  name: 'B',
  // Responses contain card numbers, so no cache may store them.
  headers: (request) => ({ 'Request-id': request.id, 'Cache-Control': 'no-store' }),
  readBodies: keepBodyText,
  answerError,
  notFound: (allow) =>
    allow === undefined
      ? problem('not-found', 'See /docs/b for the operations of interface B.')
      : problem('method-not-allowed', `This path allows ${allow}.`),
  callerOfUnknownPath: callerByApiKey,
  errorAnswers: problemAnswers(PROBLEMS, {
    '4xx': 'Refused: nothing was changed',
    '5xx': 'Failed or not available',
  }),
  codes: problemCodes(PROBLEMS),
  idempotency: { repeats: 'commands', of: idempotencyOf },
}
