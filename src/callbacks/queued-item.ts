// The common part of callbacks and webhook events that wait to be sent: claims, attempts, and the
// project's faults, which drop an attempt, delay it, or are attached to the claim.

import { planOf } from '../fault-injection/change-faults.ts'
import type { CallbackFaultKind } from '../fault-injection/fault-kinds.ts'
import { callbackFault, type FaultedCallback } from '../fault-injection/fault-plan.ts'
import type { Draft } from '../kernel/draft.ts'
import { isLeased } from './sendable.ts'

/**
 * How long a claim lasts, in real time. It is longer than an exchange, so two processes never send
 * an item simultaneously.
 */
export const LEASE_MS = 30_000

/** Maximum number of attempts stored with an item. */
const STORED_ATTEMPTS_MAX = 30

interface QueuedItem<Attempt> {
  readonly attempt: number
  readonly failures: number
  readonly firstAt: number | null
  readonly dueAt: number | null
  readonly leaseUntil: number | null
  readonly attempts: readonly Attempt[]
  readonly heldBack: boolean
}

type Times = Pick<Draft, 'now' | 'realNow'>

/** A fault that applies while an item is sent. */
export type SentWith = Extract<CallbackFaultKind, 'duplicate' | 'wrong-signature'>

/** An attempt that a fault prevented. */
export interface UnsentAttempt {
  readonly at: number
  readonly fault: CallbackFaultKind
  readonly error: string
}

/** The item with more attempts; the oldest ones are dropped. */
export const withAttempts = <Attempt, Item extends QueuedItem<Attempt>>(
  item: Item,
  ...attempts: readonly Attempt[]
): Item => ({ ...item, attempts: [...item.attempts, ...attempts].slice(-STORED_ATTEMPTS_MAX) })

/** The item while a sender sends it. */
export const leased = <Item extends QueuedItem<unknown>>(
  item: Item,
  { now, realNow }: Times,
): Item => ({
  ...item,
  attempt: item.attempt + 1,
  firstAt: item.firstAt ?? now,
  leaseUntil: realNow + LEASE_MS,
  heldBack: false,
})

/** The item after a fault has delayed its attempt by `ms`, or held it back. */
export function putOff<Attempt, Item extends QueuedItem<Attempt>>(
  item: Item,
  { kind, ms }: { readonly kind: 'delay' | 'reorder'; readonly ms: number },
  { now }: Pick<Times, 'now'>,
  unsent: (attempt: UnsentAttempt) => Attempt,
): Item {
  const error = kind === 'delay' ? `delayed by ${ms / 1000} s by a fault` : 'held back by a fault'
  return {
    ...withAttempts(item, unsent({ at: now, fault: kind, error })),
    leaseUntil: null,
    dueAt: now + ms,
    heldBack: kind === 'reorder',
  }
}

/** True if a fault has already delayed the item or held it back. */
export const wasPutOff = ({
  attempts,
}: {
  readonly attempts: readonly { readonly fault?: CallbackFaultKind }[]
}): boolean => attempts.some(({ fault }) => fault === 'delay' || fault === 'reorder')

/**
 * The item queued again, with a new retry schedule. An item that is being sent is not sent twice.
 */
export const requeued = <Item extends QueuedItem<unknown> & { readonly state: string }>(
  item: Item,
  times: Times,
): Item =>
  isLeased(item, times)
    ? { ...item, failures: 0, firstAt: times.now }
    : {
        ...item,
        state: 'waiting',
        failures: 0,
        firstAt: null,
        dueAt: times.now,
        leaseUntil: null,
        heldBack: false,
      }

/** The fault of an attempt. Looking it up counts the attempt. */
export function faultOfAttempt(attempt: FaultedCallback, draft: Draft) {
  const plan = planOf(draft)
  if (plan?.active !== true) return undefined
  const [fault, next] = callbackFault(plan, attempt)
  draft.put('faultPlan', next)
  return fault
}
