// Records the result of an attempt to deliver a callback.

import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { rowKey } from '../kernel/rows.ts'
import { afterAttempt, afterDuplicates, type CallbackAttempt } from './callback.ts'

export interface AttemptReport {
  readonly id: number
  /**
   * The number of the claim: a sender whose claim has expired must not overwrite a later result.
   */
  readonly attempt: number
  /**
   * The dataset of the callback, if it differs from the dataset of the claim, because another
   * callback may have this id there.
   */
  readonly createdAt?: number
  readonly outcome: CallbackAttempt
  /** The second exchange, if a fault sent the callback twice. */
  readonly duplicate?: CallbackAttempt
  /** The callback that a fault held back until now. */
  readonly overtakes?: number
}

/** False if the claim expired and another attempt was made. */
export const recordAttempt = defineCommand<AttemptReport, boolean>({
  prefetch: ({ id, overtakes }) => [
    rowKey('callback', 'id', id),
    ...(overtakes === undefined ? [] : [rowKey('callback', 'id', overtakes)]),
  ],
  decide({ id, attempt, createdAt, outcome, duplicate, overtakes }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback?.attempt !== attempt || callback.leaseUntil === null) return false
    if (createdAt !== undefined && callback.createdAt !== createdAt) return false
    const next =
      duplicate === undefined
        ? afterAttempt(callback, outcome)
        : afterDuplicates(callback, outcome, duplicate)
    draft.put('callback', next)
    draft.dataset = withDue(draft.dataset, next.dueAt)
    const held = overtakes === undefined ? null : draft.get('callback', 'id', overtakes)
    if (held?.heldBack !== true || held.leaseUntil !== null) return true
    draft.put('callback', { ...held, heldBack: false, dueAt: draft.now })
    draft.dataset = withDue(draft.dataset, draft.now)
    return true
  },
})
