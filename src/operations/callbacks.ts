// Callbacks on the write path: queued in the commit of their cause, claimed by a sender, recorded, sent again on demand.

import type { Binding } from '../domain/binding.ts'
import { type CallbackMessage, signingAlias } from '../domain/callback.ts'
import { callbackHead, callbackParameters, isBindingEvent } from '../domain/callback-parameters.ts'
import type { CallbackEvent } from '../domain/callback-schedule.ts'
import type { Order, Refund } from '../domain/order.ts'
import { withDue } from '../domain/space.ts'
import type { Draft } from './draft.ts'

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
