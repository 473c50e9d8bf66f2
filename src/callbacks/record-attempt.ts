// Recording how an attempt to deliver a callback ended.

import { defineCommand } from '../kernel/command.ts'
import { withDue } from '../kernel/dataset.ts'
import { rowKey } from '../kernel/rows.ts'
import { afterAttempt, type CallbackAttempt } from './callback.ts'

export interface AttemptReport {
  readonly id: number
  /** The number that the claim gave: a sender whose lease ran out must not undo what its successor did. */
  readonly attempt: number
  readonly outcome: CallbackAttempt
}

/** Notes how an attempt ended. False where it counts no more. */
export const recordAttempt = defineCommand<AttemptReport, boolean>({
  prefetch: ({ id }) => [rowKey('callback', 'id', id)],
  decide({ id, attempt, outcome }, draft) {
    const callback = draft.get('callback', 'id', id)
    if (callback?.attempt !== attempt || callback.leaseUntil === null) return false
    const next = afterAttempt(callback, outcome)
    draft.put('callback', next)
    draft.dataset = withDue(draft.dataset, next.dueAt)
    return true
  },
})
