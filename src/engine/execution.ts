// What travels between the interfaces and the engine: plain data, so that the engine may run in another thread.

import type { FaultCode } from '../kernel/fault.ts'
import type { CommandName } from '../registry/commands.ts'

/** Asks that the same request be answered once only. */
export interface IdempotencyRequest {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the body. */
  readonly request: string
  /** Seals the stored answer, base64url of 32 bytes; it derives from the caller's key. */
  readonly answerKey: string
}

export interface CommandRequest {
  readonly datasetId: number
  readonly command: CommandName
  readonly input: unknown
  readonly idempotency?: IdempotencyRequest
}

/** How an ask ended. `stale`: the project points at another space by now; nothing was done. */
export type ExecutionResult =
  | { readonly kind: 'answer'; readonly answer: unknown; readonly replayed: boolean }
  | {
      readonly kind: 'fault'
      readonly code: FaultCode
      readonly detail: string
      readonly pointer: string | undefined
    }
  | { readonly kind: 'stale' }
  | Bug

/** The engine as its callers see it, in this thread or in another. */
export interface CommandExecutor {
  submit(envelope: CommandRequest): Promise<ExecutionResult>
}

/** What no caller caused. */
export interface Bug {
  readonly kind: 'bug'
  readonly message: string
  readonly stack: string | undefined
}

export const faultOutcome = (
  code: FaultCode,
  detail: string,
  pointer?: string,
): ExecutionResult => ({
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
