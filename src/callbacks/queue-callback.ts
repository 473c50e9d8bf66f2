// Queueing a callback in the commit of its cause, with everything about it fixed that the settings say now.

import { withDue } from '../kernel/dataset.ts'
import type { Draft } from '../kernel/draft.ts'
import { type Callback, originOf, signingAlias } from './callback.ts'
import type { CallbackOperation, CallbackStatus } from './callback-schedule.ts'

/** What a subject has to tell. */
export interface NewCallback {
  readonly operation: CallbackOperation
  readonly status: CallbackStatus
  /** Names and values in the order they are sent, without the signature. */
  readonly parameters: () => readonly (readonly [name: string, value: string])[]
  /** Where it goes; null keeps it until somebody asks for it to be sent. */
  readonly url: string | null
  readonly orderId: string | null
  readonly orderNumber: string | null
  readonly bindingId: string | null
  /** The callback it must not overtake. */
  readonly previousId: number | null
}

/** The id of the callback, or undefined where the project does not subscribe to such operations. */
export function queueCallback(draft: Draft, callback: NewCallback): number | undefined {
  const isSubscribed = draft.dataset.settings.callbackOperations.includes(callback.operation)
  return isSubscribed ? putCallback(draft, callback).id : undefined
}

/** Queues a callback that was asked for, whatever operations the project subscribes to. */
export function putCallback(draft: Draft, callback: NewCallback): Callback {
  const { settings } = draft.dataset
  const { operation, status, parameters, url, ...subject } = callback
  if (url !== null) draft.dataset = withDue(draft.dataset, draft.now)
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
    },
    createdAt: draft.now,
    attempt: 0,
    failures: 0,
    firstAt: null,
    dueAt: url === null ? null : draft.now,
    leaseUntil: null,
    attempts: [],
  })
}
