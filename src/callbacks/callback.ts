// A notification to the merchant: written in the commit of its cause, sent outside of it, and kept with every attempt.

import {
  type CallbackOperation,
  type CallbackStatus,
  DELIVERED_HTTP_STATUS,
  nextAttemptAt,
} from './callback-schedule.ts'
import { type CallbackMethod, type CallbackSignature, PROJECT_KEY_ALIAS } from './settings.ts'
import type { Settings } from '../kernel/settings.ts'

/**
 * `unaddressed`: it goes out by `resend` only; `waiting`: to be sent, again or for the first time; `delivered`; `failed`: the
 * time for attempts is up.
 */
export const CALLBACK_STATES = ['unaddressed', 'waiting', 'delivered', 'failed'] as const
export type CallbackState = (typeof CALLBACK_STATES)[number]

export interface CallbackAttempt {
  /** The project's time, epoch milliseconds. */
  readonly at: number
  readonly httpStatus: number | null
  readonly durationMs: number
  /** Why there was no answer, or none in time; null where there was one. */
  readonly error: string | null
  /** What was sent: method and address with its query, and the form body of a POST. */
  readonly request: { readonly method: CallbackMethod; readonly url: string; readonly body: string }
  /** The start of the answer: head and first characters of the body. */
  readonly answer: string
}

/** What was decided when the event happened: a later change of settings does not touch it. */
export interface CallbackMessage {
  /** Names and values in the order they are sent, without `checksum`. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly method: CallbackMethod
  readonly signature: CallbackSignature
  /** Alias of the key that signs. */
  readonly keyAlias: string
}

export interface Callback {
  readonly id: number
  readonly orderId: string | null
  readonly orderNumber: string | null
  readonly bindingId: string | null
  readonly operation: CallbackOperation
  readonly status: CallbackStatus
  readonly state: CallbackState
  /** Null where nothing was set when the event happened. */
  readonly url: string | null
  /** Scheme, host and port: one that hangs must not hold up the others. */
  readonly origin: string | null
  readonly message: CallbackMessage
  readonly createdAt: number
  /** The callback of the same order that goes out first. */
  readonly previousId: number | null
  /** Times it was claimed for sending: the number of the attempt, and the fence against a slow rival. */
  readonly attempt: number
  /** Attempts that failed since it was last queued. */
  readonly failures: number
  /** The project's time of the first attempt since it was last queued. */
  readonly firstAt: number | null
  /** When it is to be sent, the project's time; null when it is not. */
  readonly dueAt: number | null
  /** Real time until which somebody is sending it. */
  readonly leaseUntil: number | null
  /** The latest attempts, oldest first. */
  readonly attempts: readonly CallbackAttempt[]
}

/** Real time that a claim lasts: longer than an exchange may take, so that two processes never send the same one at once. */
export const LEASE_MS = 30_000

/** Attempts kept with a callback. */
const STORED_ATTEMPTS_MAX = 30

/** The callback as it stands when its sender has come back: delivered, to be tried again, or given up. */
export function afterAttempt(callback: Callback, attempt: CallbackAttempt): Callback {
  const attempts = [...callback.attempts, attempt].slice(-STORED_ATTEMPTS_MAX)
  const ended = { ...callback, attempts, leaseUntil: null, dueAt: null }
  if (attempt.error === null && attempt.httpStatus === DELIVERED_HTTP_STATUS)
    return { ...ended, state: 'delivered' }
  const failures = callback.failures + 1
  const { at: lastAt } = attempt
  const dueAt = nextAttemptAt(failures, { firstAt: callback.firstAt ?? lastAt, lastAt }) ?? null
  return { ...ended, failures, dueAt, state: dueAt === null ? 'failed' : 'waiting' }
}

/** The callback as queued anew at `now`: its schedule starts over. One that is being sent right now is not sent a second time. */
export const requeued = (callback: Callback, now: number, isLeased: boolean): Callback =>
  isLeased
    ? { ...callback, failures: 0, firstAt: now }
    : { ...callback, state: 'waiting', failures: 0, firstAt: null, dueAt: now, leaseUntil: null }

/** The one RSA key of a project: it is never rotated. */
export const RSA_KEY_ALIAS = 'callbackRsaKey'

/** The alias of the key that signs from now on. */
export const signingAlias = ({
  callbackSignature,
  callbackKeys,
}: Pick<Settings, 'callbackSignature' | 'callbackKeys'>): string =>
  callbackSignature === 'rsa' ? RSA_KEY_ALIAS : (callbackKeys.at(-1)?.alias ?? PROJECT_KEY_ALIAS)

/** What a test carries beside all else that is told, signed like the rest: its receiver can tell it from an event. */
export const TEST_PARAMETER = ['sandcardTest', 'true'] as const

/** True for one that somebody had sent to try the receiver out: nothing happened. */
export const isTest = ({ message }: Pick<Callback, 'message'>): boolean =>
  message.parameters.some(([name]) => name === TEST_PARAMETER[0])

/** The receiver that an address belongs to; null where it has none. */
export const originOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).origin : null
