// Callbacks on the write path: queued in the commit of their cause, claimed by a sender, recorded, sent again on demand.

import type { Binding } from '../domain/binding.ts'
import {
  afterAttempt,
  type Callback,
  type CallbackAttempt,
  type CallbackMessage,
  holdsUpTheNext,
  LEASE_MS,
  requeued,
  signingAlias,
} from '../domain/callback.ts'
import { callbackHead, callbackParameters, isBindingEvent } from '../domain/callback-parameters.ts'
import type { CallbackEvent } from '../domain/callback-schedule.ts'
import { Fault } from '../domain/fault.ts'
import type { Order, Refund } from '../domain/order.ts'
import { want } from '../domain/rows.ts'
import type { CallbackKey } from '../domain/settings.ts'
import { withDue } from '../domain/space.ts'
import type { Draft } from './draft.ts'
import { operation } from './operation.ts'

/** What a callback about an order tells of. */
export interface CallbackAbout {
  readonly order: Order
  readonly binding?: Binding
  readonly refund?: Refund
}

/**
 * Writes the callback of an event down, with everything fixed that the settings say now. Returns the order, which then names its
 * newest callback: the caller puts it.
 */
export function queueCallback(draft: Draft, event: CallbackEvent, about: CallbackAbout): Order {
  const { order } = about
  const url = isBindingEvent(event)
    ? draft.space.settings.callbackUrl
    : (order.request.dynamicCallbackUrl ?? draft.space.settings.callbackUrl)
  const id = write(draft, event, about, url)
  // One without an address goes out only when somebody asks for it: the next must not wait for that.
  return id === undefined || url === null
    ? order
    : { ...order, progress: { ...order.progress, lastCallbackId: id } }
}

/** The same for a binding that changed without an order. */
export function queueBindingCallback(draft: Draft, event: CallbackEvent, binding: Binding): void {
  write(draft, event, { binding }, draft.space.settings.callbackUrl)
}

/** The id of the callback, or undefined where the project does not want to hear of such events. */
function write(
  draft: Draft,
  event: CallbackEvent,
  about: Partial<CallbackAbout>,
  url: string | null,
): number | undefined {
  const { settings } = draft.space
  const { order, binding } = about
  const [operation, status] = callbackHead(event)
  if (!settings.callbackOperations.includes(operation)) return undefined
  const message: CallbackMessage = {
    parameters: callbackParameters({ ...about, event, at: draft.now, settings }),
    method: settings.callbackMethod,
    signature: settings.callbackSignature,
    keyAlias: signingAlias(settings),
  }
  const id = draft.take('nextId')
  draft.put('callback', {
    id,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    bindingId: binding?.id ?? null,
    operation,
    status,
    state: url === null ? 'captured' : 'waiting',
    url,
    origin: originOf(url),
    message,
    createdAt: draft.now,
    previousId: order?.progress.lastCallbackId ?? null,
    attempt: 0,
    failures: 0,
    firstAt: null,
    dueAt: url === null ? null : draft.now,
    leaseUntil: null,
    attempts: [],
  })
  if (url !== null) draft.space = withDue(draft.space, draft.now)
  return id
}

const originOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).origin : null

export interface Claimed {
  readonly callbacks: readonly Callback[]
  /** The project's keys as they are now; the last one signs where the named one is gone. */
  readonly keys: readonly CallbackKey[]
  /** The project's time. */
  readonly now: number
}

/** Takes those that may be sent now; a claim that nobody reports back on runs out. */
export const claimCallbacks = operation<{ readonly ids: readonly number[] }, Claimed>({
  wants: ({ ids }, rows) =>
    ids.flatMap((id) => {
      const previousId = rows.find('callback', 'id', id)?.previousId ?? null
      const own = want('callback', 'id', id)
      return previousId === null ? [own] : [own, want('callback', 'id', previousId)]
    }),
  decide({ ids }, draft) {
    const callbacks = ids
      .map((id) => draft.get('callback', 'id', id))
      .filter((callback) => callback !== null)
      .filter((callback) => isSendable(callback, draft))
      .map((callback) => ({
        ...callback,
        attempt: callback.attempt + 1,
        firstAt: callback.firstAt ?? draft.now,
        leaseUntil: draft.realNow + LEASE_MS,
      }))
    for (const callback of callbacks) draft.put('callback', callback)
    return { callbacks, keys: draft.space.settings.callbackKeys, now: draft.now }
  },
})

function isSendable(callback: Callback, draft: Draft): boolean {
  const { state, dueAt, previousId } = callback
  if (state !== 'waiting' || dueAt === null || dueAt > draft.now || isLeased(callback, draft))
    return false
  const previous = previousId === null ? null : draft.get('callback', 'id', previousId)
  return previous === null || !holdsUpTheNext(previous)
}

const isLeased = ({ leaseUntil }: Callback, { realNow }: Draft): boolean =>
  leaseUntil !== null && leaseUntil >= realNow

export interface AttemptReport {
  readonly id: number
  /** The number that the claim gave: a sender whose lease ran out must not undo what its successor did. */
  readonly attempt: number
  readonly outcome: CallbackAttempt
}

/** Notes how an attempt ended. False where it counts no more. */
export const recordAttempt = operation<AttemptReport, boolean>({
  wants: ({ id }) => [want('callback', 'id', id)],
  decide({ id, attempt, outcome }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback?.attempt !== attempt || callback.leaseUntil === null) return false
    const next = afterAttempt(callback, outcome)
    draft.put('callback', next)
    draft.space = withDue(draft.space, next.dueAt)
    return true
  },
})

/** Queues a callback once more, whatever became of it. One that had no address takes the one set now. */
export const resendCallback = operation<{ readonly id: number }, Callback>({
  wants: ({ id }) => [want('callback', 'id', id)],
  decide({ id }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback === null) throw new Fault('callback-not-found', 'There is no such callback.')
    const url = callback.url ?? draft.space.settings.callbackUrl
    if (url === null)
      throw new Fault('parameter-invalid', 'There is no address: set callbackUrl first.')
    return requeue({ ...callback, url, origin: originOf(url) }, draft)
  },
})

/** Queues those of the callbacks that have failed for good; tells how many. */
export const resendFailed = operation<{ readonly ids: readonly number[] }, number>({
  wants: ({ ids }) => ids.map((id) => want('callback', 'id', id)),
  decide({ ids }, draft) {
    const failed = ids
      .map((id) => draft.get('callback', 'id', id))
      .filter((callback) => callback?.state === 'failed')
    for (const callback of failed) if (callback !== null) requeue(callback, draft)
    return failed.length
  },
})

function requeue(callback: Callback, draft: Draft): Callback {
  const next = requeued(callback, draft.now, isLeased(callback, draft))
  draft.put('callback', next)
  draft.space = withDue(draft.space, next.dueAt)
  return next
}
