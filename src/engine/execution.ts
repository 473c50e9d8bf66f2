// The data that interfaces and engine exchange. It is plain data, so that the engine may run in
// another thread.

import type { AnswerEffect } from '../kernel/draft.ts'
import type { FaultCode } from '../kernel/fault.ts'
import type { CommandOrigin } from '../kernel/origin.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import type { CommandName } from '../registry/commands.ts'
import type { ChangeTally } from './change-tally.ts'
import type { CommandChanges } from './command-changes.ts'

/** Requires that a request is executed only once. */
export interface IdempotencyRequest {
  /** Keyed hash of method, path and key. */
  readonly scope: string
  /** Keyed hash of the body. */
  readonly request: string
  /**
   * The key that encrypts the stored response, base64url of 32 bytes, derived from the caller's
   * key.
   */
  readonly answerKey: string
}

export interface CommandRequest {
  readonly datasetId: number
  readonly command: CommandName
  readonly input: unknown
  readonly idempotency?: IdempotencyRequest | undefined
  /** The request that sent the command; absent for due work. */
  readonly origin?: CommandOrigin | undefined
  /** True to return the changes with the result, for the request log. */
  readonly keepsChanges?: boolean
  /** The changes of the due work that a continued command waits for, within the engine. */
  readonly dueChanges?: ChangeTally
}

/**
 * The outcome of a command. `awaits`: the project's server decides, and a second command has the
 * result. `stale`: the project has another dataset now, and nothing was done.
 */
export type ExecutionResult =
  | {
      readonly kind: 'result'
      readonly result: unknown
      readonly replayed: boolean
      /** The effect on the response; absent if it is sent immediately. */
      readonly answer?: AnswerEffect
      readonly changes?: CommandChanges
    }
  | {
      readonly kind: 'awaits'
      readonly awaited: AwaitedDecision
      readonly replayed: boolean
      readonly answer?: AnswerEffect
      readonly changes?: CommandChanges
    }
  | {
      readonly kind: 'fault'
      readonly code: FaultCode
      readonly detail: string
      readonly member: string | undefined
    }
  | { readonly kind: 'stale' }
  | Bug

/** The engine for its callers, in this thread or in another. */
export interface CommandExecutor {
  submit(request: CommandRequest): Promise<ExecutionResult>
  /**
   * After a failed write, attempts one that changes nothing. Throws a `Fault` while the database
   * cannot be written.
   */
  proveWritable(): Promise<void>
}

/** A failure that no caller caused. */
export interface Bug {
  readonly kind: 'bug'
  readonly message: string
  readonly stack: string | undefined
}

export const faultResult = (code: FaultCode, detail: string, member?: string): ExecutionResult => ({
  kind: 'fault',
  code,
  detail,
  member,
})

export function bugResult(error: unknown): Bug {
  const known = error instanceof Error
  return {
    kind: 'bug',
    message: known ? error.message : String(error),
    stack: known ? error.stack : undefined,
  }
}
