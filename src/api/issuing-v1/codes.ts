// The codes of interface A: response codes, service faults, processing codes, hot card statuses.
// Sources: the endpoint and status tables of the specification; otherwise ISO 8583:1987 DE3 and
// DE39.

import type { CardStatus } from '../../issuing/card.ts'
import type { CardFaultCode, FaultCode } from '../../kernel/fault.ts'

export const APPROVED_RESPONSE_CODE = '00'

/** Errors of requests that no operation processed. */
export const SERVICE_FAULTS = {
  failure: { status: 500, errorCode: '1000' },
  unavailable: { status: 503, errorCode: '1000' },
  malformed: { status: 400, errorCode: '1001' },
  'too-large': { status: 413, errorCode: '1001' },
  unauthorized: { status: 401, errorCode: '1002' },
  'unknown-operation': { status: 404, errorCode: '1003' },
  'wrong-method': { status: 405, errorCode: '1004' },
  'not-json': { status: 415, errorCode: '1005' },
  duplicate: { status: 409, errorCode: '1008' },
  // Both have the same code. The status distinguishes them and says whether to retry.
  'rate-limited': { status: 429, errorCode: '1010' },
  'quota-exceeded': { status: 403, errorCode: '1010' },
} as const satisfies Record<string, { status: number; errorCode: string }>
export type ServiceFaultName = keyof typeof SERVICE_FAULTS

/**
 * A fault of an operation has a response code; a fault of the request or the service is a service
 * fault.
 */
type FaultMeaning = { readonly responseCode: string } | { readonly serviceFault: ServiceFaultName }

export const FAULT_MEANING = {
  'account-full': { responseCode: '13' },
  'account-unknown': { responseCode: 'A8' },
  'amount-invalid': { responseCode: '13' },
  'card-not-found': { responseCode: 'A8' },
  'card-unknown': { responseCode: '14' },
  'cardholder-has-card': { responseCode: 'AA' },
  'cardholder-not-found': { responseCode: 'A8' },
  'cardholder-unknown': { responseCode: 'A8' },
  'currency-unsupported': { responseCode: '12' },
  'customer-exists': { responseCode: 'AA' },
  'customer-unknown': { responseCode: 'A8' },
  'cycle-unsupported': { responseCode: '12' },
  'expiry-past': { responseCode: '33' },
  'external-id-used': { serviceFault: 'duplicate' },
  'hot-status-unsupported': { responseCode: '12' },
  'limit-unknown': { responseCode: 'A8' },
  'nonce-used': { responseCode: '94' },
  'number-exists': { responseCode: 'AA' },
  'parameter-invalid': { serviceFault: 'malformed' },
  'pin-invalid': { responseCode: '55' },
  'pin-undecryptable': { responseCode: '55' },
  'pool-exhausted': { responseCode: '57' },
  'product-unknown': { responseCode: 'A8' },
  'status-already-active': { responseCode: '15' },
  'status-final': { responseCode: '57' },
  'status-not-active': { responseCode: '57' },
  'status-not-blocked': { responseCode: '57' },
  busy: { serviceFault: 'unavailable' },
  'clock-backwards': { serviceFault: 'malformed' },
  'idempotency-mismatch': { serviceFault: 'duplicate' },
  'injected-failure': { serviceFault: 'failure' },
  'outcome-unknown': { serviceFault: 'unavailable' },
  'quota-exceeded': { serviceFault: 'quota-exceeded' },
  'rate-limited': { serviceFault: 'rate-limited' },
  unavailable: { serviceFault: 'unavailable' },
} as const satisfies Record<CardFaultCode, FaultMeaning>

/** True for the faults of this interface; any other is a bug. */
export const isKnownFault = (code: FaultCode): code is CardFaultCode =>
  Object.hasOwn(FAULT_MEANING, code)

/** HTTP status for a fault of an operation that does not return an operation result. */
export const faultStatus = (responseCode: string): 404 | 409 | 422 =>
  responseCode === 'A8' || responseCode === '14' ? 404 : responseCode === 'AA' ? 409 : 422

/** ISO 8583 DE3 of the five operations that return an operation result. */
export const PROCESSING_CODES = {
  changeCardLimit: '710000',
  blockCard: '910000',
  changeCardStatus: '950000',
  creditCard: '270000',
  p2pTransfer: '490000',
} as const satisfies Record<string, string>
export type ResultOperation = keyof typeof PROCESSING_CODES
export const isResultOperation = (operation: string): operation is ResultOperation =>
  Object.hasOwn(PROCESSING_CODES, operation)

/**
 * `hotCardStatus` and its description. The specification defines 0 and 6. The others are for cards
 * that were reported lost or stolen through interface B.
 */
export const HOT_STATUS = {
  active: { code: 0, description: 'VALID CARD' },
  blocked: { code: 6, description: 'BLOCKED CARD' },
  lost: { code: 10, description: 'PICK UP CARD, SPECIAL CONDITION' },
  stolen: { code: 7, description: 'STOLEN CARD, CAPTURE' },
} as const satisfies Record<CardStatus, { code: number; description: string }>

export const DELIVERY_METHODS = ['WS', 'HALF_AND_HALF'] as const
