// What a project may set of payments: how the merchant is named, how cards go through 3-D Secure, what its callbacks tell of an order.

import type { CallbackParameterName } from './orders/callback-parameters.ts'
import type { OutcomeRule } from './methods/outcome-rules.ts'

type IssuedCardChallenge = 'off' | 'challenge' | 'frictionless'

export interface PaymentSettings {
  readonly issuedCardChallenge: IssuedCardChallenge
  /** Names of extra parameters that every callback carries, such as `amount`. */
  readonly callbackParameters: readonly CallbackParameterName[]
  /** ISO 4217 numeric codes the gateway takes; null takes every one. */
  readonly gatewayCurrencies: readonly string[] | null
  /** True speaks 3-D Secure 2 also to a merchant that does not show that it does. */
  readonly gatewayPrefersVersion2: boolean
  /** How the merchant is named to payers and in the journal. */
  readonly merchantName: string
  /** ISO 18245 merchant category code. */
  readonly mcc: number
  readonly terminalId: string
  readonly outcomeRules: readonly OutcomeRule[]
  /** Masks of cards that pay without 3-D Secure, `411111**1111`: the merchant's list of SSL cards. */
  readonly sslCards: readonly string[]
  /** Whether a registration that succeeded says so by an `errorCode`, which newer installations do. */
  readonly registerErrorCode: 'absent' | '0'
  /** Whether a captured payment can still be reversed on the day of its capture, UTC. */
  readonly reverseCaptured: 'refused' | 'same-day'
  /** Whether login and password may come in the header `Authorization`. */
  readonly basicAuthentication: 'off' | 'on'
  /** Whether a recurrence bounds the charges of a binding, or is only kept and given back. */
  readonly recurrence: 'keep' | 'enforce'
}

export const PAYMENT_DEFAULTS: PaymentSettings = {
  issuedCardChallenge: 'off',
  callbackParameters: [],
  gatewayCurrencies: null,
  gatewayPrefersVersion2: false,
  merchantName: 'Sandcard shop',
  mcc: 5999,
  terminalId: '12345678',
  outcomeRules: [],
  sslCards: [],
  registerErrorCode: 'absent',
  reverseCaptured: 'refused',
  basicAuthentication: 'off',
  recurrence: 'keep',
}

declare module '../kernel/settings.ts' {
  interface Settings extends PaymentSettings {}
}
