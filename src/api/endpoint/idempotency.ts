// Idempotency-Key: a repeated request with the same key and body gets the stored response.

import type { FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import type { IdempotencyRequest } from '../../engine/execution.ts'
import type { SentRequest } from './operation.ts'
import { type TObject, type TSchema, Type } from '../../web/http/schemas/type.ts'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        '1 to 255 visible ASCII characters. For 24 hours, a repeated request with the same key and body gets the stored response.',
    }),
  ),
})

/** The headers of an operation and `Idempotency-Key`. */
export const withIdempotencyKey = (headers: TSchema | undefined): TSchema =>
  headers === undefined
    ? IdempotencyHeaders
    : Type.Object({ ...(headers as TObject).properties, ...IdempotencyHeaders.properties })

interface IdempotencyForm {
  /** The body of the request, used to compare the bodies sent with a key. */
  readonly body: string
  /** The number of the command in its request, from 0. */
  readonly step: number
  /** The API's error for a malformed key. */
  readonly invalid: (detail: string) => Error
}

/** The key of a request; undefined without one. */
export function keyIn(
  headers: SentRequest['headers'],
  invalid: IdempotencyForm['invalid'],
): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && KEY_FORM.test(key))) return key
  throw invalid('The Idempotency-Key must have 1 to 255 visible ASCII characters.')
}

/**
 * The scope of a stored response: project, method, path, key and command, so that a key can be used
 * with every resource. Undefined if no key was sent. Bodies are compared byte for byte. A request's
 * random values, such as candidates for a card number, are not compared.
 */
export function idempotencyIn(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  { vault }: Project,
  { body, step, invalid }: IdempotencyForm,
): IdempotencyRequest | undefined {
  const key = keyIn(headers, invalid)
  if (method !== 'POST' || key === undefined) return undefined
  const [path = ''] = url.split('?', 1)
  const scope = `${method} ${path} ${key}${step === 0 ? '' : ` ${step}`}`
  return {
    scope: vault.scopeHash(scope),
    request: vault.scopeHash(body),
    answerKey: vault.answerKey(scope),
  }
}
