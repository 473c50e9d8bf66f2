// Whether an order can be paid now.

import { Fault } from '../../kernel/fault.ts'
import { isPayable } from './order-status.ts'
import type { Order } from './order.ts'

/** Throws a fault for an order that has ended, or whose payment a server is deciding. */
export function assertPayable({ status, progress }: Order): void {
  if (!isPayable(status))
    throw new Fault('order-processed', 'The order was paid or declined already.')
  if (progress.decisionId !== undefined)
    throw new Fault(
      'order-being-decided',
      'A payment of the order waits for the decision of the server. Read its status, and retry if it was declined.',
    )
}
