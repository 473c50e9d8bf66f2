// A notification to the merchant. It is stored in the commit of its cause, sent afterwards, and
// stored with every attempt.

import {
  type CallbackOperation,
  type CallbackStatus,
  DELIVERED_HTTP_STATUS,
  nextAttemptAt,
} from './callback-schedule.ts'
import { type DeliveryAttempt, type ItemRules, type QueuedItem, tried } from './queued-item.ts'
import { type CallbackMethod, type CallbackSignature, PROJECT_KEY_ALIAS } from './settings.ts'
import type { Settings } from '../kernel/settings.ts'

/**
 * `unaddressed`: had no URL, and is only sent by `resend`; `waiting`: will be sent or retried;
 * `delivered`; `failed`: the last retry failed.
 */
export const CALLBACK_STATES = ['unaddressed', 'waiting', 'delivered', 'failed'] as const
export type CallbackState = (typeof CALLBACK_STATES)[number]

export interface CallbackAttempt extends DeliveryAttempt {
  /** Method, URL with its query, and the form body of a POST. */
  readonly request: { readonly method: CallbackMethod; readonly url: string; readonly body: string }
}

/** A callback that failed several times in a row, for notifications. */
export interface FailingCallback {
  readonly operation: CallbackOperation
  readonly failures: number
  /** The error of the last attempt, such as `HTTP 500`. */
  readonly result: string
}

/** Fixed at the time of the event, so later changes of settings have no effect. */
export interface CallbackMessage {
  /** Names and values in the order in which they are sent, without `checksum`. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly method: CallbackMethod
  readonly signature: CallbackSignature
  /** Alias of the signing key. */
  readonly keyAlias: string
  /** True if it was caused by fixtures or sample data. */
  readonly isSample?: true
  /** The issued card that paid the order, for the request log. */
  readonly cardId?: number
}

/** `previousId` is the earlier callback of the same order. */
export interface Callback extends QueuedItem<CallbackAttempt> {
  readonly orderId: string | null
  readonly orderNumber: string | null
  readonly bindingId: string | null
  readonly operation: CallbackOperation
  readonly status: CallbackStatus
  readonly state: CallbackState
  /** Null if no URL was set when the event happened. */
  readonly url: string | null
  /** Scheme, host and port, because a receiver that hangs must not delay others. */
  readonly origin: string | null
  readonly message: CallbackMessage
}

/** The callback after an attempt: delivered, waiting for a retry, or failed. */
export function afterAttempt(callback: Callback, attempt: CallbackAttempt): Callback {
  const ended = tried(callback, attempt)
  if (isDelivery(attempt)) return { ...ended, state: 'delivered' }
  const failures = callback.failures + 1
  const { at: lastAt } = attempt
  const dueAt = nextAttemptAt(failures, { firstAt: callback.firstAt ?? lastAt, lastAt }) ?? null
  return { ...ended, failures, dueAt, state: dueAt === null ? 'failed' : 'waiting' }
}

export const isDelivery = ({
  error,
  httpStatus,
}: Pick<CallbackAttempt, 'error' | 'httpStatus'>): boolean =>
  error === null && httpStatus === DELIVERED_HTTP_STATUS

export const CALLBACK_RULES: ItemRules<CallbackAttempt, Callback> = {
  isDelivery,
  after: afterAttempt,
  unsent: ({ url, message: { method } }, attempt) => ({
    ...attempt,
    request: { method, url: url ?? '', body: '' },
  }),
}

/** True if the last attempt failed, whether or not a retry follows. */
export const isFailing = ({ state, failures }: Pick<Callback, 'state' | 'failures'>): boolean =>
  state === 'failed' || (state === 'waiting' && failures > 0)

/** The alias of a project's RSA keys. */
const RSA_KEY_ALIAS = 'callbackRsaKey'

/** The alias of the key that signs new callbacks. */
export const signingAlias = ({
  callbackSignature,
  callbackKeys,
}: Pick<Settings, 'callbackSignature' | 'callbackKeys'>): string =>
  callbackSignature === 'rsa' ? RSA_KEY_ALIAS : (callbackKeys.at(-1)?.alias ?? PROJECT_KEY_ALIAS)

/**
 * An additional parameter of test callbacks by which receivers can recognise them. It is also
 * signed.
 */
export const TEST_PARAMETER = ['sandcardTest', 'true'] as const

/** True for a test callback, whose event did not happen. */
export const isTest = ({ message }: Pick<Callback, 'message'>): boolean =>
  message.parameters.some(([name]) => name === TEST_PARAMETER[0])

/** The origin of a callback URL; null if it has no URL. */
export const originOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).origin : null
