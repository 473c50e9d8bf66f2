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

/** An attempt to deliver an item. */
export interface DeliveryAttempt {
  /** The project's time, epoch milliseconds. */
  readonly at: number
  readonly httpStatus: number | null
  readonly durationMs: number
  /** Why there was no response in time; null if there was one. */
  readonly error: string | null
  /** The start of the response: its headers and the first characters of the body. */
  readonly answer: string
  /** The project's fault that applied to the attempt, if any. */
  readonly fault?: CallbackFaultKind
}

export interface QueuedItem<Attempt> {
  readonly id: number
  readonly createdAt: number
  /** The item that is sent before this one; null if there is none. */
  readonly previousId: number | null
  /**
   * The number of claims so far. It identifies the attempt, so that a slow sender whose claim has
   * expired cannot record its result.
   */
  readonly attempt: number
  /** Number of failed attempts since it was last queued. */
  readonly failures: number
  /** The project's time of the first attempt since it was last queued. */
  readonly firstAt: number | null
  /** When it will be sent, in the project's time; null if it will not. */
  readonly dueAt: number | null
  /** When the claim of its sender expires, in real time. */
  readonly leaseUntil: number | null
  /** The latest attempts, oldest first. */
  readonly attempts: readonly Attempt[]
  /** True while a fault holds it back, so that the next item is sent first. */
  readonly heldBack: boolean
}

/** How a claimed item is sent. */
export interface ClaimedSending {
  /** The fault that applies while it is sent. */
  readonly sentWith?: SentWith
  /** The item that a fault holds back until this one has been sent. */
  readonly overtakes?: number
}

/** The result of sending a claimed item. */
export interface AttemptReport<Attempt> {
  readonly id: number
  /** The number of the claim. */
  readonly attempt: number
  /**
   * When the item was created. Set if the dataset has changed since the claim, because another item
   * may have this id in the new one.
   */
  readonly createdAt?: number
  readonly outcome: Attempt
  /** The second exchange, if a fault sent the item twice. */
  readonly duplicate?: Attempt
  /** The item that a fault held back until now. */
  readonly overtakes?: number
}

type Times = Pick<Draft, 'now' | 'realNow'>

/** A fault that applies while an item is sent. */
type SentWith = Extract<CallbackFaultKind, 'duplicate' | 'wrong-signature'>

/** The rules of one kind of item. */
export interface ItemRules<Attempt, Item> {
  readonly isDelivery: (attempt: Attempt) => boolean
  /** The item after an attempt: delivered, waiting for a retry, or failed. */
  readonly after: (item: Item, attempt: Attempt) => Item
  /** An attempt that a fault prevented. */
  readonly unsent: (item: Item, attempt: DeliveryAttempt) => Attempt
}

/** The attempts with more of them; the oldest ones are dropped. */
const withAttempts = <Attempt>(
  { attempts }: QueuedItem<Attempt>,
  ...more: readonly Attempt[]
): readonly Attempt[] => [...attempts, ...more].slice(-STORED_ATTEMPTS_MAX)

/** The item after an attempt, before its next state is known. */
export const tried = <Attempt, Item extends QueuedItem<Attempt>>(item: Item, attempt: Attempt) => ({
  ...item,
  attempts: withAttempts(item, attempt),
  leaseUntil: null,
  dueAt: null,
  heldBack: false,
})

/** The item after it was sent, once or twice. One successful delivery is enough. */
export function afterSending<Attempt, Item extends QueuedItem<Attempt>>(
  item: Item,
  { outcome, duplicate }: Pick<AttemptReport<Attempt>, 'outcome' | 'duplicate'>,
  { isDelivery, after }: Pick<ItemRules<Attempt, Item>, 'isDelivery' | 'after'>,
): Item {
  if (duplicate === undefined) return after(item, outcome)
  const decisive = isDelivery(outcome) ? outcome : duplicate
  return { ...after(item, decisive), attempts: withAttempts(item, outcome, duplicate) }
}

/**
 * True if the claim of a report has not expired: a sender whose claim has expired must not
 * overwrite a later result.
 */
export const isClaimed = (
  item: QueuedItem<unknown>,
  { attempt, createdAt }: Pick<AttemptReport<unknown>, 'attempt' | 'createdAt'>,
): boolean =>
  item.attempt === attempt &&
  item.leaseUntil !== null &&
  (createdAt === undefined || createdAt === item.createdAt)

/** An item that was held back, after the next one was sent; undefined if it no longer waits. */
export const released = <Item extends QueuedItem<unknown>>(
  item: Item | null,
  { now }: Pick<Times, 'now'>,
): Item | undefined =>
  item?.heldBack === true && item.leaseUntil === null
    ? { ...item, heldBack: false, dueAt: now }
    : undefined

/**
 * Claims an item. `sending` is undefined if a fault drops the attempt, delays it or holds the item
 * back.
 */
export function claim<Attempt extends DeliveryAttempt, Item extends QueuedItem<Attempt>>(
  item: Item,
  previous: Item | null,
  {
    draft,
    rules,
    ...attempt
  }: Pick<FaultedCallback, 'operation' | 'isSigned'> & {
    readonly draft: Draft
    readonly rules: ItemRules<Attempt, Item>
  },
): { readonly next: Item; readonly sending?: ClaimedSending } {
  const fault = faultOfAttempt({ ...attempt, wasDelayed: wasPutOff(item) }, draft)
  if (fault?.kind === 'drop' || fault?.kind === 'delay' || fault?.kind === 'reorder') {
    const { kind, ms } = fault
    return { next: unsent(item, { kind, ms }, draft.now, rules) }
  }
  return {
    next: leased(item, draft),
    sending: {
      ...(fault && { sentWith: fault.kind }),
      ...(previous?.heldBack === true && { overtakes: previous.id }),
    },
  }
}

/** The item while a sender sends it. */
const leased = <Item extends QueuedItem<unknown>>(item: Item, { now, realNow }: Times): Item => ({
  ...item,
  attempt: item.attempt + 1,
  firstAt: item.firstAt ?? now,
  leaseUntil: realNow + LEASE_MS,
  heldBack: false,
})

/** The item after a fault has dropped its attempt, delayed it by `ms`, or held it back. */
function unsent<Attempt, Item extends QueuedItem<Attempt>>(
  item: Item,
  { kind, ms }: { readonly kind: 'drop' | 'delay' | 'reorder'; readonly ms: number },
  now: number,
  rules: ItemRules<Attempt, Item>,
): Item {
  const error = {
    drop: 'dropped by a fault',
    delay: `delayed by ${ms / 1000} s by a fault`,
    reorder: 'held back by a fault',
  }[kind]
  const none = { httpStatus: null, durationMs: 0, answer: '' }
  const attempt = rules.unsent(item, { ...none, at: now, fault: kind, error })
  // A dropped attempt has failed and is retried.
  if (kind === 'drop') return rules.after({ ...item, firstAt: item.firstAt ?? now }, attempt)
  return { ...tried(item, attempt), dueAt: now + ms, heldBack: kind === 'reorder' }
}

/** True if a fault has already delayed the item or held it back. */
const wasPutOff = ({ attempts }: QueuedItem<DeliveryAttempt>): boolean =>
  attempts.some(({ fault }) => fault === 'delay' || fault === 'reorder')

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
function faultOfAttempt(attempt: FaultedCallback, draft: Draft) {
  const plan = planOf(draft)
  if (plan?.active !== true) return undefined
  const [fault, next] = callbackFault(plan, attempt)
  draft.put('faultPlan', next)
  return fault
}
