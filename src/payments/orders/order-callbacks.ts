// What callbacks tell of orders and bindings: payments make the message, callbacks keep and send it.

import type { CallbackEvent } from '../../callbacks/callback-schedule.ts'
import { queueCallback } from '../../callbacks/queue-callback.ts'
import type { Draft } from '../../kernel/draft.ts'
import type { Binding } from '../methods/binding.ts'
import { callbackHead, callbackParameters, isBindingEvent } from './callback-parameters.ts'
import { isVerification, type Order, type Refund } from './order.ts'

/** What a payment that failed or was given up is told as: as that which it would have been. */
export const failureOf = (order: Order): CallbackEvent =>
  order.twoStage || isVerification(order) ? 'hold-failed' : 'charge-failed'

/** What a callback about an order tells of. */
export interface CallbackAbout {
  readonly order: Order
  readonly binding?: Binding
  readonly refund?: Refund
}

/** Where an event is told: an order may have an address of its own; those of bindings go to that of the project. */
export const callbackAddress = (
  event: CallbackEvent,
  callbackUrl: string | null,
  { request }: Order,
): string | null =>
  isBindingEvent(event) ? callbackUrl : (request.dynamicCallbackUrl ?? callbackUrl)

/** Queues the callback of an event. Returns the order, which then names its newest callback: the caller puts it. */
export function queueOrderCallback(
  draft: Draft,
  event: CallbackEvent,
  about: CallbackAbout,
): Order {
  const { order } = about
  const url = callbackAddress(event, draft.dataset.settings.callbackUrl, order)
  const id = queue(draft, event, about, url)
  // One without an address goes out only when somebody asks for it: the next must not wait for that.
  return id === undefined || url === null
    ? order
    : { ...order, progress: { ...order.progress, lastCallbackId: id } }
}

/** The same for a binding that changed without an order. */
export function queueBindingCallback(draft: Draft, event: CallbackEvent, binding: Binding): void {
  queue(draft, event, { binding }, draft.dataset.settings.callbackUrl)
}

function queue(
  draft: Draft,
  event: CallbackEvent,
  about: Partial<CallbackAbout>,
  url: string | null,
): number | undefined {
  const { order, binding } = about
  const [operation, status] = callbackHead(event)
  const { settings } = draft.dataset
  return queueCallback(draft, {
    operation,
    status,
    parameters: () => callbackParameters({ ...about, event, at: draft.now, settings }),
    url,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    bindingId: binding?.id ?? null,
    previousId: order?.progress.lastCallbackId ?? null,
  })
}
