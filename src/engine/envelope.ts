// What travels between the interfaces and the engine: plain data, so that the engine may run in another thread.

import type { FaultCode } from '../domain/fault.ts'
import type { OperationName } from '../operations/index.ts'

/** Asks that the same request be answered once only. */
export interface IdempotencyAsk {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the body. */
  readonly request: string
  /** Seals the stored answer, base64url of 32 bytes; it derives from the caller's key. */
  readonly answerKey: string
}

export interface Envelope {
  readonly spaceId: number
  readonly operation: OperationName
  readonly ask: unknown
  readonly idempotency?: IdempotencyAsk
}

/** How an ask ended. `stale`: the project points at another space by now; nothing was done. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown; readonly replayed: boolean }
  | {
      readonly kind: 'fault'
      readonly code: FaultCode
      readonly detail: string
      readonly pointer: string | undefined
    }
  | { readonly kind: 'stale' }
  | Bug

/** What no caller caused. */
export interface Bug {
  readonly kind: 'bug'
  readonly message: string
  readonly stack: string | undefined
}

export const faultOutcome = (code: FaultCode, detail: string, pointer?: string): Outcome => ({
  kind: 'fault',
  code,
  detail,
  pointer,
})

export function bugOutcome(error: unknown): Bug {
  const known = error instanceof Error
  return {
    kind: 'bug',
    message: known ? error.message : String(error),
    stack: known ? error.stack : undefined,
  }
}
