// Queues a callback in the commit of its cause, with the settings at that time.

import { withDue } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { type Callback, originOf, signingAlias } from './callback.ts'
import type { CallbackOperation, CallbackStatus } from './callback-schedule.ts'

/** An event to report. */
interface NewCallback {
  readonly operation: CallbackOperation
  readonly status: CallbackStatus
  /** Names and values in the order in which they are sent, without the signature. */
  readonly parameters: () => readonly (readonly [name: string, value: string])[]
  /** If null, it is stored and only sent on request. */
  readonly url: string | null
  readonly orderId: string | null
  readonly orderNumber: string | null
  readonly bindingId: string | null
  /** The earlier callback of the same order. */
  readonly previousId: number | null
  readonly effect?: CallbackEffect | undefined
  /** True if fixtures or sample data caused it. */
  readonly isSample?: boolean
  /** The issued card that paid the order. */
  readonly cardId?: number | undefined
}

/** The effect of an outcome rule on the callbacks about a payment. */
export interface CallbackEffect {
  /** Each callback is queued twice. */
  readonly duplicate?: true
  /** Each callback is sent this much later on the project's clock, in milliseconds. */
  readonly delayMs?: number
}

/**
 * Returns the id of the callback, or undefined if the project does not subscribe to its operation.
 */
export function queueCallback(draft: Draft, callback: NewCallback): number | undefined {
  const isSubscribed = draft.dataset.settings.callbackOperations.includes(callback.operation)
  if (!isSubscribed) return undefined
  const { id } = putCallback(draft, callback)
  return callback.effect?.duplicate === true
    ? putCallback(draft, { ...callback, previousId: id }).id
    : id
}

/** Queues a callback even if the project does not subscribe to its operation. */
export function putCallback(draft: Draft, callback: NewCallback): Callback {
  const { settings } = draft.dataset
  const { operation, status, parameters, url, effect, isSample, cardId, ...subject } = callback
  const dueAt = draft.now + (effect?.delayMs ?? 0)
  if (url !== null) draft.dataset = withDue(draft.dataset, dueAt)
  return draft.put('callback', {
    id: draft.take('nextId'),
    ...subject,
    operation,
    status,
    state: url === null ? 'unaddressed' : 'waiting',
    url,
    origin: originOf(url),
    message: {
      parameters: parameters(),
      method: settings.callbackMethod,
      signature: settings.callbackSignature,
      keyAlias: signingAlias(settings),
      ...(isSample && { isSample: true }),
      ...(cardId !== undefined && { cardId }),
    },
    createdAt: draft.now,
    attempt: 0,
    failures: 0,
    firstAt: null,
    dueAt: url === null ? null : dueAt,
    leaseUntil: null,
    attempts: [],
    heldBack: false,
  })
}
