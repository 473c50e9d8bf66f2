// Finds the order of a call, in its current state.

import { isGatewayId } from '../../../payments/orders/gateway-id.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { Project } from '../../../engine/directory.ts'
import type { OrderRef } from '../../../payments/orders/order-rows.ts'
import type { Service } from '../../../service.ts'
import { orderById, orderByNumber, type OrderRead } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { type OrderHint, projectOfId } from '../../../web/redirects/merchant.ts'
import * as types from './parameter-types.ts'
import { optional, type ParameterTable } from './parameters.ts'
import { GatewayError } from '../errors/gateway-error.ts'

/** Finds an order by its id or its number; the id takes precedence. */
export const ORDER_NAMES = {
  orderId: optional(types.id, 'Id of the order, from its registration', {
    unless: ['orderNumber'],
  }),
  orderNumber: optional(types.text(36), "The merchant's order number, instead of `orderId`"),
  merchantLogin: optional(
    types.text(255),
    'Login of the merchant; must be the one that sends the request',
  ),
} as const satisfies ParameterTable

interface OrderNames {
  readonly orderId: string | undefined
  readonly orderNumber: string | undefined
}

/** How the call refers to the order. */
export function orderRefOf({ orderId, orderNumber }: OrderNames): OrderRef {
  if (orderId !== undefined) return { id: orderId }
  if (orderNumber !== undefined) return { number: orderNumber }
  throw new GatewayError('parameter-empty', 'orderId')
}

/** The project of an order. */
export async function projectOfOrder(
  service: Service,
  orderId: string,
  hint?: OrderHint,
): Promise<Project> {
  const project = await projectOfId(service, orderId, hint)
  if (project === undefined) throw new Fault('order-not-found', 'This project has no such order.')
  return project
}

interface ProjectReads {
  readonly service: Service
  readonly project: Project
}

/** The stored order with the project's time; throws a fault if it does not exist. */
export async function readOrder(
  { service, project }: ProjectReads,
  ref: OrderRef,
): Promise<OrderRead> {
  const found =
    'id' in ref && !isGatewayId(ref.id)
      ? undefined
      : await service.read(
          project,
          (reads, datasetId) =>
            'id' in ref
              ? orderById(reads, datasetId, ref.id, realNow())
              : orderByNumber(reads, datasetId, ref.number, realNow()),
          (read) => read?.isCurrent === true,
        )
  if (found === undefined) throw new Fault('order-not-found', 'This project has no such order.')
  return found
}

/** The order in its current state: due work is applied first. */
export async function currentOrder(
  reading: ProjectReads,
  ref: OrderRef,
): Promise<{ readonly order: Order; readonly settings: Settings }> {
  const { order, now, settings } = await readOrder(reading, ref)
  const isDue = order.dueAt !== null && order.dueAt <= now
  return {
    order: isDue
      ? await reading.service.execute(reading.project, 'updateOrder', { order: ref })
      : order,
    settings: reading.service.parsedSettings(reading.project, settings),
  }
}
