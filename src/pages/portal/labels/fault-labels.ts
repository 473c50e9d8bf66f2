// Labels of faults: the name with its numbers, the calls to which it applies, and how often it has
// applied.

import {
  FAULT_KINDS,
  type FaultKind,
  isCallbackFault,
} from '../../../fault-injection/fault-kinds.ts'

interface ShownFault {
  readonly kind: FaultKind
  readonly api: string | null
  readonly operation: string | null
  readonly rate: number
  readonly left: number | null
  readonly calls: number
  readonly injected: number
  readonly ms?: number
  readonly jitterMs?: number
  readonly status?: number
  readonly retryAfterSeconds?: number
}

/** `Error 503`, `Latency of 0.2 to 0.5 s`. */
export function faultName(fault: ShownFault): string {
  const { kind, ms = 0, jitterMs = 0, status = 0, retryAfterSeconds = 0 } = fault
  const { label } = FAULT_KINDS[kind]
  switch (kind) {
    case 'latency':
    case 'delay':
      return `${label}, ${jitterMs === 0 ? '' : `${ms / 1000} to `}${(ms + jitterMs) / 1000} s`
    case 'slow-body':
      return `${label}, ${ms / 1000} s`
    case 'reorder':
      return `${label}, for ${ms / 1000} s at most`
    case 'error':
      return `${label} ${status}`
    case 'rate-limit':
      return `${label}, Retry-After ${retryAfterSeconds} s`
    default:
      return label
  }
}

/** `the next 3 calls of register, each with a probability of 20%`. */
export function faultedCalls({ kind, api, operation, rate, left }: ShownFault): string {
  const noun = isCallbackFault(kind) ? 'attempt' : 'call'
  const whose = isCallbackFault(kind)
    ? `to send ${operation === null ? 'a callback' : `the callback ${operation}`}`
    : `of ${operation ?? (api === null ? 'A, B and C' : `interface ${api}`)}`
  const which =
    left === null
      ? `each ${noun}`
      : left === 1
        ? `the next ${noun}`
        : `the next ${left.toLocaleString('en')} ${noun}s`
  const chance = rate === 1 ? '' : `, with a probability of ${percent(rate)}`
  return left === 0 ? `Used up: ${noun}s ${whose}` : capital(`${which} ${whose}${chance}`)
}

/** `Acted on 1 of 4 calls.` */
export function faultUses({ kind, calls, injected }: ShownFault): string {
  const noun = isCallbackFault(kind) ? 'attempt' : 'call'
  if (calls === 0) return `No ${noun} yet.`
  return `Acted on ${injected} of ${calls} ${calls === 1 ? noun : `${noun}s`}.`
}

const percent = (rate: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(rate)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
