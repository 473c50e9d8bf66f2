// A project's faults, and which of them apply to a call or a callback. Chance is a function of the
// seed, the fault and the number of its calls, so the same calls always get the same faults.

import { hash } from 'node:crypto'
import {
  type CallbackFaultKind,
  type CallFaultKind,
  FAULT_KINDS,
  type FaultApi,
  type FaultKind,
  type FaultNumber,
  isCallbackFault,
} from './fault-kinds.ts'

/** A fault as the project defines it. Absent fields do not restrict it, or have their default. */
export interface DefinedFault {
  readonly kind: FaultKind
  readonly api?: FaultApi
  /** The operation's name in the reference; for a callback fault, the operation of the callback. */
  readonly operation?: string
  /** Number of matching calls after which the fault ends; unlimited if absent. */
  readonly times?: number
  /** The probability that it applies to a matching call; 1 if absent. */
  readonly rate?: number
  readonly ms?: number
  readonly jitterMs?: number
  readonly status?: number
  readonly retryAfterSeconds?: number
}

export interface PlannedFault extends DefinedFault {
  readonly id: string
  /** Number of matching calls so far. */
  readonly calls: number
  /** Number of calls to which it applied. */
  readonly injected: number
}

export type FaultSeed = string | number

/** The row with a project's faults. A project without faults has none. */
export interface FaultPlan {
  readonly id: typeof FAULT_PLAN_ID
  readonly seed: FaultSeed
  readonly faults: readonly PlannedFault[]
  /** False once every fault is used up. */
  readonly active: boolean
}

/** A project has one plan. */
export const FAULT_PLAN_ID = 1
export const FAULTS_MAX = 50
export const FAULT_TIMES_MAX = 1_000_000

/** A call to an API. */
export interface FaultedCall {
  readonly api: FaultApi
  readonly operation: string
}

/** The faults that apply to a call: a delay, and at most one other fault. */
export interface CallFaults {
  readonly latencyMs: number
  readonly fault: ActingFault | null
  /** The faults that apply, for the response header. */
  readonly kinds: readonly FaultKind[]
}

/** An active fault with its parameters. */
interface ActingFault {
  readonly kind: Exclude<CallFaultKind, 'latency'>
  readonly ms: number
  readonly status: number
  readonly retryAfterSeconds: number
}

/** A fault that applies to an attempt to deliver a callback. */
interface ActingCallbackFault {
  readonly kind: CallbackFaultKind
  readonly ms: number
}

/** How many more times it applies; null if unlimited. */
export const leftOf = ({ times, calls }: PlannedFault): number | null =>
  times === undefined ? null : times - calls

const isUsedUp = (fault: PlannedFault): boolean => leftOf(fault) === 0

export const hasActiveFault = (faults: readonly PlannedFault[]): boolean =>
  faults.some((fault) => !isUsedUp(fault))

/** A new plan: unused definitions, with ids by their position. */
export function newPlan(seed: FaultSeed, defined: readonly DefinedFault[]): FaultPlan {
  const faults = defined.map((fault, index) => unused(`fault-${index + 1}`, fault))
  return { id: FAULT_PLAN_ID, seed, faults, active: faults.length > 0 }
}

export const unused = (id: string, fault: DefinedFault): PlannedFault => ({
  ...fault,
  id,
  calls: 0,
  injected: 0,
})

/** True if a fault that is not used up matches the call. */
export const mayMeetFault = (faults: readonly PlannedFault[], call: FaultedCall): boolean =>
  faults.some((fault) => isOfCall(fault, call) && !isUsedUp(fault))

const isOfCall = ({ kind, api, operation }: DefinedFault, call: FaultedCall): boolean =>
  !isCallbackFault(kind) &&
  (api === undefined || api === call.api) &&
  (operation === undefined || operation === call.operation)

/**
 * The faults of a call, and the plan after it. The first matching latency fault and the first other
 * matching fault apply; the faults after them do not count the call.
 */
