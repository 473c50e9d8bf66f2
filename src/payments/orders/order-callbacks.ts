// Queues the callbacks of orders and bindings. Payments write the message; `callbacks` stores and
// sends it.

import {
  CALLBACK_OF_EVENT,
  type CallbackEvent,
  isBindingEvent,
} from '../../callbacks/callback-schedule.ts'
import { type CallbackEffect, queueCallback } from '../../callbacks/queue-callback.ts'
import type { Draft } from '../../kernel/draft.ts'
import type { Binding } from '../methods/binding.ts'
import { callbackParameters } from './callback-parameters.ts'
import { isVerification, type Order, type Refund } from './order.ts'

/** A failed or cancelled payment is reported under the operation it attempted. */
export const failureOf = (order: Order): CallbackEvent =>
  order.twoStage || isVerification(order) ? 'hold-failed' : 'charge-failed'

/** The subject of a callback in addition to the order. */
interface CallbackAbout {
  readonly binding?: Binding | undefined
  readonly refund?: Refund
  /** The effect of the payment's outcome rule. */
  readonly effect?: CallbackEffect | undefined
}

/** The callback URL: an order may have its own; binding events use the project's. */
export const callbackUrlOf = (
  event: CallbackEvent,
  callbackUrl: string | null,
  { request }: Order,
): string | null =>
  isBindingEvent(event) ? callbackUrl : (request.dynamicCallbackUrl ?? callbackUrl)

/**
 * Stores an order and queues a callback for each event. The order stores the id of its newest
 * callback, on which the next one waits.
 */
export function putOrder(
  draft: Draft,
  order: Order,
  events: readonly CallbackEvent[],
  about: CallbackAbout = {},
): Order {
  let lastCallbackId = order.progress.lastCallbackId
  for (const event of events) {
    const url = callbackUrlOf(event, draft.dataset.settings.callbackUrl, order)
    const id = queue(draft, event, { ...about, order, previousId: lastCallbackId ?? null, url })
    // Without a URL, a callback is only sent on request, so the next one must not wait for it.
    if (url !== null) lastCallbackId = id ?? lastCallbackId
  }
  return draft.put(
    'order',
    lastCallbackId === undefined
      ? order
      : { ...order, progress: { ...order.progress, lastCallbackId } },
  )
}

/** Queues the callback of a binding that changed without an order. */
export function queueBindingCallback(draft: Draft, event: CallbackEvent, binding: Binding): void {
  queue(draft, event, { binding, previousId: null, url: draft.dataset.settings.callbackUrl })
}

interface QueuedCallback extends CallbackAbout {
  readonly order?: Order
  readonly previousId: number | null
  readonly url: string | null
}

function queue(
  draft: Draft,
  event: CallbackEvent,
  { order, previousId, url, effect, ...about }: QueuedCallback,
): number | undefined {
  const [operation, status] = CALLBACK_OF_EVENT[event]
  const { settings } = draft.dataset
  // Due work has no request of its own.
  const { isSample } = draft.origin ?? order?.request ?? {}
  return queueCallback(draft, {
    operation,
    status,
    isSample: isSample === true,
    cardId: order?.progress.payment?.card.cardId,
    parameters: () => callbackParameters({ order, ...about, event, at: draft.now, settings }),
    url,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    bindingId: about.binding?.id ?? null,
    previousId,
    effect,
  })
}
