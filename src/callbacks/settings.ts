// What a project may set of its callbacks: where they go, how they are sent and signed.

import { CALLBACK_OPERATIONS, type CallbackOperation } from './callback-schedule.ts'

export type CallbackMethod = 'GET' | 'POST'
export type CallbackSignature = 'none' | 'hmac' | 'rsa'

/** The alias of the key that a project is made with. */
export const PROJECT_KEY_ALIAS = 'callbackKey'

/** A key that signs callbacks, known to receivers by its alias (`sign_alias`). */
export interface CallbackKey {
  readonly alias: string
  /** Sealed by the project's vault; null stands for the one the project was made with. */
  readonly sealed: string | null
  /** The project's time; null for the one it was made with. */
  readonly createdAt: number | null
}

export interface CallbackSettings {
  /** Absolute http(s) URL; null keeps callbacks in the inbox only. */
  readonly callbackUrl: string | null
  readonly callbackMethod: CallbackMethod
  readonly callbackOperations: readonly CallbackOperation[]
  readonly callbackSignature: CallbackSignature
  /** Keys of the checksums (hmac); the last one signs, the others are ending. */
  readonly callbackKeys: readonly CallbackKey[]
}

export const CALLBACK_DEFAULTS: CallbackSettings = {
  callbackUrl: null,
  callbackMethod: 'GET',
  callbackOperations: CALLBACK_OPERATIONS,
  callbackSignature: 'hmac',
  callbackKeys: [{ alias: PROJECT_KEY_ALIAS, sealed: null, createdAt: null }],
}

declare module '../kernel/settings.ts' {
  interface Settings extends CallbackSettings {}
}
