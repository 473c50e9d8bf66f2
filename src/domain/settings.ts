// A project's settings: what the control API may change. They belong to the space, so a reset restores them.

import type { CallbackParameterName } from './callback-parameters.ts'
import type { OutcomeRule } from './outcome.ts'
import { CALLBACK_OPERATIONS, type CallbackOperation } from './callback-schedule.ts'

type IssuedCardChallenge = 'off' | 'challenge' | 'frictionless'
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

export interface Settings {
  /** Cards that B may issue in all, 0 to 1,000,000. */
  readonly cardPool: number
  readonly issuedCardChallenge: IssuedCardChallenge
  /** Absolute http(s) URL; null keeps callbacks in the inbox only. */
  readonly callbackUrl: string | null
  readonly callbackMethod: CallbackMethod
  readonly callbackOperations: readonly CallbackOperation[]
  readonly callbackSignature: CallbackSignature
  /** Keys of the checksums (hmac); the last one signs, the others are ending. */
  readonly callbackKeys: readonly CallbackKey[]
  /** Names of extra parameters that every callback carries, such as `amount`. */
  readonly callbackParameters: readonly CallbackParameterName[]
  /** ISO 4217 numeric codes the gateway takes; null takes every one. */
  readonly gatewayCurrencies: readonly string[] | null
  /** True speaks 3-D Secure 2 also to a shop that does not show that it does. */
  readonly gatewayPrefersVersion2: boolean
  /** How the store is named to payers and in the books. */
  readonly merchantName: string
  /** ISO 18245 merchant category code. */
  readonly mcc: number
  readonly terminalId: string
  readonly outcomeRules: readonly OutcomeRule[]
}

export const DEFAULT_SETTINGS: Settings = {
  cardPool: 20,
  issuedCardChallenge: 'off',
  callbackUrl: null,
  callbackMethod: 'GET',
  callbackOperations: CALLBACK_OPERATIONS,
  callbackSignature: 'hmac',
  callbackKeys: [{ alias: PROJECT_KEY_ALIAS, sealed: null, createdAt: null }],
  callbackParameters: [],
  gatewayCurrencies: null,
  gatewayPrefersVersion2: false,
  merchantName: 'Sandcard shop',
  mcc: 5999,
  terminalId: '12345678',
  outcomeRules: [],
}

/** The settings of a space as it was written: an earlier version knew fewer. */
export const completeSettings = (written: Partial<Settings>): Settings => ({
  ...DEFAULT_SETTINGS,
  ...written,
})
