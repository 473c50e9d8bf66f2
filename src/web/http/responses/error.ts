// A common form for errors of the web layer, which each interface converts to its own format.

import type { FastifyError } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { Fault } from '../../../kernel/fault.ts'
import { violationDetail } from '../schemas/violation-detail.ts'

/** An invalid field, by JSON Pointer into the body or the name of a query parameter. */
export interface Issue {
  readonly pointer: string
  readonly detail: string
}

/** The schema rule that a value violates, from the validator. */
export interface Violation {
  /** JSON Pointer to the field, even if it is missing. */
  readonly pointer: string
  /** A keyword of JSON Schema: `maxLength`. */
  readonly keyword: string
  /** The parameters of the rule: `{ limit: 255 }`. */
  readonly params: Readonly<Record<string, unknown>>
}

export type RequestError =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'invalid'
      /** True for the body, false for a path or query parameter. */
      readonly isBody: boolean
      readonly issues: readonly Issue[]
      readonly violations: readonly Violation[]
    }
  | { readonly kind: 'media-type' }
  | { readonly kind: 'too-large' }
  /** A bug: the response contains only the request id. */
  | { readonly kind: 'bug' }

const BY_CODE: Readonly<Record<string, RequestError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { kind: 'media-type' },
  FST_ERR_CTP_BODY_TOO_LARGE: { kind: 'too-large' },
}

/** Classifies an error in an error handler. */
export function requestErrorOf(error: unknown): RequestError {
  if (error instanceof Fault) return { kind: 'fault', fault: error }
  if (!(error instanceof Error)) return { kind: 'bug' }
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>
  if (validation !== undefined) {
    const isBody = validationContext === 'body'
    return {
      kind: 'invalid',
      isBody,
      issues: issuesOf(validation, isBody),
      violations: withoutNoise(validation).map(({ instancePath, keyword, params }) => ({
        pointer: pointerOf(instancePath, params),
        keyword,
        params,
      })),
    }
  }
  const known = BY_CODE[code ?? '']
  if (known !== undefined) return known
  // The body is not JSON, empty, shorter than announced, or has a forbidden `__proto__` property.
  return statusCode === 400 ? { kind: 'malformed' } : { kind: 'bug' }
}

/** `262,144 bytes` */
export const bytesOf = (limit = 0): string => `${limit.toLocaleString('en')} bytes`

type Violations = readonly FastifySchemaValidationError[]

/** The violations as texts without a subject, such as "is required". */
export const issuesOf = (violations: Violations, isBody: boolean): Issue[] =>
  withoutNoise(violations).map((each) => ({
    pointer: pointerOf(each.instancePath, each.params),
    detail: violationDetail(each, isBody),
  }))

/**
 * Omits violations that do not describe a field: that an optional body is not absent, and that a
 * value matches no alternative, if the violations of an alternative explain why.
 */
function withoutNoise(violations: Violations): Violations {
  const others = violations.filter(
    ({ instancePath, keyword, params }) =>
      instancePath !== '' || keyword !== 'type' || params['type'] !== 'null',
  )
  const causes = others.filter(({ keyword }) => keyword !== 'anyOf')
  const clear = others.filter(
    ({ instancePath, keyword }) =>
      keyword !== 'anyOf' || !causes.some((cause) => cause.instancePath.startsWith(instancePath)),
  )
  return clear.length === 0 ? violations : clear
}

/** For a missing field, this points to the field, not to its object. */
function pointerOf(instancePath: string, params: Readonly<Record<string, unknown>>): string {
  const missing = params['missingProperty'] ?? params['additionalProperty']
  return typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath
}
