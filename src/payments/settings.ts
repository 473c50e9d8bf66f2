// A project's payment settings: the merchant's name, 3-D Secure, and the content of callbacks.

import type { CallbackParameterName } from './orders/callback-parameters.ts'
import type { OutcomeRule } from './methods/outcome-rules.ts'

type IssuedCardChallenge = 'off' | 'challenge' | 'frictionless'

interface PaymentSettings {
  readonly issuedCardChallenge: IssuedCardChallenge
  /** Names of additional parameters in every callback, such as `amount`. */
  readonly callbackParameters: readonly CallbackParameterName[]
  /** ISO 4217 numeric codes that the gateway accepts; null accepts all. */
  readonly gatewayCurrencies: readonly string[] | null
  /** True uses 3-D Secure 2 even if the request does not announce it. */
  readonly gatewayPrefersVersion2: boolean
  /** The merchant's name for payers and in the journal. */
  readonly merchantName: string
  /** Base64 of a small PNG, JPEG or WebP image on the payment page. */
  readonly merchantLogo: string | null
  /** Colour `#rrggbb` of the payment page's button, dark enough for white text. */
  readonly merchantColour: string | null
  /** ISO 18245 merchant category code. */
  readonly mcc: number
  readonly terminalId: string
  readonly outcomeRules: readonly OutcomeRule[]
  /** The highest number of a generated rule id so far, because ids are not used again. */
  readonly lastRuleNumber: number
  /** Masks of cards that pay without 3-D Secure, such as `411111**1111` (SSL cards). */
  readonly sslCards: readonly string[]
  /** Whether a successful registration has an `errorCode`, as in newer installations. */
  readonly registerErrorCode: 'absent' | '0'
  /** Whether a captured payment can be reversed on the day of its capture, UTC. */
  readonly reverseCaptured: 'refused' | 'same-day'
  /** Whether login and password are accepted in the `Authorization` header. */
  readonly basicAuthentication: 'off' | 'on'
  /** Whether a recurrence limits the charges of a binding, or is only stored and returned. */
  readonly recurrence: 'keep' | 'enforce'
}

export const PAYMENT_DEFAULTS: PaymentSettings = {
  issuedCardChallenge: 'off',
  callbackParameters: [],
  gatewayCurrencies: null,
  gatewayPrefersVersion2: false,
  merchantName: 'Sandcard shop',
  merchantLogo: null,
  merchantColour: null,
  mcc: 5999,
  terminalId: '12345678',
  outcomeRules: [],
  lastRuleNumber: 0,
  sslCards: [],
  registerErrorCode: 'absent',
  reverseCaptured: 'refused',
  basicAuthentication: 'off',
  recurrence: 'keep',
}

declare module '../kernel/settings.ts' {
  interface Settings extends PaymentSettings {}
}
