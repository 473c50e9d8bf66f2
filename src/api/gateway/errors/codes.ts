// The error for each fault at this interface. Some groups of operations have another text or code.

import type { CommonFaultCode, FaultCode, GatewayFaultCode } from '../../../kernel/fault.ts'
import type { GatewayErrorName } from './gateway-error.ts'

/** Groups of operations with the same errors. */
export type Family =
  'registration' | 'payment' | 'status' | 'short-status' | 'capture' | 'binding' | 'recurrent'

/** The faults that an operation of the gateway can throw. */
type MetFaultCode = GatewayFaultCode | CommonFaultCode

const MEANING = {
  'account-full': 'account-full',
  'binding-active': 'binding-active',
  'binding-foreign': 'binding-foreign',
  'binding-inactive': 'binding-inactive',
  'binding-not-found': 'binding-none',
  'card-expiry-past': 'expiry-invalid',
  'card-none': 'card-none',
  'callback-not-found': 'system-error',
  'challenge-invalid': 'challenge-invalid',
  'client-missing': 'client-missing',
  'currency-unknown': 'currency-unknown',
  'cvc-missing': 'cvc-empty',
  'decline-state': 'state-no-decline',
  'deposit-above-approved': 'deposit-above-approved',
  'deposit-amount-invalid': 'deposit-amount-wrong',
  'deposit-state': 'state-not-approved',
  'expected-amount-differs': 'expected-differs',
  'features-conflict': 'features-conflict',
  'features-unknown': 'features-unknown',
  'order-being-decided': 'order-being-decided',
  'order-duplicate': 'number-duplicate',
  'order-not-found': 'no-such-order',
  'order-processed': 'order-processed',
  'refund-above-deposited': 'refund-above-deposited',
  'refund-amount-invalid': 'amount-wrong',
  'refund-state': 'state-no-refund',
  'reverse-amount-invalid': 'amount-wrong',
  'reverse-state': 'state-no-reversal',
  'ssl-card-listed': 'ssl-card-listed',
  'ssl-cards-full': 'ssl-cards-full',
  'value-invalid': 'value-invalid',
  busy: 'system-error',
  'clock-backwards': 'system-error',
  'idempotency-mismatch': 'system-error',
  'injected-failure': 'system-error',
  'outcome-unknown': 'system-error',
  'quota-exceeded': 'project-full',
  'rate-limited': 'rate-limited',
  unavailable: 'system-error',
} as const satisfies Record<MetFaultCode, GatewayErrorName>

const BY_FAMILY = {
  registration: {},
  payment: { 'order-not-found': 'no-order-found' },
  status: { 'order-not-found': 'order-not-found' },
  'short-status': { 'order-not-found': 'number-wrong' },
  capture: {},
  binding: { 'value-invalid': 'new-expiry-invalid' },
  recurrent: { 'order-duplicate': 'number-registered' },
} as const satisfies Record<Family, Partial<Record<MetFaultCode, GatewayErrorName>>>

/** The error for a fault; undefined for a fault that no operation here can throw (a bug). */
export function meaningOf(code: FaultCode, family: Family): GatewayErrorName | undefined {
  const special: Partial<Record<FaultCode, GatewayErrorName>> = BY_FAMILY[family]
  const general: Partial<Record<FaultCode, GatewayErrorName>> = MEANING
  return special[code] ?? general[code]
}

/** The HTTP status of a temporary error; undefined for the others, which are sent with 200. */
export function passingStatus(code: FaultCode): 429 | 500 | 503 | undefined {
  if (code === 'rate-limited') return 429
  if (code === 'injected-failure') return 500
  return code === 'busy' || code === 'unavailable' || code === 'outcome-unknown' ? 503 : undefined
}
