// Idempotency-Key: a repeated request with the same key and body gets the stored response.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import type { IdempotencyRequest } from '../../engine/execution.ts'
import { problem } from './problems.ts'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/
const BODY_TEXT = 'bodyText'

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        '1 to 255 visible ASCII characters. For 24 hours, a repeated request with the same key and body gets the stored response.',
    }),
  ),
})

/** Accepts JSON only, and keeps the text to compare the bodies of a key. */
export function keepBodyText(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest(BODY_TEXT, '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      request.setDecorator(BODY_TEXT, text)
      // It answers through `done`; what it returns is for parsers that return a promise.
      void parse(request, text, done)
    },
  )
}

/**
 * The scope of a stored response: project, method, path and key, so that a key can be used with
 * every resource. Undefined if no key was sent. Bodies are compared byte for byte. Random values of
 * a request, such as candidates for a card number, are not compared.
 */
export function idempotencyOf(
  request: FastifyRequest,
  { vault }: Project,
): IdempotencyRequest | undefined {
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const [path = ''] = request.url.split('?', 1)
  const scope = `${request.method} ${path} ${key}`
  return {
    scope: vault.scopeHash(scope),
    request: vault.scopeHash(request.getDecorator<string>(BODY_TEXT)),
    answerKey: vault.answerKey(scope),
  }
}

function idempotencyKey({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (method !== 'POST' || key === undefined) return undefined
  if (typeof key === 'string' && KEY_FORM.test(key)) return key
  throw problem(
    'invalid-idempotency-key',
    'The Idempotency-Key must have 1 to 255 visible ASCII characters.',
  )
}
