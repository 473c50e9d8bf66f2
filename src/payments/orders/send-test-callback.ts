// Sends a test callback: the callback that an event of the order would send now.

import { type Callback, TEST_PARAMETER } from '../../callbacks/callback.ts'
import {
  CALLBACK_OF_EVENT,
  type CallbackEvent,
  isBindingEvent,
} from '../../callbacks/callback-schedule.ts'
import { putCallback } from '../../callbacks/queue-callback.ts'
import type { Draft } from '../../kernel/draft.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Binding } from '../methods/binding.ts'
import { callbackParameters } from './callback-parameters.ts'
import { callbackUrlOf } from './order-callbacks.ts'
import { defineOrderCommand } from './order-command.ts'
import type { OrderRef } from './order-rows.ts'
import type { Order } from './order.ts'

export interface SendTestCallbackInput {
  readonly order: OrderRef
  readonly event: CallbackEvent
}

/**
 * Queues a callback for the current order, marked as a test. It neither waits for other callbacks
 * nor delays them, and it is sent even if the project has turned its operation off.
 */
export const sendTestCallback = defineOrderCommand<SendTestCallbackInput, Callback>({
  decide({ event }, order, draft) {
    const { settings } = draft.dataset
    const url = callbackUrlOf(event, settings.callbackUrl, order)
    if (url === null)
      throw new Fault('parameter-invalid', 'There is no callback URL. Set callbackUrl first.')
    const binding = isBindingEvent(event) ? bindingOf(order, draft) : undefined
    const [operation, status] = CALLBACK_OF_EVENT[event]
    return putCallback(draft, {
      operation,
      status,
      parameters: () => [
        ...callbackParameters({ event, at: draft.now, settings, order, binding }),
        TEST_PARAMETER,
      ],
      url,
      orderId: order.id,
      orderNumber: order.number,
      bindingId: binding?.id ?? null,
      previousId: null,
    })
  },
})

function bindingOf({ progress }: Order, draft: Draft): Binding {
  const bindingId = progress.payment?.bindingId
  const binding = bindingId === undefined ? null : draft.get('binding', 'id', bindingId)
  if (binding === null)
    throw new Fault('parameter-invalid', 'The order did not create a binding.', 'operation')
  return binding
}
