// What the web layer itself refuses, in one vocabulary: each interface puts it into its own form of error.

import type { FastifyError } from 'fastify'
import { Fault } from '../../kernel/fault.ts'

/** One member that does not fit, by JSON Pointer into the body or the name of a query parameter. */
export interface Issue {
  readonly pointer: string
  readonly detail: string
}

/** The rule of a schema that a value breaks, as the validator tells it. */
export interface Violation {
  /** JSON Pointer to the member; a missing one is named itself. */
  readonly pointer: string
  /** Of JSON Schema: `maxLength`. */
  readonly keyword: string
  /** What the rule says: `{ limit: 255 }`. */
  readonly params: Readonly<Record<string, unknown>>
}

export type RequestError =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'invalid'
      /** Whether it is the body that is wrong, or else a parameter of the path or the query. */
      readonly isBody: boolean
      readonly issues: readonly Issue[]
      readonly violations: readonly Violation[]
    }
  | { readonly kind: 'media-type' }
  | { readonly kind: 'too-large' }
  /** A bug: the caller learns nothing but the request id. */
  | { readonly kind: 'bug' }

const BY_CODE: Readonly<Record<string, RequestError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { kind: 'media-type' },
  FST_ERR_CTP_BODY_TOO_LARGE: { kind: 'too-large' },
}

/** Sorts an error that reached an error handler. */
export function requestErrorOf(error: unknown): RequestError {
  if (error instanceof Fault) return { kind: 'fault', fault: error }
  if (!(error instanceof Error)) return { kind: 'bug' }
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>
  if (validation !== undefined)
    return {
      kind: 'invalid',
      isBody: validationContext === 'body',
      issues: validation.map(({ instancePath, params, message }) => ({
        pointer: pointerOf(instancePath, params),
        detail: message ?? 'is not valid',
      })),
      violations: validation.map(({ instancePath, keyword, params }) => ({
        pointer: pointerOf(instancePath, params),
        keyword,
        params,
      })),
    }
  const known = BY_CODE[code ?? '']
  if (known !== undefined) return known
  // A body that is no JSON, is empty or shorter than it says, or has a forbidden `__proto__` member.
  return statusCode === 400 ? { kind: 'malformed' } : { kind: 'bug' }
}

/** A missing member is named itself, not the object that lacks it. */
function pointerOf(instancePath: string, params: Readonly<Record<string, unknown>>): string {
  const missing = params['missingProperty'] ?? params['additionalProperty']
  return typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath
}
