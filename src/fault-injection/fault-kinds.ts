// The kinds of faults that a project can set, one row each: their targets, their numbers with
// ranges and defaults, and the sentence that explains them.

/** The APIs whose calls faults can disturb, which excludes the control API. */
export const FAULT_APIS = ['A', 'B', 'C'] as const
export type FaultApi = (typeof FAULT_APIS)[number]

/** Calls to C from the payment page and the issuer's page, named as in the request log. */
export const PAGE_OPERATIONS = [
  'paymentPage',
  'payFromPage',
  'finishFromPage',
  'openChallenge',
  'answerChallenge',
  'finishChallenge',
  'threeDSMethod',
] as const
export type PageOperation = (typeof PAGE_OPERATIONS)[number]

/** The numbers of a fault, in addition to those that every kind has. */
export type FaultNumber = 'ms' | 'jitterMs' | 'status' | 'retryAfterSeconds'

interface NumberBounds {
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  /** Set if only some values are possible. */
  readonly values?: readonly number[]
}

interface FaultKindRow {
  /** Calls to an API, or callbacks. */
  readonly of: 'call' | 'callback'
  readonly label: string
  readonly sentence: string
  readonly numbers: Readonly<Partial<Record<FaultNumber, NumberBounds>>>
}

/** Maximum delay of a call, below the timeouts of common clients and proxies. */
const CALL_PAUSE_MAX_MS = 60_000
/** Maximum delay of a callback, in the project's time: a week. */
const CALLBACK_DELAY_MAX_MS = 604_800_000
const JITTER = { default: 0, minimum: 0 }

const KIND_ROWS = {
  latency: {
    of: 'call',
    label: 'Latency',
    sentence: 'The call waits before it runs.',
    numbers: {
      ms: { default: 1000, minimum: 0, maximum: CALL_PAUSE_MAX_MS },
      jitterMs: { ...JITTER, maximum: CALL_PAUSE_MAX_MS },
    },
  },
  error: {
    of: 'call',
    label: 'Error',
    sentence: 'The call returns an error and does not run.',
    numbers: { status: { default: 500, minimum: 500, maximum: 504, values: [500, 502, 503, 504] } },
  },
  'rate-limit': {
    of: 'call',
    label: 'Rate limit',
    sentence: 'The call returns 429 with Retry-After and does not run.',
    numbers: { retryAfterSeconds: { default: 1, minimum: 1, maximum: 3600 } },
  },
  'reset-before-commit': {
    of: 'call',
    label: 'Reset before the commit',
    sentence: 'The connection is reset, and the call does not run.',
    numbers: {},
  },
  'reset-after-commit': {
    of: 'call',
    label: 'Reset after the commit',
    sentence: 'The call runs and takes effect, then the connection is reset before any response.',
    numbers: {},
  },
  truncate: {
    of: 'call',
    label: 'Truncated response',
    sentence: 'The call runs, and the connection is reset in the middle of the response body.',
    numbers: {},
  },
  'slow-body': {
    of: 'call',
    label: 'Slow response body',
    sentence: 'The call runs, and the body of the response arrives in pieces.',
    numbers: { ms: { default: 3000, minimum: 1, maximum: CALL_PAUSE_MAX_MS } },
  },
  duplicate: {
    of: 'callback',
    label: 'Duplicate callback',
    sentence: 'The callback is sent twice.',
    numbers: {},
  },
  reorder: {
    of: 'callback',
    label: 'Reordered callback',
    sentence: 'The callback is held back until the next one of its order has been sent.',
    numbers: { ms: { default: 60_000, minimum: 1, maximum: CALLBACK_DELAY_MAX_MS } },
  },
  delay: {
    of: 'callback',
    label: 'Delayed callback',
    sentence: 'The callback is sent later.',
    numbers: {
      ms: { default: 60_000, minimum: 1, maximum: CALLBACK_DELAY_MAX_MS },
      jitterMs: { ...JITTER, maximum: CALLBACK_DELAY_MAX_MS },
    },
  },
  drop: {
    of: 'callback',
    label: 'Dropped callback',
    sentence: 'The attempt is lost in transit and counts as failed. The callback is retried.',
    numbers: {},
  },
  'wrong-signature': {
    of: 'callback',
    label: 'Wrong signature',
    sentence: "The callback's checksum does not match its parameters.",
    numbers: {},
  },
} as const satisfies Readonly<Record<string, FaultKindRow>>

export type FaultKind = keyof typeof KIND_ROWS

type KindOf<T extends FaultKindRow['of']> = {
  [K in FaultKind]: (typeof KIND_ROWS)[K]['of'] extends T ? K : never
}[FaultKind]

export type CallFaultKind = KindOf<'call'>
export type CallbackFaultKind = KindOf<'callback'>

export const FAULT_KINDS: Readonly<Record<FaultKind, FaultKindRow>> = KIND_ROWS
export const FAULT_KIND_NAMES = Object.keys(KIND_ROWS) as readonly FaultKind[]

export const isCallbackFault = (kind: FaultKind): kind is CallbackFaultKind =>
  FAULT_KINDS[kind].of === 'callback'
