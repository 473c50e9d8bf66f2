// The complete list of faults. A fault refuses a command, which then changes nothing. A decline, in
// contrast, is a value that is stored and explained.

/** Faults of issuing (interfaces A and B). */
type IssuingFaultCode =
  | 'account-full'
  | 'account-unknown'
  | 'amount-invalid'
  | 'card-not-found'
  | 'card-unknown'
  | 'cardholder-has-card'
  | 'cardholder-not-found'
  | 'cardholder-unknown'
  | 'currency-unsupported'
  | 'customer-exists'
  | 'customer-unknown'
  | 'cycle-unsupported'
  | 'expiry-past'
  | 'external-id-used'
  | 'hot-status-unsupported'
  | 'limit-unknown'
  | 'nonce-used'
  | 'number-exists'
  | 'parameter-invalid'
  | 'pin-invalid'
  | 'pin-undecryptable'
  | 'pool-exhausted'
  | 'product-unknown'
  | 'status-already-active'
  | 'status-final'
  | 'status-not-active'
  | 'status-not-blocked'

/** Faults of the gateway (interface C). */
export type GatewayFaultCode =
  | 'account-full'
  | 'binding-active'
  | 'binding-foreign'
  | 'binding-inactive'
  | 'binding-not-found'
  | 'card-expiry-past'
  | 'card-none'
  | 'challenge-invalid'
  | 'client-missing'
  | 'currency-unknown'
  | 'cvc-missing'
  | 'deposit-above-approved'
  | 'deposit-amount-invalid'
  | 'deposit-state'
  | 'decline-state'
  | 'expected-amount-differs'
  | 'features-conflict'
  | 'features-unknown'
  | 'order-being-decided'
  | 'order-duplicate'
  | 'order-not-found'
  | 'order-processed'
  | 'refund-above-deposited'
  | 'refund-amount-invalid'
  | 'refund-state'
  | 'reverse-amount-invalid'
  | 'reverse-state'
  | 'ssl-card-listed'
  | 'ssl-cards-full'
  | 'value-invalid'
  | 'callback-not-found'

/** Faults of webhooks, which only the control API has. */
export type WebhookFaultCode = 'webhook-not-found'

/** Faults of authorisations that the control API simulates. */
export type AuthorisationFaultCode = 'authorisation-not-found' | 'authorisation-state'

/** Faults of any operation. */
export type CommonFaultCode =
  | 'busy'
  | 'clock-backwards'
  | 'idempotency-mismatch'
  /** The project has a fault that injects an error (`src/fault-injection/`). */
  | 'injected-failure'
  | 'outcome-unknown'
  | 'quota-exceeded'
  | 'rate-limited'
  | 'unavailable'

/** Faults that interfaces A and B can return. */
export type CardFaultCode = IssuingFaultCode | CommonFaultCode

export type FaultCode = CardFaultCode | GatewayFaultCode | WebhookFaultCode | AuthorisationFaultCode

/**
 * A refused command, which changed nothing. `member` is the field of the command's input that
 * caused it; each API translates it to its own name.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly member: string | undefined

  constructor(code: FaultCode, detail: string, member?: string, cause?: unknown) {
    super(detail, { cause })
    this.code = code
    this.member = member
  }
}
