// Idempotency-Key: the same key with the same body is answered once and then replayed.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Project } from '../../engine/directory.ts'
import type { IdempotencyRequest } from '../../engine/execution.ts'
import { problem } from './problems.ts'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/
const BODY_TEXT = 'bodyText'

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        '1 to 255 visible ASCII characters. The same key with the same body is answered once and then replayed for 24 hours.',
    }),
  ),
})

/** Takes JSON and nothing else, and keeps the text for comparing the bodies of one key. */
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
 * What an answer is kept under, undefined where the caller sent no key: the project, the method and the path, so that one key may be
 * used with every resource. The body is compared as it was sent, byte for byte: what was drawn at random for a request, such as the
 * numbers a new card may get, takes no part.
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
    'An Idempotency-Key has 1 to 255 visible ASCII characters.',
  )
}
