// Records the result of an attempt to deliver a callback.

import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { rowKey } from '../kernel/rows.ts'
import { afterAttempt, type CallbackAttempt } from './callback.ts'

export interface AttemptReport {
  readonly id: number
  /** The number from the claim: a sender whose claim expired must not overwrite a later result. */
  readonly attempt: number
  /** Of the callback, if the dataset is not that of the claim: another one may have the id. */
  readonly createdAt?: number
  readonly outcome: CallbackAttempt
}

/** False if the claim expired and another attempt was made. */
export const recordAttempt = defineCommand<AttemptReport, boolean>({
  prefetch: ({ id }) => [rowKey('callback', 'id', id)],
  decide({ id, attempt, createdAt, outcome }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback?.attempt !== attempt || callback.leaseUntil === null) return false
    if (createdAt !== undefined && callback.createdAt !== createdAt) return false
    const next = afterAttempt(callback, outcome)
    draft.put('callback', next)
    draft.dataset = withDue(draft.dataset, next.dueAt)
    return true
  },
})
