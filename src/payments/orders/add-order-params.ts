// Adds to the parameters that a merchant stores with an order.

import { Fault } from '../../kernel/fault.ts'
import { defineOrderCommand } from './order-command.ts'
import type { OrderRef } from './order-rows.ts'
import type { Order } from './order.ts'

export interface AddOrderParamsInput {
  readonly order: OrderRef
  readonly params: Readonly<Record<string, string>>
}

const ORDER_PARAMS_MAX = 100
/** Maximum length of the parameters as JSON, which is the most that one call can send. */
const ORDER_PARAMS_MAX_CHARACTERS = 32_768

/** Adds parameters to an order. */
export const addOrderParams = defineOrderCommand<AddOrderParamsInput, Order>({
  decide: ({ params }, order, draft) => draft.put('order', withParams(order, params)),
})

/** The order with additional parameters. An existing name gets the new value. */
export function withParams(order: Order, added: AddOrderParamsInput['params']): Order {
  const params = { ...order.request.params, ...added }
  if (Object.keys(params).length > ORDER_PARAMS_MAX)
    throw new Fault(
      'value-invalid',
      `An order has at most ${ORDER_PARAMS_MAX} parameters.`,
      'params',
    )
  if (JSON.stringify(params).length > ORDER_PARAMS_MAX_CHARACTERS)
    throw new Fault('value-invalid', 'The parameters of the order are too long.', 'params')
  return { ...order, request: { ...order.request, params } }
}
