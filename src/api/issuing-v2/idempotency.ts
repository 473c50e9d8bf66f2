// Keeps the text of bodies, which is compared for an Idempotency-Key.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { IdempotencyRequest } from '../../engine/execution.ts'
import { acceptJson, jsonParserOf } from '../../web/http/requests/json-body.ts'
import { idempotencyIn } from '../endpoint/idempotency.ts'
import { problem } from './problems.ts'

const BODY_TEXT = 'bodyText'

/** Accepts JSON only, and keeps the text of the body to compare it for an Idempotency-Key. */
export function keepBodyText(app: FastifyInstance): void {
  const parse = jsonParserOf(app)
  app.decorateRequest(BODY_TEXT, '')
  app.removeAllContentTypeParsers()
  acceptJson(app, (request, text, done) => {
    request.setDecorator(BODY_TEXT, text)
    parse(request, text, done)
  })
}

/** Undefined without a key. */
export const idempotencyOf = (
  request: FastifyRequest,
  project: Project,
  step: number,
): IdempotencyRequest | undefined =>
  idempotencyIn(request, project, {
    body: request.getDecorator<string>(BODY_TEXT),
    step,
    invalid: (detail) => problem('invalid-idempotency-key', detail),
  })