export function callFaults(plan: FaultPlan, call: FaultedCall): readonly [CallFaults, FaultPlan] {
  let latency: PlannedFault | undefined
  let other: PlannedFault | undefined
  const faults = plan.faults.map((fault) => {
    const known = fault.kind === 'latency' ? latency : other
    if (known !== undefined || isUsedUp(fault) || !isOfCall(fault, call)) return fault
    const counted = afterCall(plan.seed, fault)
    if (counted.injected > fault.injected)
      if (fault.kind === 'latency') latency = fault
      else other = fault
    return counted
  })
  const acting = {
    latencyMs: latency === undefined ? 0 : pauseOf(plan.seed, latency),
    fault: other === undefined ? null : actingFault(other),
    kinds: [latency, other].flatMap((fault) => (fault === undefined ? [] : [fault.kind])),
  }
  return [acting, { ...plan, faults, active: hasActiveFault(faults) }]
}

const actingFault = (fault: PlannedFault): ActingFault => ({
  kind: fault.kind as ActingFault['kind'],
  ms: numberOf(fault, 'ms'),
  status: numberOf(fault, 'status'),
  retryAfterSeconds: numberOf(fault, 'retryAfterSeconds'),
})

/** The properties of a delivery attempt that faults depend on. */
export interface FaultedCallback {
  readonly operation: string
  /** False for a callback without a checksum, which cannot be wrong. */
  readonly isSigned: boolean
  /** True if it was held back or delayed before, which only happens once to a callback. */
  readonly wasDelayed: boolean
}

/** The fault of an attempt to deliver a callback, and the plan after it. */
export function callbackFault(
  plan: FaultPlan,
  callback: FaultedCallback,
): readonly [ActingCallbackFault | undefined, FaultPlan] {
  let acting: ActingCallbackFault | undefined
  const faults = plan.faults.map((fault) => {
    if (acting !== undefined || isUsedUp(fault) || !isOfCallback(fault, callback)) return fault
    const counted = afterCall(plan.seed, fault)
    if (counted.injected > fault.injected && isCallbackFault(fault.kind))
      acting = { kind: fault.kind, ms: pauseOf(plan.seed, fault) }
    return counted
  })
  return [acting, { ...plan, faults, active: hasActiveFault(faults) }]
}

const isOfCallback = ({ kind, operation }: DefinedFault, callback: FaultedCallback): boolean =>
  isCallbackFault(kind) &&
  (operation === undefined || operation === callback.operation) &&
  (kind !== 'wrong-signature' || callback.isSigned) &&
  ((kind !== 'delay' && kind !== 'reorder') || !callback.wasDelayed)

/** The fault after one more matching call, to which it applies according to its rate. */
function afterCall(seed: FaultSeed, fault: PlannedFault): PlannedFault {
  const { rate = 1, calls, injected } = fault
  const acts = rate === 1 || chance(seed, fault, 'rate') < rate
  return { ...fault, calls: calls + 1, injected: injected + (acts ? 1 : 0) }
}

/** `ms`, plus 0 to `jitterMs`. */
function pauseOf(seed: FaultSeed, fault: PlannedFault): number {
  const jitter = numberOf(fault, 'jitterMs')
  const ms = numberOf(fault, 'ms')
  return jitter === 0 ? ms : ms + Math.floor(chance(seed, fault, 'jitter') * (jitter + 1))
}

/** The number of a fault, or the default of its kind; 0 if the kind has no such number. */
export const numberOf = (fault: DefinedFault, name: FaultNumber): number =>
  fault[name] ?? FAULT_KINDS[fault.kind].numbers[name]?.default ?? 0

const CHANCE_DIGITS = 12

/** A number in [0, 1) for this call of a fault. */
function chance(seed: FaultSeed, { id, calls }: PlannedFault, use: string): number {
  const digest = hash('sha256', `${seed}/${id}/${calls}/${use}`, 'hex')
  return Number.parseInt(digest.slice(0, CHANCE_DIGITS), 16) / 16 ** CHANCE_DIGITS
}
