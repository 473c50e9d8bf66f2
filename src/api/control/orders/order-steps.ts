// The steps of an order, in order, derived from its own row.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { isVerification, type Order } from '../../../payments/orders/order.ts'
import {
  ORDER_STATUS,
  ranOutOfTime,
  wasCancelledByPayer,
  wasWithdrawn,
} from '../../../payments/orders/order-status.ts'
import { isoOrNull, Moment, orNull } from '../schemas.ts'

const STEPS = [
  'registered',
  'declined',
  'authenticating',
  'verified',
  'held',
  'paid',
  'captured',
  'refunded',
  'partly-refunded',
  'reversed',
  'expired',
  'withdrawn',
] as const
type StepName = (typeof STEPS)[number]

export const OrderStepSchema = Type.Object({
  step: Type.Enum([...STEPS]),
  at: orNull(Moment, 'Time of the step; null if the order does not store it'),
  times: Type.Integer({ description: 'Declined attempts, or refunds; otherwise 1' }),
})

interface Step {
  readonly step: StepName
  readonly at?: number | undefined
  readonly times?: number
}

/** From the registration to the current state. */
function stepsOf(order: Order): readonly Step[] {
  const { payment, depositedAt, reversedAt, refunds } = order.progress
  const isApproved = payment?.approvalCode !== undefined && !isVerification(order)
  const isAuthenticating = order.status === ORDER_STATUS.authenticating
  const isRefunded = order.refundedAmount > 0
  const steps: readonly (Step | false)[] = [
    { step: 'registered', at: order.createdAt },
    order.failedAttempts > 0 && {
      step: 'declined',
      // A later attempt replaces the stored time.
      at: isApproved || isAuthenticating ? undefined : payment?.at,
      times: order.failedAttempts,
    },
    isAuthenticating && { step: 'authenticating', at: order.progress.challenge?.startedAt },
    isApproved && { step: order.twoStage ? 'held' : 'paid', at: payment?.at },
    isApproved &&
      order.twoStage &&
      depositedAt !== undefined && { step: 'captured', at: depositedAt },
    isRefunded && {
      step: order.depositedAmount > 0 ? 'partly-refunded' : 'refunded',
      at: refunds.at(-1)?.at,
      times: refunds.length,
    },
    order.status === ORDER_STATUS.reversed && {
      step: isApproved ? 'reversed' : 'verified',
      at: reversedAt,
    },
    ranOutOfTime(order) && { step: 'expired', at: order.request.expiresAt },
    (wasWithdrawn(order) || wasCancelledByPayer(order)) && { step: 'withdrawn' },
  ]
  return steps.filter((step) => step !== false)
}

export const orderSteps = (order: Order): Static<typeof OrderStepSchema>[] =>
  stepsOf(order).map(({ step, at, times = 1 }) => ({ step, at: isoOrNull(at), times }))

/** The time of the latest step, epoch milliseconds. */
export const lastStepAt = (order: Order): number =>
  Math.max(order.createdAt, ...stepsOf(order).map(({ at = 0 }) => at))
