// Definitions of the control API: authentication by API key, or by admin token to create projects;
// optional bodies; problem details (RFC 9457) for errors.

import { errorCodes, type FastifyInstance } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import { acceptJson, jsonParserOf } from '../../web/http/requests/json-body.ts'
import { byApiKey, isOperator, OPERATOR_SECURITY, callerByApiKey } from '../endpoint/access.ts'
import { type Access, operationsOf } from '../endpoint/operation.ts'
import { idempotencyIn } from '../endpoint/idempotency.ts'
import { problemAnswers, problemCodes } from '../endpoint/problems.ts'
import type { Api } from '../endpoint/serve.ts'
import { answerError, problem, PROBLEMS, unacceptable } from './problems.ts'

const byProject = byApiKey('control', () =>
  problem('unauthorized', 'The API key in X-API-KEY is missing or invalid.'),
)

/**
 * Only owners may delete a project, but developers see the API key, so hosted mode needs the admin
 * token.
 */
const byOwner: Access<Project> = {
  security: [{ apiKey: [] }, { apiKey: [], adminToken: [] }],
  async admit(service, request, reply) {
    const project = await byProject.admit(service, request, reply)
    if (isOperator(service, request)) return project
    throw problem(
      'owner-required',
      'Also send the admin token as a bearer token, or use the portal as an owner of the project.',
    )
  },
}

/** In local mode every caller may create projects. */
const byAdminToken: Access<null> = {
  security: OPERATOR_SECURITY,
  async admit(service, request, reply) {
    if (isOperator(service, request)) return null
    reply.header('WWW-Authenticate', 'Bearer realm="control"')
    throw problem('unauthorized', 'Send the admin token as a bearer token.')
  },
}

/** Like `byAdminToken`; an API key names the project that the operation refers to. */
const byAdminTokenAndKey: Access<Project | null> = {
  security: [...OPERATOR_SECURITY, { apiKey: [] }, { adminToken: [], apiKey: [] }],
  async admit(service, request, reply) {
    await byAdminToken.admit(service, request, reply)
    return request.headers['x-api-key'] === undefined
      ? null
      : byProject.admit(service, request, reply)
  },
}

/** Declares an operation of a project. */
export const operation = operationsOf('control', byProject, PROBLEMS)

/**
 * Declares a simulation. It moves money as a payment does, so the responses to a repeated request
 * are stored in the commits of its commands.
 */
export const simulation: typeof operation = (definition) =>
  operation({ ...definition, repeats: 'commands' })

/** Declares an operation of a project's owner. */
export const ownerOperation = operationsOf('control', byOwner, PROBLEMS)

/** Declares an operation of the operator. */
export const adminOperation = operationsOf('control', byAdminToken, PROBLEMS)

/** Declares an operation of the operator that may refer to a project. */
export const adminOrProjectOperation = operationsOf('control', byAdminTokenAndKey, PROBLEMS)

export const api: Api = {
  name: 'control',
  headers: (request) => ({ 'Request-id': request.id, 'cache-control': 'no-store' }),
  readBodies,
  assertNoBody,
  answerError,
  notFound: (allow) =>
    allow === undefined
      ? problem('not-found', 'See /docs for the available operations.')
      : problem('method-not-allowed', `Use ${allow}.`),
  callerOfUnknownPath: callerByApiKey,
  errorAnswers: problemAnswers(PROBLEMS, {
    400: 'The body is not JSON',
    401: 'Credentials are missing or invalid',
    403: 'The project has reached its row limit or byte limit, or the request needs the permissions of an owner',
    422: 'A value is invalid; `errors` names each one',
    429: 'The project sent too many requests (`RATE_LIMIT`); retry after `Retry-After`',
    503: 'The service is busy or not available; retry after `Retry-After`',
  }),
  codes: problemCodes(PROBLEMS),
  idempotency: {
    repeats: 'response',
    of: (request, project, step) =>
      idempotencyIn(request, project, {
        body: JSON.stringify(request.body ?? null) + queryOf(request.url),
        step,
        invalid: (detail) => problem('invalid-idempotency-key', detail),
      }),
  },
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** A field that is silently ignored would look as if it had an effect. */
function assertNoBody(body: unknown): void {
  const isEmpty = body === undefined || body === null
  const [member] = isEmpty ? [] : Object.keys(body)
  if (member !== undefined)
    throw unacceptable(`/${member}`, 'is not a known field: the operation has no body')
}

/**
 * Accepts an empty body: `curl -X POST -H 'Content-Type: application/json'` sends none. Files are
 * read as text, whatever their media type: curl sends `--data-binary` as a form.
 */
function readBodies(app: FastifyInstance): void {
  const parse = jsonParserOf(app)
  const { FST_ERR_CTP_INVALID_MEDIA_TYPE: MediaTypeError } = errorCodes
  app.removeContentTypeParser(['application/json', 'text/plain'])
  acceptJson(app, (request, text, done) => {
    if (text === '') done(null, undefined)
    else if (request.routeOptions.config.isText === true && !text.startsWith('"')) done(null, text)
    else parse(request, text, done)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.isText === true) done(null, body)
    else done(new MediaTypeError(request.headers['content-type'] ?? 'none'))
  })
}
