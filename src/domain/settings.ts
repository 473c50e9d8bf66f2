// A project's settings: what the control API may change. They belong to the space, so a reset restores them.

import { CALLBACK_OPERATIONS, type CallbackOperation } from './callback-schedule.ts'

export type IssuedCardChallenge = 'off' | 'challenge' | 'frictionless'
export type CallbackMethod = 'GET' | 'POST'
export type CallbackSignature = 'none' | 'hmac' | 'rsa'

export interface Settings {
  /** Cards that B may issue in all, 0 to 1,000,000. */
  readonly cardPool: number
  readonly issuedCardChallenge: IssuedCardChallenge
  /** Absolute http(s) URL; null keeps callbacks in the inbox only. */
  readonly callbackUrl: string | null
  readonly callbackMethod: CallbackMethod
  readonly callbackOperations: readonly CallbackOperation[]
  readonly callbackSignature: CallbackSignature
  /** Key of the checksums, sealed by the project's vault; null stands for the one the project was made with. */
  readonly callbackKeySealed: string | null
}

export const DEFAULT_SETTINGS: Settings = {
  cardPool: 20,
  issuedCardChallenge: 'off',
  callbackUrl: null,
  callbackMethod: 'GET',
  callbackOperations: CALLBACK_OPERATIONS,
  callbackSignature: 'hmac',
  callbackKeySealed: null,
}
