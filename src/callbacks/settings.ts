// The callback settings: where callbacks are sent, and how they are sent and signed.

import { CALLBACK_OPERATIONS, type CallbackOperation } from './callback-schedule.ts'

export type CallbackMethod = 'GET' | 'POST'
export type CallbackSignature = 'none' | 'hmac' | 'rsa'

/** The alias of a project's first key. */
export const PROJECT_KEY_ALIAS = 'callbackKey'

/** A key that signs callbacks; receivers identify it by its alias (`sign_alias`). */
export interface CallbackKey {
  readonly alias: string
  /** Encrypted by the project's vault; null for the project's first key. */
  readonly sealed: string | null
  /** The project's time; null for the project's first key. */
  readonly createdAt: number | null
}

interface CallbackSettings {
  /** Absolute http(s) URL; if null, callbacks are only stored. */
  readonly callbackUrl: string | null
  readonly callbackMethod: CallbackMethod
  readonly callbackOperations: readonly CallbackOperation[]
  readonly callbackSignature: CallbackSignature
  /** Keys of HMAC checksums; the last one signs. */
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
